import { describe, expect, it } from 'vitest';
import { widgets } from '../../widgets/index.ts';
import type { SavedDefinition } from '../contracts/definitions.ts';
import type { JsonObject } from '../contracts/json.ts';
import { createRegistry, loadSpecs, mergeDocuments } from '../engine/core/index.ts';
import { createDraft, obstacleOf } from './draft.ts';
import { createEditor, type Editor } from './editor.ts';

const registry = createRegistry(await loadSpecs(widgets));

const stat = (props: JsonObject): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  body: [{ id: 'stat', type: 'stat', at: { x: 0, y: 0, w: 4, h: 2 }, props }],
});

/** A server with one document, which merges what is based on an older version as ours does, or refuses it. */
function createServer() {
  const versions = [stat({ label: 'Pedidos', field: 'orders' })];
  let isDown = false;
  let isRemoved = false;
  const saved = (document: JsonObject) =>
    ({
      definition: document,
      version: versions.length,
      merged: null,
      draft: null,
    }) as unknown as SavedDefinition;
  return {
    versions,
    latest: () => versions.at(-1)!,
    fail: (down: boolean) => void (isDown = down),
    remove: () => void (isRemoved = true),
    loads: 0,
    /** Promise that a load waits for before it answers with what it has read. */
    slow: Promise.resolve(),
    async load() {
      this.loads++;
      // oxlint-disable-next-line no-throw-literal
      if (isRemoved) throw { code: 'NOT_FOUND', status: 404, message: 'Não encontrado', errors: [] };
      const read = { document: this.latest(), version: versions.length, savedAt: null, author: 'Ana' };
      await this.slow;
      return read;
    },
    async save(document: JsonObject, version: number): Promise<SavedDefinition> {
      // Thrown values are failures of the host, which are no errors of JavaScript.
      // oxlint-disable-next-line no-throw-literal
      if (isDown) throw { code: 'OFFLINE', status: 0, message: 'Sem conexão', errors: [] };
      // oxlint-disable-next-line no-throw-literal
      if (isRemoved) throw { code: 'NOT_FOUND', status: 404, message: 'Não encontrado', errors: [] };
      const merged = mergeDocuments(versions[version - 1]!, document, versions.at(-1)!);
      if (merged.conflicts.length > 0) {
        const data = { definition: versions.at(-1), version: versions.length };
        // oxlint-disable-next-line no-throw-literal
        throw { code: 'VERSION_CONFLICT', status: 409, message: 'x', errors: [], data };
      }
      versions.push(merged.document);
      return saved(merged.document);
    },
  };
}

type Server = ReturnType<typeof createServer>;

/** An editor of the server's document, whose timers run when the test says so. */
function open(server: Server) {
  const editor = createEditor(server.latest(), registry);
  const waiting: (() => void)[] = [];
  const draft = createDraft(
    editor,
    { document: server.latest(), version: server.versions.length, savedAt: null },
    {
      save: server.save,
      load: () => server.load(),
      after(_, callback) {
        waiting.push(callback);
        return () => void waiting.splice(waiting.indexOf(callback), 1);
      },
    },
  );
  return { editor, draft, waiting, status: () => draft.store.getState().status };
}

const write = (editor: Editor, name: string, value: string) =>
  editor.dispatch({ type: 'set', key: 'stat', path: ['props', name], value });
const propsOf = (document: JsonObject) => (document['body'] as { props: JsonObject }[])[0]!.props;

describe('two people in the draft of one view', () => {
  it('keep both changes of different properties of one widget, and take their own back alone', async () => {
    const server = createServer();
    const [one, other] = [open(server), open(server)];
    write(one.editor, 'label', 'Receita');
    write(other.editor, 'field', 'total');
    expect(await one.draft.flush()).toBe(true);
    expect(await other.draft.flush()).toBe(true);
    const both = { label: 'Receita', field: 'total' };
    expect([propsOf(server.latest()), propsOf(other.editor.document())]).toEqual([both, both]);
    other.editor.undo();
    expect(propsOf(other.editor.document())).toEqual({ label: 'Receita', field: 'orders' });
  });

  it('are asked about the same property, and what is chosen is saved', async () => {
    const server = createServer();
    const [one, other] = [open(server), open(server)];
    write(one.editor, 'label', 'Receita');
    write(other.editor, 'label', 'Faturamento');
    await one.draft.flush();
    expect(await other.draft.flush()).toBe(false);
    expect(other.draft.store.getState().conflicts).toMatchObject([
      { nodeId: 'stat', mine: 'Faturamento', theirs: 'Receita' },
    ]);
    // Nothing is sent before it is decided.
    expect([await other.draft.flush(), server.versions.length]).toEqual([false, 2]);
    other.draft.resolve([false]);
    expect(await other.draft.flush()).toBe(true);
    expect(propsOf(server.latest())['label']).toBe('Faturamento');
  });
});

