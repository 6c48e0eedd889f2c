// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { widgets } from '../../../../widgets/index.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { defaultColors } from '../../../contracts/session.ts';
import { createRegistry, loadSpecs } from '../../../engine/core/index.ts';
import { EditedDocument, EngineProvider } from '../../../engine/react/index.ts';
import { createFakeHost } from '../../../engine/react/testing/host.ts';
import { loadThemeMaker } from '../../../ui/index.ts';
import { createEditor, type Editor } from '../../editor.ts';
import { EditorContext, useEditor } from '../context.ts';
import { PropertyPanel } from '../PropertyPanel.tsx';

const registry = createRegistry(await loadSpecs(widgets));
const createTheme = await loadThemeMaker('light');
Element.prototype.scrollIntoView ??= () => undefined;
afterEach(cleanup);

const documentWith = (text: string): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { session: true },
  strings: { pt: { hello: 'Olá' }, en: { hello: 'Hello' } },
  body: [{ id: 'words', type: 'text', at: { x: 0, y: 0, w: 4, h: 2 }, props: { text } }],
});

function Surface() {
  const editor = useEditor();
  const edited = useSyncExternalStore(editor.store.subscribe, editor.document);
  return (
    <EditedDocument document={edited}>
      <PropertyPanel />
    </EditedDocument>
  );
}

async function open(text: string, shown: string): Promise<{ editor: Editor; field: HTMLElement }> {
  const editor = createEditor(documentWith(text), registry);
  const host = createFakeHost();
  const { translate } = host;
  vi.spyOn(host, 'translate').mockImplementation((key, values) =>
    key === 'actions.save' ? 'Salvar' : translate(key, values),
  );
  render(
    <FluentProvider theme={createTheme(defaultColors, defaultColors)}>
      <EngineProvider registry={registry} host={host}>
        <EditorContext value={editor}>
          <Surface />
        </EditorContext>
      </EngineProvider>
    </FluentProvider>,
  );
  act(() => editor.select(['words']));
  return { editor, field: await screen.findByDisplayValue(shown, {}, { timeout: 60_000 }) };
}

it('a text of the document is shown and edited in the language of the person', async () => {
  const { editor, field } = await open('$hello', 'Olá');
  fireEvent.change(field, { target: { value: 'Bom dia' } });
  expect(editor.document()).toMatchObject({
    strings: { pt: { hello: 'Bom dia' }, en: { hello: 'Hello' } },
    body: [{ props: { text: '$hello' } }],
  });
  act(() => void editor.undo());
  expect(editor.document()).toEqual(documentWith('$hello'));
});

it('a text of the product that somebody changes becomes one of the document', async () => {
  const { editor, field } = await open('$actions.save', 'Salvar');
  fireEvent.change(field, { target: { value: 'Gravar' } });
  expect(editor.document()).toMatchObject({
    strings: { pt: { hello: 'Olá', wordsText: 'Gravar' } },
    body: [{ props: { text: '$wordsText' } }],
  });
});

it('a text that stands in the widget is edited where it stands', async () => {
  const { editor, field } = await open('$$5', '$$5');
  fireEvent.change(field, { target: { value: '$$7' } });
  expect(editor.document()).toEqual(documentWith('$$7'));
});
