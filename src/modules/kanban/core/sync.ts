import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Outbox, OutboxEntry } from '../../../client/index.ts';
import type { BoardEvents, BoardOp, MoveReply } from '../../../contracts/agile.ts';
import type { Board, BoardCard } from '../../../contracts/agile-board.ts';
import type { Json } from '../../../contracts/json.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { applyOp, baseOf, type Base } from './base.ts';
import { shownGesture, type CardsGesture } from './bulk.ts';
import { replay, type PendingGesture, type PendingMove, type ShownBoard } from './lists.ts';
import type { Destination } from './moves.ts';
import { mostNamed } from './reason.ts';

/** Calls of the board to the server. They reject with HostFailure. */
export interface BoardServer {
  board(): Promise<Board>;
  cards(): Promise<{ rows: BoardCard[]; seq: number }>;
  events(after: number): Promise<BoardEvents>;
  /** Sends gestures, each once, and keeps those that wait over a reload. */
  outbox: Outbox;
  moveRequest(taskId: number, to: Destination & { opId: string; seen: number }): OutboxEntry['request'];
  /** Calls the listener with each operation; with null when some may be missing. */
  listen(listener: (op: BoardOp | null) => void): () => void;
  /** Calls back when the network is there again. */
  onOnline(listener: () => void): () => void;
  after(milliseconds: number, callback: () => void): () => void;
  makeId(): string;
}

export interface BoardListener {
  /**
   * A gesture that nobody waits for was refused, and that one alone was taken back.
   * @param name what the person knows its cards by
   */
  refused(gesture: BoardGesture, failure: HostFailure, name: string): void;
  /** A gesture that nobody waits for was accepted. */
  accepted(gesture: BoardGesture): void;
}

/** A move, or a change of a page before, as it waits for the server. */
export type BoardGesture = { opId: string } & (
  | ({ kind: 'move' } & Pick<PendingMove, 'taskId' | 'to' | 'isTransfer'>)
  | { kind: 'change'; gesture: CardsGesture }
);

export interface SyncState {
  status: 'loading' | 'ready' | 'failed';
  /** Why the board could not be loaded. */
  failure: HostFailure | null;
  board: Board | null;
  shown: ShownBoard | null;
  /** Gestures that the server has not confirmed. */
  pending: readonly PendingGesture[];
  /** Whether gestures wait for the network. */
  isWaiting: boolean;
  /** Whether those outlive this tab. */
  isKept: boolean;
}

export interface BoardSync extends Pick<StoreApi<SyncState>, 'getState' | 'subscribe' | 'getInitialState'> {
  /** Moves a card at once, and sends the move. */
  move(taskId: number, to: Destination): void;
  /**
   * Changes cards at once, and sends the change. Resolves to the id of its operation once it is accepted; rejects with
   * HostFailure when it was refused, and taken back.
   * @param request takes the number of the last operation that the person has seen, too: what others changed since is newer
   */
  change(
    gesture: CardsGesture,
    request: (opId: string, seen: number) => OutboxEntry['request'],
  ): Promise<string>;
  /** Loads everything anew. */
  load(): Promise<void>;
  /** Reads what belongs to the board beside its cards. */
  loadBoard(): Promise<void>;
  dispose(): void;
}

/** Time in which the event of an accepted move arrives; later it is fetched. Milliseconds. */
const eventPatience = 2_000;

/** Gesture that the outbox keeps. */
const gestureOf = ({ id, data }: OutboxEntry): BoardGesture =>
  ({ ...(data as object), opId: id }) as BoardGesture;

/**
 * The state of a board: what is confirmed, and moves that wait for their confirmation replayed on top. Operations are applied
 * in the order of their numbers; one that is missing is fetched, and where too much is missing the cards are loaded anew.
 * Gestures are sent one after another, each with an id of its own, so that sending it again does nothing twice.
 */