describe('what another saves while the draft is open', () => {
  const labelOf = (editor: Editor) => propsOf(editor.document())['label'];

  it('is taken over as it is heard of, beside what is not saved here yet', async () => {
    const server = createServer();
    const [one, other] = [open(server), open(server)];
    write(one.editor, 'label', 'Receita');
    write(other.editor, 'field', 'total');
    await one.draft.flush();
    await other.draft.hear(2);
    expect(propsOf(other.editor.document())).toEqual({ label: 'Receita', field: 'total' });
    expect(other.draft.store.getState().mergedFrom).toBe('Ana');
    expect(await other.draft.flush()).toBe(true);
    expect(propsOf(server.latest())).toEqual({ label: 'Receita', field: 'total' });
    // Whose changes they were is said until something changes here.
    expect(other.draft.store.getState().mergedFrom).toBe('Ana');
    write(other.editor, 'label', 'Faturamento');
    expect(other.draft.store.getState().mergedFrom).toBeNull();
  });

  it('is not loaded for a save from here', async () => {
    const server = createServer();
    const { editor, draft } = open(server);
    write(editor, 'label', 'Receita');
    const saved = draft.flush();
    await draft.hear(2);
    expect([await saved, server.loads]).toEqual([true, 0]);
    await draft.hear(undefined);
    expect([server.loads, draft.store.getState().mergedFrom]).toEqual([1, null]);
  });

  it('does not go back to what was read before a save from here', async () => {
    const server = createServer();
    const [one, other] = [open(server), open(server)];
    write(one.editor, 'label', 'Receita');
    await one.draft.flush();
    let answer = () => undefined as void;
    server.slow = new Promise((resolve) => (answer = resolve));
    const heard = other.draft.hear(2);
    await Promise.resolve();
    write(other.editor, 'field', 'total');
    await other.draft.flush();
    answer();
    await heard;
    expect(propsOf(other.editor.document())).toEqual({ label: 'Receita', field: 'total' });
    expect([other.status(), other.draft.store.getState().version, server.loads]).toEqual(['saved', 3, 2]);
  });

  it('is a conflict where the same changed here, and its removal is said', async () => {
    const server = createServer();
    const [one, other] = [open(server), open(server)];
    write(one.editor, 'label', 'Receita');
    write(other.editor, 'label', 'Faturamento');
    await one.draft.flush();
    await other.draft.hear(2);
    expect([other.status(), labelOf(other.editor)]).toEqual(['conflict', 'Faturamento']);
    server.remove();
    await one.draft.hear(0);
    expect(one.status()).toBe('gone');
  });
});

describe('a draft that is published', () => {
  it('is the one that is shown: what another window saved is taken over and looked at first', async () => {
    const server = createServer();
    const [one, other] = [open(server), open(server)];
    write(one.editor, 'label', 'Receita');
    await one.draft.flush();
    expect(await obstacleOf(one.draft)).toBeNull();
    expect(await obstacleOf(other.draft)).toEqual({
      intent: 'info',
      message: null,
      text: 'editor.publish.changed',
    });
    expect(propsOf(other.editor.document())['label']).toBe('Receita');
    expect(await obstacleOf(other.draft)).toBeNull();
    expect([other.status(), other.draft.store.getState().version]).toEqual(['saved', 2]);
  });

  it('is looked at first also where the change of another came in while it was read', async () => {
    const server = createServer();
    const [one, other] = [open(server), open(server)];
    write(one.editor, 'label', 'Receita');
    await one.draft.flush();
    const heard = other.draft.hear(2);
    expect(await obstacleOf(other.draft)).toMatchObject({ text: 'editor.publish.changed' });
    await heard;
    expect(await obstacleOf(other.draft)).toBeNull();
  });

  it('is not published while it cannot be saved', async () => {
    const server = createServer();
    const { editor, draft } = open(server);
    write(editor, 'label', 'Receita');
    server.fail(true);
    expect(await obstacleOf(draft)).toEqual({
      intent: 'error',
      message: 'Sem conexão',
      text: 'editor.publish.notSaved',
    });
  });
});

describe('a draft that is being saved', () => {
  it('keeps what is typed meanwhile, and saves it next', async () => {
    const server = createServer();
    const { editor, draft, status } = open(server);
    write(editor, 'label', 'Primeiro');
    const saving = draft.flush();
    write(editor, 'label', 'Segundo');
    expect([await saving, status()]).toEqual([false, 'waiting']);
    expect(propsOf(server.latest())['label']).toBe('Primeiro');
    expect([await draft.flush(), status()]).toEqual([true, 'saved']);
    expect(propsOf(server.latest())['label']).toBe('Segundo');
  });

  it('stays unsaved without a connection, and is sent again by itself', async () => {
    const server = createServer();
    const { editor, draft, waiting, status } = open(server);
    server.fail(true);
    write(editor, 'label', 'Sem conexão');
    expect([await draft.flush(), status(), draft.isDirty()]).toEqual([false, 'failed', true]);
    server.fail(false);
    for (const callback of waiting.splice(0)) callback();
    await expect.poll(status).toBe('saved');
    expect(propsOf(server.latest())['label']).toBe('Sem conexão');
  });
});

it('says that its document was removed, and sends nothing more until it is left', async () => {
  const server = createServer();
  const { editor, draft, waiting, status } = open(server);
  server.remove();
  write(editor, 'label', 'Sobrevive');
  expect([await draft.flush(), status()]).toEqual([false, 'gone']);
  waiting.splice(0);
  write(editor, 'label', 'Sobrevive também');
  expect([await draft.flush(), status(), waiting, draft.isDirty()]).toEqual([false, 'gone', [], true]);
  draft.release();
  expect(draft.isDirty()).toBe(false);
});

it('keeps out of the document the one character that no text has room for', () => {
  const { editor } = open(createServer());
  write(editor, 'label', 'Pe\u0000didos');
  editor.dispatch({ type: 'set', key: 'stat', path: ['props', 'map'], value: { 'a\\u0000': ['x\u0000y'] } });
  expect(propsOf(editor.document())).toMatchObject({ label: 'Pedidos', map: { 'a\\u0000': ['xy'] } });
});
