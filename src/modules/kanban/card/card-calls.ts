import type {
  CardComment,
  CardDetails,
  CardFields,
  ChecklistItem,
  HistoryEntry,
  LinkKind,
} from '../../../contracts/agile-card.ts';
import { randomId } from '../../../contracts/random-id.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Host, RunRequest } from '../../../engine/core/index.ts';

const root = '/handler/v2/agile';

/** A change that the server carried out, by the id under which it can be taken back. */
export interface Gesture<Data> {
  opId: string;
  data: Data;
}

/** The calls of a card's panel. They reject with HostFailure. */
export interface CardCalls {
  task(): Promise<CardDetails>;
  /** The last comments, the oldest of them first. */
  comments(count: number): Promise<{ rows: CardComment[]; totalRows: number }>;
  checklist(): Promise<ChecklistItem[]>;
  /** @param version the one on which the values are based */
  change(fields: CardFields, version: number): Promise<Gesture<CardDetails>>;
  remove(): Promise<Gesture<null>>;
  addTag(boardId: number, title: string): Promise<{ id: number }>;
  addItem(title: string): Promise<Gesture<ChecklistItem>>;
  /** @param change.afterId the item to stand behind; null for the top */
  changeItem(
    id: number,
    change: { title?: string; isDone?: boolean; afterId?: number | null; version?: number },
  ): Promise<Gesture<ChecklistItem>>;
  removeItem(id: number): Promise<Gesture<null>>;
  comment(body: string): Promise<Gesture<{ withoutAccess: { id: number; name: string }[] }>>;
  changeComment(
    id: number,
    body: string,
    version: number,
  ): Promise<Gesture<{ withoutAccess: { id: number; name: string }[] }>>;
  removeComment(id: number): Promise<Gesture<null>>;
  /** The first tasks of all boards and projects that the person sees, by words of the title or a number such as RVR-118. */
  find(text: string): Promise<{ id: number; code: string; title: string }[]>;
  link(kind: LinkKind, otherId: number, isSet: boolean): Promise<Gesture<CardDetails>>;
  attach(fileIds: readonly number[]): Promise<Gesture<CardDetails>>;
  detach(fileId: number): Promise<Gesture<null>>;
  watch(isSet: boolean): Promise<CardDetails>;
  /** The last entries of the history, the last one first. */
  history(count: number): Promise<{ rows: HistoryEntry[]; totalRows: number }>;
  react(id: number, emoji: string, isSet: boolean): Promise<void>;
}

export function createCardCalls(host: Host, taskId: number): CardCalls {
  const parent = { parentType: 'task', parentId: taskId };
  const ofParent = `parentType=task&parentId=${taskId}`;
  const call = async <Data>(method: RunRequest['method'], path: string, body?: object): Promise<Data> => {
    const reply = await host.run({
      method,
      address: `${root}/${path}`,
      ...(body && { body: body as unknown as Json }),
    });
    return (reply as { data: Data }).data;
  };
  const gesture = async <Data>(
    method: 'post' | 'put',
    path: string,
    body: object,
  ): Promise<Gesture<Data>> => {
    const opId = randomId();
    return { opId, data: await call<Data>(method, path, { opId, ...body }) };
  };
  const remove = async (path: string): Promise<Gesture<null>> => {
    const opId = randomId();
    await call('delete', `${path}?opId=${opId}`);
    return { opId, data: null };
  };
  return {
    task: () => call('get', `tasks/${taskId}`),
    async comments(count) {
      const page = await call<{ rows: CardComment[]; totalRows: number }>(
        'get',
        `comments?${ofParent}&perPage=${count}&order=createdAt_desc`,
      );
      return { ...page, rows: page.rows.toReversed() };
    },
    checklist: async () => (await call<{ rows: ChecklistItem[] }>('get', `checklist?${ofParent}`)).rows,
    change: (fields, version) => gesture('put', `tasks/${taskId}`, { ...fields, version }),
    remove: () => remove(`tasks/${taskId}`),
    addTag: (boardId, title) => call('post', `boards/${boardId}/tags`, { title }),
    addItem: (title) => gesture('post', 'checklist', { ...parent, title }),
    changeItem: (id, change) => gesture('put', `checklist/${id}`, change),
    removeItem: (id) => remove(`checklist/${id}`),
    comment: (body) => gesture('post', 'comments', { ...parent, body }),
    changeComment: (id, body, version) => gesture('put', `comments/${id}`, { body, version }),
    removeComment: (id) => remove(`comments/${id}`),
    find: async (text) => {
      const query = new URLSearchParams({ text, perPage: '50' });
      return (await call<{ rows: { id: number; code: string; title: string }[] }>('get', `tasks?${query}`))
        .rows;
    },
    async link(kind, otherId, isSet) {
      if (isSet) return gesture('post', `tasks/${taskId}/links`, { kind, otherId });
      const opId = randomId();
      const path = `tasks/${taskId}/links?kind=${kind}&otherId=${otherId}&opId=${opId}`;
      return { opId, data: await call<CardDetails>('delete', path) };
    },
    attach: (fileIds) => gesture('post', `tasks/${taskId}/attachments`, { fileIds }),
    detach: (fileId) => remove(`tasks/${taskId}/attachments/${fileId}`),
    watch: (isSet) => call(isSet ? 'post' : 'delete', `tasks/${taskId}/watch`),
    history: (count) => call('get', `tasks/${taskId}/history?perPage=${Math.min(count, 500)}`),
    async react(id, emoji, isSet) {
      const path = `comments/${id}/reactions`;
      await (isSet
        ? call('post', path, { emoji })
        : call('delete', `${path}?emoji=${encodeURIComponent(emoji)}`));
    },
  };
}
