import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BoardEvents, BoardOp, MoveReply } from '../../../contracts/agile.ts';
import type { Board, BoardCard } from '../../../contracts/agile-board.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { applyOp, baseOf, type Base } from './base.ts';
import { replay, type CardsChange, type Pending, type PendingMove, type Shown } from './lists.ts';
import type { Destination } from './moves.ts';

/** What the board needs of the outside. Calls reject with HostFailure. */
export interface BoardServer {
  board(): Promise<Board>;
  cards(): Promise<{ rows: BoardCard[]; seq: number }>;
  events(after: number): Promise<BoardEvents>;
  move(taskId: number, to: Destination & { opId: string }): Promise<MoveReply>;
  /** Calls the listener with each operation; with null when some may be missing. */
  listen(listener: (op: BoardOp | null) => void): () => void;
  /** Calls back when the network is there again. */
  onOnline(listener: () => void): () => void;
  after(milliseconds: number, callback: () => void): () => void;
  makeId(): string;
}

export interface BoardListener {
  /** A move was refused, and that one alone was taken back. */
  refused(move: PendingMove, failure: HostFailure): void;
  /** A move was accepted. */
  accepted(move: PendingMove, reply: MoveReply): void;
}

export interface SyncState {
  status: 'loading' | 'ready' | 'failed';
  /** Why the board could not be loaded. */
  failure: HostFailure | null;
  board: Board | null;
  shown: Shown | null;
  /** Gestures that the server has not confirmed. */
  pending: readonly Pending[];
  /** Whether gestures wait for the network. */
  isWaiting: boolean;
}

export interface BoardSync extends Pick<StoreApi<SyncState>, 'getState' | 'subscribe' | 'getInitialState'> {
  /** Moves a card at once, and sends the move. */
  move(taskId: number, to: Destination): PendingMove;
  /**
   * Changes cards at once, and sends the change. Resolves to the id of its operation once it is accepted; rejects with
   * HostFailure when it was refused, and taken back.
   */
  change(change: CardsChange, send: (opId: string) => Promise<unknown>): Promise<string>;
  /** Loads everything anew. */
  load(): Promise<void>;
  /** Reads what belongs to the board beside its cards. */
  loadBoard(): Promise<void>;
  dispose(): void;
}

/** Pause before a move is sent again that did not reach the server. Milliseconds. */
const resendPause = 5_000;
/** Time in which the event of an accepted move arrives; later it is fetched. Milliseconds. */
const eventPatience = 2_000;

