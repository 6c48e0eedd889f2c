import type { StoreApi } from 'zustand/vanilla';
import { statusIds } from '../../contracts/agile.ts';
import type { BoardCard } from '../../contracts/agile-board.ts';
import type { Host } from '../../engine/core/index.ts';
import type { Translate } from '../../engine/react/index.ts';
import type { BoardUi } from './board-ui.ts';
import type { BoardIndex } from './core/filter.ts';
import { laneOfStatus, listKey, listOf, movedCard, type BoardLane } from './core/lists.ts';
import { indexAfterStep, neighboursAt, type Destination, type Step } from './core/moves.ts';
import { cardReasons, reasonOf } from './core/reason.ts';
import { cellKey, cellParts, changeFor, groupOf, type CellKey } from './core/swimlanes.ts';
import type { BoardListener, BoardSync, SyncState } from './core/sync.ts';
import { createUndo, remember } from './undo.ts';

/** Actions of pointer, menu and keys on cards: each ends in one `move` of the board's state, and is announced. */
export interface CardActions {
  /** Puts a card at an index of the visible cards of a list; null: at its end. */
  drop(id: number, key: CellKey, index: number | null): void;
  /** The list of a cell as a move names it. */
  destinationOf(key: CellKey): Pick<Destination, 'bucket' | 'laneId'>;
  /** The list that a card is in, with swimlanes the part of it. */
  cellOf(card: BoardCard): CellKey;
  /** To another swimlane, at the end of the same lane. */
  toSwimlane(id: number, group: number): void;
  /** The swimlanes that are shown, in their order. */
  swimlanes(): readonly { id: number; title: string | null }[];
  /** To the swimlane that is above or below. */
  toSwimlaneBeside(id: number, offset: number): void;
  step(id: number, step: Step): void;
  canStep(id: number, step: Step): boolean;
  toLane(id: number, lane: BoardLane): void;
  /** To the lane that is some lanes further on. */
  toLaneBeside(id: number, offset: number): void;
  toSprint(id: number, sprintId: number): void;
  toBacklog(id: number): void;
  /** The cards in sight of the list that a card is in. */
  besides(id: number): readonly number[];
  /** The card that gets the focus when some leave: behind the last of them in its list, else before it; null without one. */
  successor(leaving: readonly number[]): number | null;
  /** The cards in sight of a list, or of its part in a swimlane. */
  visible(key: CellKey): readonly number[];
  say(text: string): void;
  /** Takes back the last gesture of the page, or the operation that is named. */
  undo(opId?: string): void;
}

interface Needs {
  undo(opId?: string): Promise<void>;
  sync: BoardSync;
  ui: StoreApi<BoardUi>;
  t: Translate;
  /** The cards of a list that are in sight, in the order in which they are shown. */
  visible(key: CellKey): readonly number[];
  index: BoardIndex;
  /** The swimlanes that are shown, in their order. */
  swimlanes(): readonly { id: number; title: string | null }[];
}

