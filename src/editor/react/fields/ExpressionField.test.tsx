// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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

const document: JsonObject = {
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  state: { filters: { region: 'Norte', count: 3 } },
  body: [
    {
      id: 'words',
      type: 'text',
      at: { x: 0, y: 0, w: 4, h: 2 },
      props: { text: { $expr: 'state.filters.region' } },
    },
  ],
};

function Surface() {
  const editor = useEditor();
  const edited = useSyncExternalStore(editor.store.subscribe, editor.document);
  return (
    <EditedDocument document={edited}>
      <PropertyPanel />
    </EditedDocument>
  );
}

async function open(): Promise<{ editor: Editor; field: HTMLElement }> {
  // However long typing takes here, it is one step.
  const editor = createEditor(document, registry, { now: () => 0 });
  const host = createFakeHost();
  vi.spyOn(host, 'translate').mockImplementation((key, values) =>
    key.startsWith('panel.expression') ? `${key} ${JSON.stringify(values ?? {})}` : null,
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
  const field = await screen.findByDisplayValue('state.filters.region', {}, { timeout: 60_000 });
  return { editor, field };
}

const noted = (field: HTMLElement) => () =>
  window.document.getElementById(field.getAttribute('aria-describedby')!)!;
const textOf = (editor: Editor) => (editor.document().body as JsonObject[])[0]!.props;

it('an expression shows the value that it has now, and what is wrong with it', async () => {
  const { field } = await open();
  const user = userEvent.setup();
  const note = noted(field);
  await waitFor(() => expect(note().textContent).toContain('Norte'));
  await user.clear(field);
  await user.type(field, 'state.filters.count + 1');
  await waitFor(() => expect(note().textContent).toContain('4'));
  await user.clear(field);
  await user.type(field, 'nobody.knows');
  await waitFor(() => expect(note().dataset['value']).toBe('error'));
  await user.clear(field);
  await user.type(field, '$sum(');
  await waitFor(() => expect(note().querySelector('[role=alert]')).not.toBeNull());
});

it('names are completed by the keyboard alone, and one undo takes the edit back', async () => {
  const { editor, field } = await open();
  const user = userEvent.setup();
  await user.click(field);
  await user.clear(field);
  await user.type(field, 'state.fil');
  const options = await screen.findAllByRole('option');
  expect(options.map((one) => one.textContent)).toEqual([
    'state.filters',
    'state.filters.region',
    'state.filters.count',
  ]);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(options[2]!.id);
  await user.keyboard('{Enter}');
  expect(textOf(editor)).toEqual({ text: { $expr: 'state.filters.count' } });
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.type(field, ' + $su');
  expect((await screen.findAllByRole('option'))[0]!.textContent).toBe('$sum');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  act(() => void editor.undo());
  expect(textOf(editor)).toEqual({ text: { $expr: 'state.filters.region' } });
});
