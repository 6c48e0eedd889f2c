import { useDroppable } from '@dnd-kit/core';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import { CardBox } from '../CardBox.tsx';
import { listKey, type BoardLane } from '../core/lists.ts';
import { cellKey, type CellKey, type Swimlane } from '../core/swimlanes.ts';
import { useUi } from '../open-board.ts';

const useStyles = makeStyles({
  row: { display: 'flex', columnGap: '12px', alignItems: 'stretch' },
  cell: {
    position: 'relative',
    width: '272px',
    flexShrink: 0,
    minHeight: '48px',
    padding: '4px 8px',
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  over: { boxShadow: `inset 0 0 0 2px ${tokens.colorBrandStroke1}` },
  mark: {
    position: 'absolute',
    insetInline: '8px',
    height: '2px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandStroke1,
    pointerEvents: 'none',
    zIndex: 1,
  },
  above: { top: '-1px' },
  below: { bottom: '-1px' },
});

/** The n-th card of each lane in a swimlane. */
export const SwimRow = memo(function SwimRow({
  sprintId,
  lanes,
  group,
  at,
  stop,
  onFocus,
}: {
  sprintId: number;
  lanes: readonly BoardLane[];
  group: Swimlane;
  at: number;
  /** The card with the tab stop. */
  stop: number | null;
  onFocus(id: number): void;
}) {
  const styles = useStyles();
  return (
    <div className={styles.row}>
      {lanes.map((lane) => {
        const ids = group.cells.get(lane.id) ?? [];
        return (
          <Cell
            key={lane.id}
            cell={cellKey(listKey(sprintId, lane.id), group.id)}
            at={at}
            id={ids[at] ?? null}
            count={ids.length}
            isStop={ids[at] !== undefined && ids[at] === stop}
            onFocus={onFocus}
          />
        );
      })}
    </div>
  );
});

function Cell({
  cell,
  at,
  id,
  count,
  isStop,
  onFocus,
}: {
  cell: CellKey;
  at: number;
  id: number | null;
  /** Cards of the lane in this swimlane. */
  count: number;
  isStop: boolean;
  onFocus(id: number): void;
}) {
  const styles = useStyles();
  const { setNodeRef } = useDroppable({ id: `${cell}#${at}` });
  const isOver = useUi(({ drag }) => drag?.over === cell);
  const index = useUi(({ drag }) => (drag?.over === cell ? drag.index : null));
  const isLast = at === Math.max(0, count - 1);
  return (
    <div
      ref={setNodeRef}
      className={mergeClasses(styles.cell, isOver && index === null && styles.over)}
      data-cell={cell}
    >
      {id !== null && <CardBox id={id} line={at} isStop={isStop} onFocus={() => onFocus(id)} />}
      {index === at && <span className={mergeClasses(styles.mark, styles.above)} aria-hidden />}
      {index !== null && isLast && index > at && (
        <span className={mergeClasses(styles.mark, styles.below)} aria-hidden />
      )}
    </div>
  );
}