export function createActions({ undo, sync, ui, t, visible, index, swimlanes }: Needs): CardActions {
  const board = () => sync.getState().board!;
  const cardOf = (id: number): BoardCard | undefined => sync.getState().shown?.cards[id];

  const groupIn = (card: BoardCard): number | null => {
    const by = ui.getState().grouping;
    return by === null || card.taskSprintId === null ? null : groupOf(by, card, index);
  };
  const cellOf = (card: BoardCard): CellKey => cellKey(listOf(card), groupIn(card));

  const nameOf = (key: CellKey): string => {
    const { list, group } = cellParts(key);
    const [sprintId, laneId] = list.split(':').map(Number);
    if (sprintId === 0) return t('kanban.backlog');
    const lane = board().lanes.find(({ id }) => id === laneId);
    const name = lane?.title ?? board().sprints.find(({ id }) => id === sprintId)?.title ?? '';
    if (group === null) return name;
    const swimlane = swimlanes().find(({ id }) => id === group)?.title ?? t('kanban.swim.none');
    return t('kanban.swim.cell', { lane: name, swimlane });
  };

  /** A text that is said again although it is the same needs another one in between. */
  function say(text: string): void {
    ui.setState(({ announcement }) => ({ announcement: announcement === text ? `${text}\u00A0` : text }));
  }

  function go(id: number, to: Destination): void {
    const card = cardOf(id);
    if (!card) return;
    const from = cellOf(card);
    const key = cellOf(movedCard(card, to, board()));
    const old = visible(from);
    const at = old.indexOf(id);
    sync.move(id, to);
    const now = visible(key);
    say(
      t('kanban.moved', {
        title: card.title,
        from: nameOf(from),
        fromPlace: at + 1,
        fromCount: old.length,
        to: nameOf(key),
        toPlace: now.indexOf(id) + 1,
        toCount: now.length,
      }),
    );
    ui.setState({ focus: { id }, current: key });
  }

  const bucketOf = (key: CellKey) => {
    const sprint = Number(key.split(':')[0]);
    return sprint === 0 ? ('backlog' as const) : sprint;
  };
  const laneIdOf = (key: CellKey): number | null => Number(cellParts(key).list.split(':')[1]) || null;

  /** Fields that a card gets in the swimlane of a cell. */
  function setFor(id: number, key: CellKey): Pick<Destination, 'set'> {
    const card = cardOf(id);
    const by = ui.getState().grouping;
    const { group } = cellParts(key);
    if (!card || by === null || group === null) return {};
    const from = groupOf(by, card, index);
    return from === group ? {} : { set: changeFor(by, card, from, group) };
  }

  function drop(id: number, key: CellKey, at: number | null): void {
    const others = visible(key).filter((one) => one !== id);
    const place = at === null ? {} : neighboursAt(others, at);
    // A filter may hide all cards of the list: then the end is as good as the top, and disturbs nothing.
    const isEmpty = others.length === 0;
    go(id, { bucket: bucketOf(key), laneId: laneIdOf(key), ...(isEmpty ? {} : place), ...setFor(id, key) });
  }

  function indexFor(id: number, step: Step): number | null {
    const card = cardOf(id);
    if (!card || ui.getState().order !== 'manual') return null;
    return indexAfterStep(visible(cellOf(card)), id, step);
  }

  function toLane(id: number, lane: BoardLane): void {
    const card = cardOf(id);
    if (card && card.taskSprintId !== null && card.laneId !== lane.id)
      drop(id, cellKey(listKey(card.taskSprintId, lane.id), groupIn(card)), null);
  }

  function toSwimlane(id: number, group: number): void {
    const card = cardOf(id);
    if (card && groupIn(card) !== null && groupIn(card) !== group)
      drop(id, cellKey(listOf(card), group), null);
  }

  function besides(id: number): readonly number[] {
    const card = cardOf(id);
    return card ? visible(cellOf(card)) : [];
  }

  return {
    drop,
    visible,
    say,
    besides,
    successor(leaving) {
      const last = leaving.at(-1);
      if (last === undefined) return null;
      const list = besides(last);
      const at = list.indexOf(last);
      const stays = (id: number) => !leaving.includes(id);
      return list.slice(at + 1).find(stays) ?? list.slice(0, at).findLast(stays) ?? null;
    },
    destinationOf: (key) => ({ bucket: bucketOf(key), laneId: laneIdOf(key) }),
    cellOf,
    toSwimlane,
    swimlanes,
    toSwimlaneBeside(id, offset) {
      const card = cardOf(id);
      const ids = swimlanes().map((group) => group.id);
      const at = card ? ids.indexOf(groupIn(card) ?? -1) : -1;
      const group = at < 0 ? undefined : ids[at + offset];
      if (group !== undefined) toSwimlane(id, group);
    },
    canStep: (id, step) => indexFor(id, step) !== null,
    step(id, step) {
      const at = indexFor(id, step);
      const card = cardOf(id);
      if (at !== null && card) drop(id, cellOf(card), at);
    },
    toLane,
    toLaneBeside(id, offset) {
      const { lanes } = board();
      const at = lanes.findIndex((lane) => lane.id === cardOf(id)?.laneId);
      const lane = at < 0 ? undefined : lanes[at + offset];
      if (lane) toLane(id, lane);
    },
    toSprint(id, sprintId) {
      const lane = laneOfStatus(board(), statusIds.start);
      go(id, { bucket: sprintId, laneId: lane?.id ?? null });
    },
    toBacklog: (id) => go(id, { bucket: 'backlog', laneId: null }),
    undo: (opId) => void undo(opId),
  };
}

/** Says what the server answered to moves. */
export function moveNotices(
  host: Host,
  ui: StoreApi<BoardUi>,
  t: Translate,
  state: () => SyncState,
): BoardListener {
  const sprintTitle = (id: number): string =>
    state().board?.sprints.find((sprint) => sprint.id === id)?.title ?? '';
  return {
    accepted(one) {
      const { opId } = one;
      remember(ui, opId);
      if (one.kind !== 'move' || !one.isTransfer || one.to.bucket === 'backlog') return;
      const notice = { undo: () => void createUndo(host, ui, t)(opId) };
      const title = sprintTitle(one.to.bucket);
      remember(ui, opId, host.notify('success', `${t('kanban.toSprintDone')}${title}`, notice));
    },
    refused(one, failure, name) {
      const reason = reasonOf(failure);
      if (one.kind === 'change') {
        const { gesture } = one;
        if ('add' in gesture) host.notify('error', t('kanban.add.lost', { line: gesture.add.title, reason }));
        else {
          const named = cardReasons(failure, gesture.ids, (id) => state().shown?.cards[id]?.title);
          host.notify('error', failure.message, { detail: named.length > 0 ? named.join(' · ') : name });
        }
        return;
      }
      const { taskId, isTransfer } = one;
      // The focus goes back with the card, unless the person is elsewhere by now.
      const focused = document.activeElement;
      if (focused === document.body || focused?.getAttribute('data-card') === String(taskId))
        ui.setState({ focus: { id: taskId } });
      const title = name || (state().shown?.cards[taskId]?.title ?? '');
      host.notify('error', t(isTransfer ? 'kanban.toSprintFailed' : 'kanban.moveFailed'), {
        detail: `${t('kanban.moveRefused', { title })} ${reason}`,
      });
    },
  };
}
