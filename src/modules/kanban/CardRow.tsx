import { makeStyles } from '@fluentui/react-components';
import { memo } from 'react';
import type { Ref } from 'react';
import { CardBox } from './CardBox.tsx';

const useStyles = makeStyles({
  row: { position: 'absolute', insetInline: 0, top: 0, paddingBottom: '8px', boxSizing: 'border-box' },
});

/** A card at its place in a list. */
export const CardRow = memo(function CardRow({
  id,
  line,
  start,
  count,
  isStop,
  measure,
  onFocus,
}: {
  id: number;
  line: number;
  start: number;
  /** Cards of the list in sight. */
  count: number;
  isStop: boolean;
  measure: Ref<HTMLLIElement>;
  onFocus(line: number): void;
}) {
  const styles = useStyles();
  return (
    <li
      ref={measure}
      className={styles.row}
      style={{ transform: `translateY(${start}px)` }}
      data-line={line}
      aria-setsize={count}
      aria-posinset={line + 1}
    >
      <CardBox id={id} line={line} isStop={isStop} onFocus={onFocus} />
    </li>
  );
});
