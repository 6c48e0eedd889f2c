import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BoardOp, OpChange } from '../../../contracts/agile.ts';
import type { CardComment, CardDetails, CardFields, ChecklistItem } from '../../../contracts/agile-card.ts';
import type { Host, HostFailure } from '../../../engine/core/index.ts';
import type { CardCalls, Gesture } from './card-calls.ts';

/** Comments that are read at first, and that each "earlier ones" adds. The server gives 500 at most. */
const commentsStep = 50;
const mostComments = 500;

export interface CardState {
  status: 'loading' | 'ready' | 'failed' | 'removed';
  failure: HostFailure | null;
  /** Card as the server has confirmed it. */
  task: CardDetails | null;
  /** Fields that were changed here and wait for the server. */
  pending: CardFields;
  checklist: readonly ChecklistItem[];
  comments: readonly CardComment[];
  totalComments: number;
}

export interface CardStore extends Pick<StoreApi<CardState>, 'getState' | 'subscribe' | 'getInitialState'> {
  calls: CardCalls;
  load(): Promise<void>;
  loadEarlier(): Promise<void>;
  /**
   * Changes fields. Other people's changes meanwhile stay, unless they are of the same field.
   * @param version the one that the value is based on; the last one without it
   * @returns what the server refused, or null
   */
  save(fields: CardFields, version?: number): Promise<HostFailure | null>;
  /** Carries out a change beside the fields, and reads the card again. @returns what the server refused, or null */
  act<Data>(gesture: () => Promise<Gesture<Data> | void>): Promise<HostFailure | null>;
  dispose(): void;
}

type Part = 'task' | 'comments' | 'checklist';

/** Whether a link with the card was made or removed at another one. */
const isLinked = (before: OpChange['before'], after: OpChange['after'], taskId: number): boolean =>
  ['blocks', 'duplicates', 'relates'].some((kind) =>
    [before, after].some((fields) => Array.isArray(fields?.[kind]) && fields[kind].includes(taskId)),
  );

/** The parts of the panel that an operation of the board concerns. */
function partsOf(changes: readonly OpChange[], taskId: number, projectId: number): Set<Part> {
  const parts = new Set<Part>();
  for (const { entity, id, before, after, projectId: of } of changes) {
    if (
      entity === 'task'
        ? id === taskId || isLinked(before, after, taskId)
        : ['story', 'sprint', 'tag', 'project'].includes(entity)
    )
      parts.add('task');
    else if (entity === 'comment' || entity === 'checklist') {
      const parent = after?.['parentId'] ?? before?.['parentId'];
      if (of === projectId && (parent === undefined || parent === taskId))
        parts.add(entity === 'comment' ? 'comments' : 'checklist');
    }
  }
  return parts;
}

/**
 * State of a card's panel: the confirmed card with the person's own changes on top. Operations of the board, whoever
 * did them, make it read the parts again that they concern.
 * @param onDone called with each change that can be taken back
 */
export function createCardStore(
  host: Pick<Host, 'events' | 'presence'>,
  boardId: number,
  taskId: number,
  calls: CardCalls,
  onDone: (opId: string) => void,
): CardStore {
  const store = createStore<CardState>(() => ({
    status: 'loading',
    failure: null,
    task: null,
    pending: {},
    checklist: [],
    comments: [],
    totalComments: 0,
  }));
  let isDisposed = false;
  let commentCount = commentsStep;
  /** Numbers of the last reads of each part: an answer that was overtaken is dropped. */
  const reads: Record<Part, number> = { task: 0, comments: 0, checklist: 0 };

  async function read(part: Part): Promise<void> {
    const number = ++reads[part];
    const isLast = () => !isDisposed && number === reads[part];
    if (part === 'task') {
      const task = await calls.task();
      if (isLast()) store.setState({ task, status: 'ready', failure: null });
    } else if (part === 'checklist') {
      const checklist = await calls.checklist();
      if (isLast()) store.setState({ checklist });
    } else {
      const { rows, totalRows } = await calls.comments(commentCount);
      if (isLast()) store.setState({ comments: rows, totalComments: totalRows });
    }
  }

  async function readAll(parts: Iterable<Part>): Promise<void> {
    try {
      await Promise.all([...parts].map(read));
    } catch (error) {
      if (isDisposed) return;
      const failure = error as HostFailure;
      const isKnown = store.getState().task !== null;
      // A card that is shown stays through a broken connection; one that is not there any more goes.
      if (!isKnown) store.setState({ status: 'failed', failure });
      else if (failure.status === 404) store.setState({ status: 'removed' });
    }
  }

  const load = () => readAll(['task', 'checklist', 'comments']);

  function onOp(op: BoardOp | null): void {
    const { task } = store.getState();
    if (op === null || op.changes === null || task === null) void load();
    else void readAll(partsOf(op.changes, taskId, task.projectId));
  }
  const stopListening = host.events.subscribe([`board:${boardId}`], ({ data }) =>
    onOp(data === undefined ? null : (data as unknown as BoardOp)),
  );
  const stopPresence = host.presence.subscribe(() => {
    if (host.presence.get()) void load();
  });

  /** Changes are sent one after another: each is based on what the one before it left. */
  let sending: Promise<unknown> = Promise.resolve();

  /** Takes fields out of those that wait, unless they were changed again meanwhile. */
  function settle(fields: CardFields): void {
    const rest = Object.entries(store.getState().pending).filter(
      ([name, value]) => !Object.is(value, fields[name as keyof CardFields]),
    );
    store.setState({ pending: Object.fromEntries(rest) });
  }

  async function send(fields: CardFields, version: number | undefined): Promise<HostFailure | null> {
    try {
      const { opId, data } = await calls.change(fields, version ?? store.getState().task!.version);
      // Also for a panel that was closed meanwhile: the change can be taken back.
      onDone(opId);
      reads.task += 1;
      store.setState({ task: data });
      settle(fields);
      return null;
    } catch (error) {
      const failure = error as HostFailure;
      if (failure.code === 'VERSION_CONFLICT' && failure.data) {
        reads.task += 1;
        store.setState({ task: failure.data as CardDetails });
      }
      settle(fields);
      return failure;
    }
  }

  void load();
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    calls,
    load,
    async loadEarlier() {
      commentCount = Math.min(commentCount + commentsStep, mostComments);
      await readAll(['comments']);
    },
    save(fields, version) {
      store.setState(({ pending }) => ({ pending: { ...pending, ...fields } }));
      const sent = sending.then(() => send(fields, version));
      sending = sent;
      return sent;
    },
    async act(gesture) {
      try {
        const done = await gesture();
        if (done) onDone(done.opId);
        await load();
        return null;
      } catch (error) {
        await load();
        return error as HostFailure;
      }
    },
    dispose() {
      isDisposed = true;
      stopListening();
      stopPresence();
    },
  };
}