export function createBoardSync(boardId: number, server: BoardServer, listener: BoardListener): BoardSync {
  const store = createStore<SyncState>(() => ({
    status: 'loading',
    failure: null,
    board: null,
    shown: null,
    pending: [],
    isWaiting: false,
    isKept: true,
  }));
  let base: Base | null = null;
  /** Operations that came before one that is missing, or before the cards. */
  let early: BoardOp[] = [];
  let isDisposed = false;
  let isFetching = false;
  let isFetchNeeded = false;
  let isLoading = false;
  let isLoadNeeded = false;
  /** Operations that were applied while the cards are read: the answer may be older than they are. */
  let meanwhile: BoardOp[] = [];
  /** Gestures that the server has not accepted, in their order. */
  let unsent: readonly OutboxEntry[] = [];
  /** Ids of operations that arrived before the answers to their gestures. */
  const arrived = new Set<string>();
  /** Refused gestures that the person was told about. */
  const told = new Set<string>();
  /** Waiting callers, by the ids of their operations. */
  const waiters = new Map<string, (failure: HostFailure | null) => void>();

  function pendingOf(entry: OutboxEntry, board: Board): PendingGesture {
    const gesture = gestureOf(entry);
    const { opId } = gesture;
    return gesture.kind === 'move'
      ? { ...gesture, isAccepted: false, seq: null }
      : { kind: 'change', opId, change: shownGesture(gesture.gesture, board), isAccepted: false };
  }

  function show(change: Partial<SyncState> = {}): void {
    const state = store.getState();
    const board = change.board ?? state.board;
    const accepted = (change.pending ?? state.pending).filter(({ isAccepted }) => isAccepted);
    const known = new Set(accepted.map(({ opId }) => opId));
    const waits = board ? unsent.filter(({ id }) => !arrived.has(id) && !known.has(id)) : [];
    const pending = [...accepted, ...waits.map((entry) => pendingOf(entry, board!))];
    const shown = base && board ? replay(base, pending, board, state.shown) : null;
    store.setState({ ...change, pending, shown, ...(shown && { status: 'ready' as const, failure: null }) });
  }

  /** Gestures accepted before a read began are in what it reads, also when they changed nothing and have no operation. */
  const accepted = (): ReadonlySet<string> =>
    new Set(
      store
        .getState()
        .pending.filter(({ isAccepted }) => isAccepted)
        .map(({ opId }) => opId),
    );
  const withoutOps = (ids: ReadonlySet<string>): PendingGesture[] =>
    store.getState().pending.filter(({ opId }) => !ids.has(opId));

  /** Applies the operations that are next in order. */
  function applyEarly(): void {
    if (!base) return;
    let pending = store.getState().pending;
    let isBoardStale = false;
    let areCardsStale = false;
    early.sort((one, other) => one.seq - other.seq);
    while (early.length > 0) {
      const [op] = early as [BoardOp];
      if (op.seq > base.seq && (op.seq !== base.seq + 1 || op.changes === null)) break;
      early.shift();
      if (op.seq <= base.seq) continue;
      const applied = applyOp(base, boardId, op);
      base = applied.base;
      if (isLoading) meanwhile.push(op);
      isBoardStale ||= applied.isBoardStale;
      areCardsStale ||= applied.areCardsStale;
      pending = pending.filter(({ opId }) => opId !== op.opId);
      if (unsent.some(({ id }) => id === op.opId)) arrived.add(op.opId);
    }
    show({ pending });
    if (areCardsStale) void load();
    if (isBoardStale) void loadBoard();
    if (early.length > 0) void fetchMissed();
  }

  async function fetchMissed(): Promise<void> {
    if (isFetching || !base) {
      isFetchNeeded = true;
      return;
    }
    isFetching = true;
    try {
      do {
        isFetchNeeded = false;
        const known = accepted();
        const { rows, reload } = await server.events(base.seq);
        if (isDisposed) return;
        if (reload) {
          early = [];
          await load();
        } else {
          early.push(...rows);
          // Those that were too large for an event are here with their changes.
          const whole = new Map<number, BoardOp>();
          for (const op of early) if (op.changes !== null || !whole.has(op.seq)) whole.set(op.seq, op);
          early = [...whole.values()];
          applyEarly();
          if (known.size > 0) show({ pending: withoutOps(known) });
        }
      } while (isFetchNeeded);
    } catch {
      // Without the network: the next event, or the connection's return, asks again.
    } finally {
      isFetching = false;
    }
  }

  async function load(): Promise<void> {
    if (isLoading) {
      isLoadNeeded = true;
      return;
    }
    isLoading = true;
    try {
      do {
        isLoadNeeded = false;
        meanwhile = [];
        const known = store.getState().board;
        const before = accepted();
        const [board, { rows, seq }] = await Promise.all([known ?? server.board(), server.cards()]);
        if (isDisposed) return;
        base = baseOf(rows, seq);
        // Changes accepted up to this number are in the cards.
        const isIn = (one: PendingGesture) => one.kind === 'move' && one.seq !== null && one.seq <= seq;
        show({ board, pending: withoutOps(before).filter((one) => !isIn(one)) });
        early.push(...meanwhile);
        applyEarly();
        if (isFetchNeeded) void fetchMissed();
      } while (isLoadNeeded);
    } catch (failure) {
      if (!isDisposed && store.getState().shown === null)
        store.setState({ status: 'failed', failure: failure as HostFailure });
    } finally {
      isLoading = false;
    }
  }

  async function loadBoard(): Promise<void> {
    try {
      const board = await server.board();
      if (!isDisposed) show({ board });
    } catch (error) {
      const failure = error as HostFailure;
      // The board shown stays, and the next operation asks again, unless the board is gone or taken from the person.
      if (!isDisposed && [403, 404].includes(failure.status)) store.setState({ status: 'failed', failure });
    }
  }

  /** Notes that a gesture is accepted: it stays on top until its operation arrives. */
  function accept(entry: OutboxEntry, seq: number | null): void {
    const { board } = store.getState();
    const opId = entry.id;
    const isApplied = arrived.delete(opId) || (seq !== null && base !== null && base.seq >= seq);
    unsent = unsent.filter(({ id }) => id !== opId);
    if (isApplied || !board) return show();
    const pending = { ...pendingOf(entry, board), isAccepted: true };
    if (pending.kind === 'move') pending.seq = seq;
    show({ pending: [...store.getState().pending, pending] });
    server.after(eventPatience, () => {
      const isOpen = store.getState().pending.some((one) => one.opId === opId);
      if (!isDisposed && isOpen) void fetchMissed();
    });
  }

  function settle(entry: OutboxEntry, failure: HostFailure | null): void {
    const answer = waiters.get(entry.id);
    waiters.delete(entry.id);
    if (answer) answer(failure);
    else if (failure) listener.refused(gestureOf(entry), failure, entry.text ?? '');
    else listener.accepted(gestureOf(entry));
  }

  const stopFollowing = server.outbox.follow(`board/${boardId}`, {
    changed(entries, { isWaiting, unkept }) {
      unsent = entries.filter(({ refusal }) => refusal === null);
      const isLeft = unsent.some(({ id }) => !arrived.has(id));
      show({ isWaiting: isWaiting && isLeft, isKept: unkept.size === 0 });
      for (const entry of entries) {
        // Each of them that is discarded calls this again.
        if (entry.refusal === null || told.has(entry.id)) continue;
        told.add(entry.id);
        server.outbox.discard(entry.id);
        // Its operation may have arrived although the answer did not.
        settle(entry, arrived.delete(entry.id) ? null : entry.refusal);
      }
    },
    sent(entry, reply, isHere) {
      const { seq } = (reply as { data: MoveReply }).data;
      accept(entry, gestureOf(entry).kind === 'move' ? seq : null);
      // Gestures of the person in another tab are announced and taken back there.
      if (isHere || waiters.has(entry.id)) settle(entry, null);
    },
  });

  const stopListening = server.listen((op) => {
    if (op === null) {
      // The connection was away: whatever happened meanwhile is asked for.
      void fetchMissed();
      return;
    }
    early.push(op);
    applyEarly();
  });
  const stopOnline = server.onOnline(() => void fetchMissed());
  void load();

  /** The titles of cards, of many those of the first ones. */
  const nameOf = (ids: readonly number[]): string =>
    ids
      .slice(0, mostNamed)
      .map((id) => store.getState().shown?.cards[id]?.title ?? '')
      .join(', ') + (ids.length > mostNamed ? ', …' : '');

  const add = (entry: Omit<OutboxEntry, 'key' | 'at' | 'refusal'>) =>
    server.outbox.add({ key: `board/${boardId}`, ...entry });

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    move(taskId, to) {
      const card = store.getState().shown?.cards[taskId];
      const isTransfer = card !== undefined && (card.taskSprintId ?? 'backlog') !== to.bucket;
      const opId = server.makeId();
      const request = server.moveRequest(taskId, { opId, ...to, seen: base?.seq ?? 0 });
      const data = { kind: 'move', taskId, to, isTransfer };
      add({ id: opId, kind: 'move', request, data: data as unknown as Json, text: nameOf([taskId]) });
    },
    change: (gesture, request) =>
      new Promise((resolve, reject) => {
        const id = server.makeId();
        waiters.set(id, (failure) => (failure ? reject(failure as unknown as Error) : resolve(id)));
        const data = { kind: 'change', gesture };
        const text = 'add' in gesture ? gesture.add.title : nameOf(gesture.ids);
        add({
          id,
          kind: 'change',
          request: request(id, base?.seq ?? 0),
          data: data as unknown as Json,
          text,
        });
      }),
    load,
    loadBoard,
    dispose() {
      isDisposed = true;
      stopListening();
      stopOnline();
      stopFollowing();
    },
  };
}
