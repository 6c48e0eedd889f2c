/* oxlint-disable jsx-a11y/no-static-element-interactions -- it hears the keys of the cards within it, which have the focus */
import { useDroppable } from '@dnd-kit/core';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useRef } from 'react';
import { useText } from '../../engine/react/index.ts';
import { useMeasuredRows, useRoving } from '../../ui/index.ts';
import { CardRow } from './CardRow.tsx';
import type { ListKey } from './core/lists.ts';
import { useOpenBoard, useUi } from './open-board.ts';

/** Height of a card of two lines with its gap, before it is measured. Pixels. */
const rowHeight = 112;

/** Cards by which Page Up and Page Down move. */
const page = 5;

const useStyles = makeStyles({
  scroller: {
    flexGrow: 1,
    minHeight: '80px',
    overflowY: 'auto',
    overflowX: 'hidden',
    // Room for the ring of focus, which is never cut.
    padding: '3px 8px',
    borderRadius: tokens.borderRadiusXLarge,
  },
  over: { boxShadow: `inset 0 0 0 2px ${tokens.colorBrandStroke1}` },
  list: { position: 'relative', margin: 0, padding: 0, listStyleType: 'none' },
  mark: {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    height: '2px',
    marginTop: '-5px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandStroke1,
    pointerEvents: 'none',
    zIndex: 1,
  },
  empty: {
    margin: 0,
    padding: '16px 8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textAlign: 'center',
  },
});

/** The cards of a lane or of the backlog, of which those near the view are rendered, and the one with the focus. */
export function CardList({
  listId,
  ids,
  label,
  isFirst,
  emptyText,
}: {
  listId: ListKey;
  /** The cards in sight, in the order in which they are shown. */
  ids: readonly number[];
  label: string;
  /** Whether the board's tab stop is here while no list has had the focus. */
  isFirst: boolean;
  emptyText: string;
}) {
  const styles = useStyles();
  const t = useText();
  const { ui } = useOpenBoard();
  const scroller = useRef<HTMLDivElement>(null);
  const keyOf = useCallback((index: number) => ids[index] ?? -1, [ids]);
  const window = useMeasuredRows({ count: ids.length, rowHeight, scroller, keyOf });
  const roving = useRoving(scroller, ids.length, window);
  const { setNodeRef } = useDroppable({ id: listId });
  const isCurrent = useUi(({ current }) => (current === null ? isFirst : current === listId));
  const mark = useUi(({ drag }) => (drag?.over === listId && drag.index !== null ? drag.y : null));
  const isOver = useUi(({ drag }) => drag?.over === listId);
  const wanted = useUi(({ focus }) => focus);

  const { focusRow, onRowFocus } = roving;
  const latestFocus = useRef(focusRow);
  useEffect(() => {
    latestFocus.current = focusRow;
  });
  // A card that was moved keeps the focus, wherever it comes to stand.
  useEffect(() => {
    if (wanted === null) return;
    const at = ids.indexOf(wanted.id);
    if (at < 0) return;
    ui.setState({ focus: null });
    latestFocus.current(at);
  }, [wanted, ids, ui]);
  const revealed = useUi(({ reveal }) => reveal);
  const { reveal } = window;
  const latestReveal = useRef(reveal);
  useEffect(() => {
    latestReveal.current = reveal;
  });
  useEffect(() => {
    const at = revealed === null ? -1 : ids.indexOf(revealed);
    if (at < 0) return;
    ui.setState({ reveal: null });
    latestReveal.current(at);
  }, [revealed, ids, ui]);
  const onFocus = useCallback(
    (line: number) => {
      onRowFocus(line);
      if (ui.getState().current !== listId) ui.setState({ current: listId });
    },
    [onRowFocus, ui, listId],
  );

  return (
    <div
      ref={(element) => {
        scroller.current = element;
        setNodeRef(element);
      }}
      className={mergeClasses(styles.scroller, isOver && styles.over)}
      data-list={listId}
      data-scrolls="y"
      onKeyDown={(event) => {
        const isCard = (event.target as Element).hasAttribute('data-card');
        if (!isCard || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
        roving.onKeyDown(event, page);
      }}
    >
      {ids.length === 0 ? (
        <p className={styles.empty}>{emptyText}</p>
      ) : (
        <ul
          className={styles.list}
          style={{ height: window.height }}
          aria-label={t('kanban.list', { list: label, count: ids.length })}
        >
          {window.rows.map(({ index, start }) => (
            <CardRow
              key={ids[index]}
              id={ids[index]!}
              line={index}
              start={start}
              count={ids.length}
              isStop={isCurrent && roving.tabStop === index}
              measure={window.measure}
              onFocus={onFocus}
            />
          ))}
          {mark !== null && (
            <li className={styles.mark} style={{ transform: `translateY(${mark}px)` }} aria-hidden />
          )}
        </ul>
      )}
    </div>
  );
}
