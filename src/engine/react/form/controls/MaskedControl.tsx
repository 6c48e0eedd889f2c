import { Input } from '@fluentui/react-components';
import { useLayoutEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import type { ControlProps } from '../context.ts';
import { caretAfterMask } from '../masks.ts';
import { useShortStyles, wide } from './props.ts';

/** A text that is punctuated while it is typed; the caret stays at its digit. */
export function MaskedControl({
  mask,
  shown,
  onText,
  contentAfter,
  inputMode = 'numeric',
  ...props
}: ControlProps & {
  mask(text: string): string;
  /** The formatted value. */
  shown: string;
  /** Gets the masked text as it is typed. */
  onText(text: string): void;
  contentAfter?: ReactElement;
  inputMode?: 'numeric' | 'tel' | 'text';
}) {
  const styles = useShortStyles();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <Input
      {...wide(props)}
      ref={input}
      className={styles.root}
      inputMode={inputMode}
      value={shown}
      contentAfter={contentAfter}
      onChange={(event, change) => {
        const masked = mask(deletedSeparator(shown, change.value) ?? change.value);
        caret.current = caretAfterMask(
          change.value,
          event.target.selectionStart ?? change.value.length,
          masked,
        );
        onText(masked);
      }}
    />
  );
}

/** Deleting a separator at the end deletes the digit before it too; otherwise the mask would restore the separator. */
function deletedSeparator(before: string, after: string): string | null {
  const isCut = before.length === after.length + 1 && before.startsWith(after);
  return isCut && /\D$/.test(before) ? after.slice(0, -1) : null;
}
