import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type Active,
  type Announcements,
  type ClientRect,
  type Over,
} from '@dnd-kit/core';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { CardFace } from './CardFace.tsx';
import type { Drag } from './board-ui.ts';
import type { CellKey } from './core/swimlanes.ts';
import { followEdges } from './edge-scroll.ts';
import { dropIndex, neighboursOfSeveral } from './core/moves.ts';
import { useCard, useOpenBoard, useUi } from './open-board.ts';
import { isCarried } from './selection/selection.ts';
import { useBulk } from './selection/useBulk.ts';

const useStyles = makeStyles({
  // Over the corner of the carried card.
  count: {
    position: 'absolute',
    top: '-8px',
    insetInlineEnd: '-8px',
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    minWidth: '24px',
    height: '24px',
    padding: '0 6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
});

const silent = () => undefined;
/** The board has a live region of its own, which says places in words. */
const announcements: Announcements = {
  onDragStart: silent,
  onDragOver: silent,
  onDragEnd: silent,
  onDragCancel: silent,
};

/** Rendered rows of a list without the card that is dragged, their indexes without it, and where each begins. */
function rowsOf(list: Element, id: number) {
  const found = [...list.querySelectorAll<HTMLElement>('[data-line]')]
    .map((row) => ({ row, index: Number(row.dataset['line']), box: row.getBoundingClientRect() }))
    .sort((one, other) => one.index - other.index);
  const dragged = found.find(({ row }) => row.querySelector(`[data-card="${id}"]`));
  return found
    .filter((one) => one !== dragged)
    .map(({ index, box }) => ({
      index: dragged && dragged.index < index ? index - 1 : index,
      top: box.top,
      height: box.height,
    }));
}

/** Lifting, carrying and dropping of cards by mouse and touch. One droppable per list; the index is that of measured rows. */
export function BoardDrag({ children }: { children: ReactNode }) {
  const { board, ui, sync, actions } = useOpenBoard();
  const bulk = useBulk();
  const following = useRef<() => void>(undefined);
  // The page is left while a card is carried.
  useEffect(() => () => following.current?.(), []);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );

  function place(active: Active, over: Over | null): void {
    const { drag, order } = ui.getState();
    if (!drag) return;
    const box = active.rect.current.translated;
    const [key, line] = over === null ? [null] : (String(over.id).split('#') as [CellKey, string?]);
    if (over !== null && key !== null && line !== undefined && box) {
      const at = order === 'manual' ? rowIndex(drag, key, Number(line), box, over.rect) : null;
      if (drag.over !== key || drag.index !== at)
        ui.setState({ drag: { ...drag, over: key, index: at, y: 0 } });
      return;
    }
    const list = key === null ? null : document.querySelector(`[data-list="${key}"]`);
    if (key === null || !list || !box) {
      ui.setState({ drag: { ...drag, over: null, index: null, y: 0 } });
      return;
    }
    if (order !== 'manual') {
      ui.setState({ drag: { ...drag, over: key, index: null, y: 0 } });
      return;
    }
    const rows = rowsOf(list, drag.id);
    const index = dropIndex(rows, box.top + box.height / 2, rows.length === 0 ? 0 : Infinity);
    const top = list.querySelector('ul')?.getBoundingClientRect().top ?? 0;
    const next = rows.find((row) => row.index === index);
    const last = rows.at(-1);
    const y = next ? next.top - top : last ? last.top + last.height - top : 0;
    if (drag.over !== key || drag.index !== index || drag.y !== y)
      ui.setState({ drag: { ...drag, over: key, index, y } });
  }

  /** The index in the part of a lane in a swimlane, of which each row is a place to drop at. */
  function rowIndex(drag: Drag, key: CellKey, line: number, box: ClientRect, row: ClientRect): number {
    const ids = actions.visible(key);
    const others = ids.filter((id) => id !== drag.id);
    const isBelow = box.top + box.height / 2 > row.top + row.height / 2;
    const own = ids.indexOf(drag.id);
    const before = line + (isBelow ? 1 : 0);
    return Math.min(others.length, own >= 0 && own < before ? before - 1 : before);
  }

  /** The cards that are carried, in the order in which the board shows them; those that are out of sight last. */
  function carriedIds(): readonly number[] {
    const state = ui.getState();
    const lists = [...document.querySelectorAll<HTMLElement>('[data-list]')];
    const shown = lists.flatMap((list) => actions.visible(list.dataset['list'] as CellKey));
    const all = new Set([...shown, ...state.selected, ...(state.drag ? [state.drag.id] : [])]);
    return [...all].filter((id) => isCarried(state, id));
  }

  function dropSeveral({ id, index }: Drag, over: CellKey, ids: readonly number[]): void {
    const others = actions.visible(over).filter((one) => one !== id);
    void bulk(ids, {
      kind: 'place',
      boardId: board.id,
      to: {
        ...actions.destinationOf(over),
        ...(index !== null && neighboursOfSeveral(others, index, new Set(ids))),
      },
    });
  }

  return (
    <DndContext
      sensors={sensors}
      autoScroll={false}
      collisionDetection={pointerWithin}
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active, activatorEvent }) => {
        const id = Number(active.id);
        const card = sync.getState().shown?.cards[id];
        if (!card) return;
        following.current = followEdges(activatorEvent);
        // The row with the focus stays rendered while its list scrolls: without it a touch would end.
        document.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus({ preventScroll: true });
        ui.setState({ menu: null, drag: { id, from: actions.cellOf(card), over: null, index: null, y: 0 } });
      }}
      onDragMove={({ active, over }) => place(active, over)}
      onDragCancel={() => {
        following.current?.();
        ui.setState({ drag: null });
      }}
      onDragEnd={({ active, over }) => {
        following.current?.();
        place(active, over);
        const { drag } = ui.getState();
        const ids = drag ? carriedIds() : [];
        ui.setState({ drag: null });
        if (!drag || drag.over === null) return;
        // Under another order there is no place within a list to drop at.
        if (drag.index === null && drag.over === drag.from) return;
        if (ids.length > 1) dropSeveral(drag, drag.over, ids);
        else actions.drop(drag.id, drag.over, drag.index);
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        <Ghost />
      </DragOverlay>
    </DndContext>
  );
}

function Ghost() {
  const styles = useStyles();
  const id = useUi(({ drag }) => drag?.id ?? 0);
  const count = useUi((state) => [...state.selected].filter((one) => isCarried(state, one)).length);
  const card = useCard(id);
  return (
    card && (
      <>
        <CardFace card={card} isLifted />
        {count > 1 && (
          <span className={styles.count} aria-hidden>
            {count}
          </span>
        )}
      </>
    )
  );
}
