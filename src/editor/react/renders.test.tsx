// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { memo, Profiler, useSyncExternalStore, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { widgets } from '../../../widgets/index.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { defaultColors } from '../../contracts/session.ts';
import { counters, createRegistry, loadSpecs, resetCounters } from '../../engine/core/index.ts';
import { EditedDocument, EditedNode, EngineProvider } from '../../engine/react/index.ts';
import { createFakeHost } from '../../engine/react/testing/host.ts';
import { loadThemeMaker } from '../../ui/index.ts';
import { createEditor, type Editor } from '../editor.ts';
import { EditorContext, useEditor, useEditorState } from './context.ts';
import { PropertyPanel } from './PropertyPanel.tsx';

const registry = createRegistry(await loadSpecs(widgets));
const createTheme = await loadThemeMaker('light');
afterEach(cleanup);

const documentOf = (count: number): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  sources: { days: { get: '/days', rows: 'data' } },
  body: [
    ...Array.from({ length: count }, (_, at) => ({
      id: `text${at}`,
      type: 'text',
      at: { x: (at % 3) * 4, y: Math.floor(at / 3) * 2, w: 4, h: 2 },
      props: { text: `texto ${at}` },
    })),
    // Widgets that follow more of the screen than their props: its permissions, its state, its rows.
    ...['list', 'selectable'].map((id, at) => ({
      id,
      type: 'table',
      source: 'days',
      at: { x: at * 6, y: count, w: 6, h: 4 },
      props: {
        label: id,
        paging: 'none',
        columns: [{ field: 'day', title: 'Dia' }],
        ...(id === 'selectable' && { selection: {} }),
      },
    })),
    {
      id: 'figure',
      type: 'stat',
      source: 'days',
      at: { x: 0, y: count + 4, w: 4, h: 4 },
      props: { label: 'Total', field: 'count', take: 'sum' },
    },
  ],
});

const rows = Array.from({ length: 5 }, (_, at) => ({ id: at, day: `dia ${at}`, count: at }));

/** Follows the document as the surface does. */
function Followed({ children }: { children: ReactNode }) {
  const editor = useEditor();
  const edited = useSyncExternalStore(editor.store.subscribe, editor.document);
  return <EditedDocument document={edited}>{children}</EditedDocument>;
}

/** Nodes of which something was rendered, be it a part of their widgets alone. */
let touched: string[] = [];
const note = (key: string): void => void touched.push(key);

const Watched = memo(function Watched({ id }: { id: string }) {
  return (
    <Profiler id={id} onRender={note}>
      <EditedNode id={id} />
    </Profiler>
  );
});

function Nodes() {
  const keys = useEditorState(({ model }) => model.children['/body']!);
  return keys.map((key) => <Watched key={key} id={key} />);
}

async function open(count: number): Promise<Editor> {
  const editor = createEditor(documentOf(count), registry);
  const host = createFakeHost({ answer: () => ({ data: rows }) });
  render(
    <FluentProvider theme={createTheme(defaultColors, defaultColors)}>
      <EngineProvider registry={registry} host={host}>
        <EditorContext value={editor}>
          <Followed>
            <Nodes />
            <PropertyPanel />
          </Followed>
        </EditorContext>
      </EngineProvider>
    </FluentProvider>,
  );
  await screen.findByText(`texto ${count - 1}`, {}, { timeout: 60_000 });
  await waitFor(() => expect(screen.getAllByText('dia 4')).toHaveLength(2), { timeout: 60_000 });
  await screen.findByText('10', {}, { timeout: 60_000 });
  return editor;
}

/** Components that a change rendered, by name. */
async function rendersOf(change: () => void, done: () => Promise<unknown>): Promise<Record<string, number>> {
  resetCounters();
  touched = [];
  act(change);
  await done();
  return { ...counters.renders };
}

const widgetsIn = (renders: Record<string, number>): string[] =>
  Object.keys(renders).filter((key) => !key.startsWith('#panel'));
const touchedNodes = (): string[] => [...new Set(touched)];

describe.each([25, 250])('with %i widgets', (count) => {
  it('a change of a property renders that widget and the field, and nothing of others', async () => {
    const editor = await open(count);
    act(() => editor.select(['text3']));
    await screen.findByDisplayValue('texto 3');
    const renders = await rendersOf(
      () => editor.dispatch({ type: 'set', key: 'text3', path: ['props', 'text'], value: 'novo' }),
      () => screen.findByText('novo'),
    );
    expect(Object.keys(renders).sort()).toEqual(['#panel/text', 'text3']);
    expect(touchedNodes()).toEqual(['text3']);
    const undone = await rendersOf(
      () => void editor.undo(),
      () => screen.findByText('texto 3'),
    );
    expect(Object.keys(undone).sort()).toEqual(['#panel/text', 'text3']);
    expect(touchedNodes()).toEqual(['text3']);
  });

  it('a text of the document renders what shows it, and nothing of others', async () => {
    const editor = await open(count);
    act(() => {
      editor.dispatch({ type: 'set', key: null, path: ['strings'], value: { pt: { hello: 'Olá' } } });
      editor.dispatch({ type: 'set', key: 'text3', path: ['props', 'text'], value: '$hello' });
    });
    await screen.findByText('Olá');
    await rendersOf(
      () => editor.dispatch({ type: 'set', key: null, path: ['strings', 'pt', 'hello'], value: 'Bom dia' }),
      () => screen.findByText('Bom dia'),
    );
    expect(touchedNodes()).toEqual(['text3']);
  });

  it('removing a widget renders no other, and taking it back renders it alone', async () => {
    const editor = await open(count);
    const removed = await rendersOf(
      () => editor.dispatch({ type: 'remove', keys: ['text0'] }),
      () => waitFor(() => expect(screen.queryByText('texto 0')).toBeNull()),
    );
    // The next widget is selected, and the panel shows it.
    expect(widgetsIn(removed)).toEqual([]);
    expect(touchedNodes()).toEqual([]);
    const undone = await rendersOf(
      () => void editor.undo(),
      () => screen.findByText('texto 0'),
    );
    expect(widgetsIn(undone)).toEqual(['text0']);
    expect(touchedNodes()).toEqual(['text0']);
  });
});
