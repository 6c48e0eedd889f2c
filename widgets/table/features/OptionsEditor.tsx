import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Json } from '../../../src/contracts/json.ts';
import { StateField } from '../../../src/engine/react/index.ts';
import type { Column } from '../columns.ts';
import type { ChosenValue, EditExit } from './edit-values.ts';

/** Control of a cell whose options come from elsewhere, searched as in forms. Choosing one accepts it. */
export default function OptionsEditor({
  column,
  raw,
  onDone,
}: {
  column: Column;
  raw: unknown;
  onDone(chosen: ChosenValue | null, exit: EditExit): void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const done = useRef(false);
  const id = useId();
  useEffect(() => {
    const around = box.current;
    if (!around) return undefined;
    const focus = () => {
      const control = around.querySelector<HTMLElement>('input, select');
      control?.focus();
      return control !== null;
    };
    if (focus()) return undefined;
    // The texts of the control are loaded first.
    const observer = new MutationObserver(() => focus() && observer.disconnect());
    observer.observe(around, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const finish = (chosen: ChosenValue | null, exit: EditExit) => {
    if (done.current) return;
    done.current = true;
    onDone(chosen, exit);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The arrows and Enter are the list's, not the grid's.
    event.stopPropagation();
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    finish(null, event.key === 'Escape' ? 'cell' : event.shiftKey ? 'previous' : 'next');
  };
  const { options } = column.edit ?? {};
  return (
    <div
      ref={box}
      role="presentation"
      data-control=""
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) finish(null, 'none');
      }}
    >
      <StateField
        bare
        quietLabel
        id={id}
        settings={{ control: 'combobox', label: column.title ?? column.field, ...(options && { options }) }}
        value={raw as Json}
        onChange={(value) => finish({ value }, 'cell')}
      />
    </div>
  );
}
