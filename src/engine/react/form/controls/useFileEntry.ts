import { useState, type ClipboardEvent, type DragEvent, type FocusEvent } from 'react';
import { useEngine } from '../../context.ts';
import type { ControlProps } from '../context.ts';
import type { FileLike } from './files.ts';

/** The ways by which files reach a field: the file dialog, a drop, the clipboard. */
export function useFileEntry(
  props: ControlProps,
  { multiple, add }: { multiple: boolean; add(files: readonly FileLike[]): void },
) {
  const { host } = useEngine();
  const [over, setOver] = useState(false);
  const { field } = props;
  const isLocked = props.disabled || props.readOnly || field.upload === undefined;
  return {
    isLocked,
    /** A file is held above the field. */
    over,
    async pick(): Promise<void> {
      const accept = field.upload?.accept ?? (field.widget === 'image' ? ['image/*'] : []);
      add(await host.pick({ accept, multiple }));
    },
    /** Props of the element around all of the field. */
    group: {
      role: 'group',
      'aria-labelledby': `${props.id}-label`,
      'aria-describedby': props.describedBy,
      onPaste(event: ClipboardEvent) {
        const pasted = [...event.clipboardData.files];
        if (isLocked || pasted.length === 0) return;
        event.preventDefault();
        add(pasted);
      },
      onBlur(event: FocusEvent) {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onLeave();
      },
    },
    /** Props of the element that files are dropped on. */
    target: {
      onDragOver(event: DragEvent) {
        event.preventDefault();
        setOver(!isLocked);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault();
        setOver(false);
        if (!isLocked) add([...event.dataTransfer.files]);
      },
    },
  } as const;
}