/** Whether a call did not reach the server, or met it while it could not work. */
const isTemporary = ({ code, status }: HostFailure): boolean =>
  code === 'NETWORK' || status === 429 || status >= 502;

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
  }));
  let base: Base | null = null;
  /** Operations that came before one that is missing, or before the cards. */
  let early: BoardOp[] = [];
  let isDisposed = false;
  let isSending = false;
  let isFetching = false;
  let isFetchNeeded = false;
  let isLoading = false;
  let isLoadNeeded = false;
  let stopResend: (() => void) | null = null;
  /** What sends the changes that wait, by the ids of their operations. */
  const changes = new Map<string, { send(): Promise<unknown>; settle(failure: HostFailure | null): void }>();

  function show(change: Partial<SyncState> = {}): void {
    const state = store.getState();
    const board = change.board ?? state.board;
    const pending = change.pending ?? state.pending;
    const shown = base && board ? replay(base, pending, board, state.shown) : null;
    store.setState({ ...change, shown, ...(shown && { status: 'ready' as const, failure: null }) });
  }

  /** What was accepted before a read began is in what it reads, also when it changed nothing and has no operation. */
  const accepted = (): ReadonlySet<string> =>
    new Set(
      store
        .getState()
        .pending.filter(({ isAccepted }) => isAccepted)
        .map(({ opId }) => opId),
    );
  const withoutOps = (ids: ReadonlySet<string>): Pending[] =>
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
      isBoardStale ||= applied.isBoardStale;
      areCardsStale ||= applied.areCardsStale;
      pending = pending.filter(({ opId }) => opId !== op.opId);
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
        const known = store.getState().board;
        const before = accepted();
        const [board, { rows, seq }] = await Promise.all([known ?? server.board(), server.cards()]);
        if (isDisposed) return;
        base = baseOf(rows, seq);
        // What is accepted up to this number is in the cards.
        const isIn = (one: Pending) => one.kind === 'move' && one.seq !== null && one.seq <= seq;
        show({ board, pending: withoutOps(before).filter((one) => !isIn(one)) });
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
    } catch {
      // What is shown stays: the next operation asks again.
    }
  }

  const update = (opId: string, seq: number | null): Pending[] =>
    store
      .getState()
      .pending.map((one) =>
        one.opId === opId ? { ...one, isAccepted: true, ...(one.kind === 'move' && { seq }) } : one,
      );

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    stopResend?.();
    stopResend = null;
    try {
      for (;;) {
        const next = store.getState().pending.find(({ isAccepted }) => !isAccepted);
        if (!next || isDisposed) break;
        if (!(await sendOne(next))) break;
      }
    } finally {
      isSending = false;
    }
  }

  /** Notes that a gesture is accepted: it stays on top until its operation arrives. */
  function accept(opId: string, seq: number | null): void {
    const isApplied = seq !== null && base !== null && base.seq >= seq;
    show({ pending: isApplied ? withoutOps(new Set([opId])) : update(opId, seq), isWaiting: false });
    if (isApplied) return;
    server.after(eventPatience, () => {
      const isOpen = store.getState().pending.some((one) => one.opId === opId);
      if (!isDisposed && isOpen) void fetchMissed();
    });
  }

  /** @returns whether the next one can be sent */
  async function sendOne(next: Pending): Promise<boolean> {
    const { opId } = next;
    try {
      if (next.kind === 'move') {
        const reply = await server.move(next.taskId, { opId, ...next.to });
        if (isDisposed) return false;
        accept(opId, reply.seq);
        listener.accepted(next, reply);
      } else {
        await changes.get(opId)?.send();
        if (isDisposed) return false;
        accept(opId, null);
        changes.get(opId)?.settle(null);
      }
      return true;
    } catch (error) {
      if (isDisposed) return false;
      const failure = error as HostFailure;
      // Its operation may have arrived although the answer did not.
      const isKnown = !store.getState().pending.some((one) => one.opId === opId);
      if (isKnown) {
        changes.get(opId)?.settle(null);
        return true;
      }
      if (isTemporary(failure)) {
        store.setState({ isWaiting: true });
        stopResend = server.after(resendPause, () => void send());
        return false;
      }
      show({ pending: withoutOps(new Set([opId])), isWaiting: false });
      if (next.kind === 'move') listener.refused(next, failure);
      else changes.get(opId)?.settle(failure);
      return true;
    } finally {
      if (!store.getState().pending.some((one) => one.opId === opId && !one.isAccepted)) changes.delete(opId);
    }
  }

  const stopListening = server.listen((op) => {
    if (op === null) {
      // The connection was away: whatever happened meanwhile is asked for.
      void fetchMissed();
      return;
    }
    early.push(op);
    applyEarly();
  });
  const stopOnline = server.onOnline(() => {
    void send();
    void fetchMissed();
  });
  void load();

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    move(taskId, to) {
      const card = store.getState().shown?.cards[taskId];
      const isTransfer = card !== undefined && (card.taskSprintId ?? 'backlog') !== to.bucket;
      const opId = server.makeId();
      const move: PendingMove = { kind: 'move', opId, taskId, to, isTransfer, isAccepted: false, seq: null };
      show({ pending: [...store.getState().pending, move] });
      void send();
      return move;
    },
    change: (change, sendChange) =>
      new Promise((resolve, reject) => {
        const opId = server.makeId();
        changes.set(opId, {
          send: () => sendChange(opId),
          settle: (failure) => (failure ? reject(failure as unknown as Error) : resolve(opId)),
        });
        const pending: Pending = { kind: 'change', opId, change, isAccepted: false };
        show({ pending: [...store.getState().pending, pending] });
        void send();
      }),
    load,
    loadBoard,
    dispose() {
      isDisposed = true;
      stopListening();
      stopOnline();
      stopResend?.();
    },
  };
}
