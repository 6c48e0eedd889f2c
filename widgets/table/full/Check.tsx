import { useEffect, useRef } from 'react';
import type { FullStyles } from './styles.ts';

/** A checkbox of the browser's own: a page of fifty of Fluent's costs as much as its rows. */
export function Check({
  label,
  checked,
  mixed = false,
  inGrid,
  styles,
  onPress,
}: {
  label: string;
  checked: boolean;
  mixed?: boolean;
  /** The grid leads the keyboard to it; elsewhere it is a stop of its own. */
  inGrid: boolean;
  styles: FullStyles;
  onPress(range: boolean): void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={styles.checkBox}>
      <input
        ref={box}
        type="checkbox"
        className={styles.check}
        aria-label={label}
        checked={checked}
        {...(inGrid ? { tabIndex: -1 } : {})}
        onChange={(event) => {
          const { nativeEvent } = event;
          onPress(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
        }}
      />
    </label>
  );
}
