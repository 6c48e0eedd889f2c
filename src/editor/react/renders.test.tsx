// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
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
  body: Array.from({ length: count }, (_, at) => ({
    id: `text${at}`,
    type: 'text',
    at: { x: (at % 3) * 4, y: Math.floor(at / 3) * 2, w: 4, h: 2 },
    props: { text: `texto ${at}` },
  })),
});

function Surface() {
  const editor = useEditor();
  const edited = useSyncExternalStore(editor.store.subscribe, editor.document);
  const keys = useEditorState(({ model }) => model.children['/body']!);
  return (
    <EditedDocument document={edited}>
      {keys.map((key) => (
        <EditedNode key={key} id={key} />
      ))}
      <PropertyPanel />
    </EditedDocument>
  );
}

async function open(count: number): Promise<Editor> {
  const editor = createEditor(documentOf(count), registry);
  render(
    <FluentProvider theme={createTheme(defaultColors, defaultColors)}>
      <EngineProvider registry={registry} host={createFakeHost()}>
        <EditorContext value={editor}>
          <Surface />
        </EditorContext>
      </EngineProvider>
    </FluentProvider>,
  );
  await screen.findByText(`texto ${count - 1}`, {}, { timeout: 60_000 });
  return editor;
}

/** What was rendered by a change, by its name. */
async function rendersOf(change: () => void, done: () => Promise<unknown>): Promise<Record<string, number>> {
  resetCounters();
  act(change);
  await done();
  return { ...counters.renders };
}

describe.each([25, 250])('with %i widgets', (count) => {
  it('a change of a property renders that widget and the panel', async () => {
    const editor = await open(count);
    act(() => editor.select(['text3']));
    const renders = await rendersOf(
      () => editor.dispatch({ type: 'set', key: 'text3', path: ['props', 'text'], value: 'novo' }),
      () => screen.findByText('novo'),
    );
    expect(Object.keys(renders).sort()).toEqual(['#panel', 'text3']);
    const undone = await rendersOf(
      () => void editor.undo(),
      () => screen.findByText('texto 3'),
    );
    expect(Object.keys(undone).sort()).toEqual(['#panel', 'text3']);
  });

  it('removing a widget renders no other, and taking it back renders it alone', async () => {
    const editor = await open(count);
    const removed = await rendersOf(
      () => editor.dispatch({ type: 'remove', keys: ['text0'] }),
      () => waitFor(() => expect(screen.queryByText('texto 0')).toBeNull()),
    );
    expect(Object.keys(removed).filter((key) => key !== '#panel')).toEqual([]);
    const undone = await rendersOf(
      () => void editor.undo(),
      () => screen.findByText('texto 0'),
    );
    expect(Object.keys(undone).filter((key) => key !== '#panel')).toEqual(['text0']);
  });
});
