/* oxlint-disable jsx-a11y/no-static-element-interactions -- it hears the keys of the cards within it, which have the focus */
import { makeStyles, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { useMeasuredRows } from '../../../ui/index.ts';
import { listKey, type BoardLane } from '../core/lists.ts';
import { cardBeside, linesOf, type Grouping, type Swimlane } from '../core/swimlanes.ts';
import { LaneHead } from '../LaneHead.tsx';
import { useOpenBoard, useUi } from '../open-board.ts';
import { SwimHead } from './SwimHead.tsx';
import { SwimRow } from './SwimRow.tsx';

/** Height of a row of cards of two lines with its gap, before it is measured. Pixels. */
const rowHeight = 112;
/** Width of a lane, and the room beside it. Pixels. */
const laneWidth = 272;
const gap = 12;
/** Cards that are mounted at once, however many lanes the board has. */
const mostMounted = 140;

const useStyles = makeStyles({
  board: {
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    display: 'flex',
    flexDirection: 'column',
    overflowX: 'auto',
    overflowY: 'hidden',
  },
  heads: { flexShrink: 0, display: 'flex', columnGap: '12px', paddingBottom: '4px' },
  head: {
    width: '272px',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  scroller: { flexGrow: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden' },
  lines: { position: 'relative' },
  line: { position: 'absolute', insetInline: 0, top: 0 },
});

/** The lanes of a sprint cut into swimlanes, of which the lines near the view are rendered. */
export function SwimBoard({
  sprintId,
  lanes,
  by,
  groups,
}: {
  sprintId: number;
  lanes: readonly BoardLane[];
  by: Grouping;
  groups: readonly Swimlane[];
}) {
  const styles = useStyles();
  const t = useText();
  const { ui } = useOpenBoard();
  const collapsed = useUi((state) => state.collapsed);
  const wanted = useUi(({ focus }) => focus);
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(groups, collapsed), [groups, collapsed]);
  const laneIds = useMemo(() => lanes.map(({ id }) => id), [lanes]);
  const keyOf = useCallback(
    (at: number) => {
      const line = lines[at];
      return line ? `${line.group.id} ${line.at}` : at;
    },
    [lines],
  );
  const window = useMeasuredRows({
    count: lines.length,
    rowHeight,
    scroller,
    keyOf,
    most: Math.floor(mostMounted / Math.max(1, lanes.length)),
  });
  const [stop, setStop] = useState<number | null>(null);
  const toFocus = useRef<number | null>(null);
  const lineOf = (id: number) =>
    lines.findIndex(
      (line) =>
        line.at !== 'head' && laneIds.some((lane) => line.group.cells.get(lane)?.[Number(line.at)] === id),
    );
  /** Brings a card into view and gives it the focus once it is rendered. */
  function focusCard(id: number): void {
    const at = lineOf(id);
    if (at < 0) return;
    toFocus.current = id;
    setStop(id);
    window.reveal(at);
  }
  const latest = useRef(focusCard);
  useEffect(() => {
    latest.current = focusCard;
    if (toFocus.current === null) return;
    const card = scroller.current?.querySelector<HTMLElement>(`[data-card="${toFocus.current}"]`);
    if (!card) return;
    toFocus.current = null;
    card.focus({ preventScroll: true });
  });
  // A card that was moved keeps the focus, wherever it comes to stand; its swimlane opens for it.
  useEffect(() => {
    if (wanted === null) return;
    const group = groups.find(({ cells }) => [...cells.values()].some((ids) => ids.includes(wanted.id)));
    if (!group) return;
    if (collapsed.has(group.id)) {
      ui.setState({ collapsed: new Set([...collapsed].filter((id) => id !== group.id)) });
      return;
    }
    ui.setState({ focus: null });
    latest.current(wanted.id);
  }, [wanted, groups, collapsed, ui]);

  const shownStop =
    stop !== null && window.rows.some(({ index }) => index === lineOf(stop))
      ? stop
      : firstCard(
          window.rows.map(({ index }) => lines[index]!),
          laneIds,
        );
  function onKeyDown(event: KeyboardEvent): void {
    const id = Number((event.target as Element).getAttribute('data-card') ?? 0);
    if (id === 0 || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;
    if (!(event.key in step)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = cardBeside(lines, laneIds, id, step[event.key as keyof typeof step]);
    if (next !== null) focusCard(next);
  }
  const onFocus = useCallback((id: number) => setStop(id), []);
  const width = lanes.length * (laneWidth + gap);

  return (
    <div
      className={styles.board}
      data-scrolls="x"
      role="region"
      aria-label={t('kanban.swim.board')}
      onKeyDown={onKeyDown}
    >
      <div className={styles.heads} style={{ width }}>
        {lanes.map((lane) => (
          <div key={lane.id} className={styles.head}>
            <LaneHead
              lane={lane}
              listId={listKey(sprintId, lane.id)}
              seen={groups.reduce((sum, { cells }) => sum + (cells.get(lane.id)?.length ?? 0), 0)}
            />
          </div>
        ))}
      </div>
      <div ref={scroller} className={styles.scroller} data-scrolls="y" style={{ width }}>
        <div className={styles.lines} style={{ height: window.height }}>
          {window.rows.map(({ index, start }) => {
            const line = lines[index]!;
            return (
              <div
                key={keyOf(index)}
                ref={window.measure}
                className={styles.line}
                style={{ transform: `translateY(${start}px)` }}
                data-line={index}
              >
                {line.at === 'head' ? (
                  <SwimHead
                    group={line.group}
                    by={by}
                    isOpen={!collapsed.has(line.group.id)}
                    lane={lanes[0] ?? null}
                    sprintId={sprintId}
                  />
                ) : (
                  <SwimRow
                    sprintId={sprintId}
                    lanes={lanes}
                    group={line.group}
                    at={line.at}
                    stop={shownStop}
                    onFocus={onFocus}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The first card of lines, which has the tab stop while no card had the focus. */
function firstCard(
  lines: readonly ReturnType<typeof linesOf>[number][],
  laneIds: readonly number[],
): number | null {
  for (const { group, at } of lines)
    if (at !== 'head')
      for (const lane of laneIds) {
        const id = group.cells.get(lane)?.[at];
        if (id !== undefined) return id;
      }
  return null;
}
