import { expect, it } from 'vitest';
import { widgets } from '../../widgets/index.ts';
import type { KeptEdits } from '../client/index.ts';
import type { SavedDefinition } from '../contracts/definitions.ts';
import type { JsonObject } from '../contracts/json.ts';
import { createRegistry, loadSpecs } from '../engine/core/index.ts';
import { createDraft } from './draft.ts';
import { createEditor } from './editor.ts';
import { keepEdits } from './keep-edits.ts';

const registry = createRegistry(await loadSpecs(widgets.filter(({ type }) => type === 'stat')));

const view = (label: string): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  body: [{ id: 'stat', type: 'stat', at: { x: 0, y: 0, w: 4, h: 2 }, props: { label } }],
});

/** The store of a browser, which copies what it keeps as IndexedDB does, and a server with one document. */
function createWorld() {
  let kept: { key: string; value: unknown } | null = null;
  const edits: KeptEdits = {
    read: async (key) => (kept?.key === key ? structuredClone(kept.value) : undefined),
    write: async (key, value) => void (kept = { key, value: structuredClone(value) }),
    clear: async () => void (kept = null),
  };
  let document = view('Pedidos');
  let version = 1;
  let isRefusing = false;
  /** Opens the page: the document of the server, with what the browser keeps. */
  async function open(key = 'acme 1 view-7') {
    const editor = createEditor(document, registry);
    const timers = new Set<() => void>();
    const after = (_: number, callback: () => void) => {
      timers.add(callback);
      return () => void timers.delete(callback);
    };
    const draft = createDraft(
      editor,
      { document, version, savedAt: null },
      {
        after: () => () => undefined,
        load: () => Promise.reject(new Error('not asked')),
        async save(next) {
          // Thrown values are failures of the host, which are no errors of JavaScript.
          // oxlint-disable-next-line no-throw-literal
          if (isRefusing) throw { code: 'DEFINITION_INVALID', status: 422, message: 'x', errors: [] };
          document = next;
          version += 1;
          return { definition: next, version, merged: null, draft: null } as unknown as SavedDefinition;
        },
      },
    );
    const stop = await keepEdits(editor, draft, key, { edits, after });
    return {
      editor,
      draft,
      /** Lets the pause after the last change pass. */
      pass() {
        for (const callback of timers) callback();
      },
      leave() {
        stop();
        draft.dispose();
      },
      write: (label: string) =>
        editor.dispatch({ type: 'set', key: 'stat', path: ['props', 'label'], value: label }),
      label: () => (editor.document()['body'] as { props: JsonObject }[])[0]!.props['label'],
    };
  }
  return { open, publishElsewhere: () => void (version += 1), refuse: () => void (isRefusing = true) };
}

it('undoes 200 steps after the page was loaded again, and redoes them', async () => {
  const { open } = createWorld();
  const before = await open();
  for (let step = 1; step <= 230; step += 1) before.write(`passo ${step}`);
  before.editor.undo();
  before.pass();
  before.leave();

  const after = await open();
  expect(after.label()).toBe('passo 229');
  let steps = 0;
  while (after.editor.undo()) steps += 1;
  expect([steps, after.label()]).toEqual([199, 'passo 30']);
  while (after.editor.redo());
  expect(after.label()).toBe('passo 230');
});

it('goes on at the moment at which the draft is saved, without a pause', async () => {
  const { open } = createWorld();
  const before = await open();
  before.write('Receita');
  before.pass();
  await before.draft.flush();
  before.leave();

  const after = await open();
  expect(after.label()).toBe('Receita');
  expect([after.editor.undo()?.label, after.label()]).toEqual(['set', 'Pedidos']);
});

it('keeps what is not saved yet, which is saved then', async () => {
  const { open } = createWorld();
  const before = await open();
  before.write('Receita');
  before.pass();
  before.leave();

  const after = await open();
  expect([after.label(), after.draft.isDirty()]).toEqual(['Receita', true]);
  expect(await after.draft.flush()).toBe(true);
});

it('forgets what cannot be saved when the editor is left, and keeps it over a reload', async () => {
  const { open, refuse } = createWorld();
  refuse();
  const before = await open();
  before.write('reais');
  before.pass();
  await before.draft.flush();
  const reloaded = await open();
  expect(reloaded.label()).toBe('reais');
  reloaded.pass();
  await reloaded.draft.flush();
  reloaded.leave();
  expect((await open()).label()).toBe('Pedidos');
});

it('drops the steps of another version, and those of another view', async () => {
  const { open, publishElsewhere } = createWorld();
  const before = await open();
  before.write('Receita');
  before.pass();
  before.leave();

  const other = await open('acme 1 view-8');
  expect([other.label(), other.editor.undo()]).toEqual(['Pedidos', null]);
  other.leave();
  publishElsewhere();
  const after = await open();
  expect([after.label(), after.editor.undo()]).toEqual(['Pedidos', null]);
});
