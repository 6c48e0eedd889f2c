// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ColumnChoice, DataChoice, ParameterChoice } from '../../../contracts/data-choice.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { choose } from '../../../ui/testing/choice.ts';
import type { Editor } from '../../editor.ts';
import { PropertyPanel } from '../PropertyPanel.tsx';
import { DataChoicesContext } from '../data/choices.ts';
import { openPanel, viewOf } from '../testing/surface.tsx';

afterEach(cleanup);

const column = (name: string, type: ColumnChoice['type']): ColumnChoice => ({
  name,
  type,
  unit: null,
  titles: { pt: name, en: name, es: name },
  text: null,
});
const parameter = (name: string, more: Partial<ParameterChoice> = {}): ParameterChoice => ({
  name,
  type: 'text',
  title: `The ${name}`,
  required: false,
  options: [],
  default: null,
  field: null,
  ...more,
});
const records = (id: string, title: string, filters: ParameterChoice[] = []): DataChoice => ({
  kind: 'entity',
  id,
  title,
  record: { key: 'id', display: 'name', filters },
  parameters: [],
  columns: [column('id', 'number'), column('name', 'text'), column('isActive', 'boolean')],
});
const choices: DataChoice[] = [
  records('unit', 'Units', [
    parameter('parentId', { type: 'values', field: { entity: 'unit', name: 'parent' } }),
  ]),
  records('user', 'Users'),
  { kind: 'dataset', id: 'people', title: 'People', parameters: [parameter('unit')], columns: [] },
];

const fields = [
  { field: 'area', control: 'combobox', label: 'Area', options: { entity: 'unit' } },
  { field: 'unit', control: 'combobox', label: 'Unit', options: { entity: 'unit' } },
];

async function openFilters(given: readonly object[] = fields): Promise<Editor> {
  const node = {
    id: 'figure',
    type: 'stat',
    source: 'people',
    at: { x: 0, y: 0, w: 4, h: 2 },
    props: { label: 'People', field: 'id', take: 'sum' },
  };
  const editor = openPanel(
    viewOf([node], {
      state: { filters: {} },
      sources: { people: { dataset: 'people' } },
      filters: [
        {
          id: 'bar',
          type: 'filter-bar',
          props: { bind: 'state.filters', fields: given as JsonObject[] },
        },
      ],
    }),
    null,
    {
      lang: 'en',
      answer: () => ({ data: { rows: [] } }),
      children: (
        <DataChoicesContext value={{ status: 'ready', rows: choices, message: '', reload: () => undefined }}>
          <PropertyPanel />
        </DataChoicesContext>
      ),
    },
  );
  await userEvent.click(await screen.findByRole('tab', { name: 'Filters' }, { timeout: 60_000 }));
  return editor;
}

const openFilter = (name: RegExp) => userEvent.click(screen.getByRole('button', { name, expanded: false }));
const optionsOf = (editor: Editor, at: number) => {
  const [bar] = editor.document()['filters'] as { props: { fields: JsonObject[] } }[];
  return bar!.props.fields[at]!['options'];
};

it('hands on the key of records, or another of their fields', async () => {
  const editor = await openFilters();
  await openFilter(/^Unit/);
  const value = await screen.findByLabelText(/^Column of the value/);
  expect(value.textContent).toBe('Key of the record (id)');
  await choose(value, 'name');
  expect(optionsOf(editor, 1)).toEqual({ entity: 'unit', value: 'name' });
  await choose(await screen.findByLabelText(/^Column of the value/), 'Key of the record (id)');
  expect(optionsOf(editor, 1)).toEqual({ entity: 'unit' });
});

it('takes the text of records for a parameter that compares with a text', async () => {
  const editor = await openFilters();
  await openFilter(/^Unit/);
  await userEvent.click(await screen.findByRole('button', { name: 'Bind to a widget' }));
  await userEvent.click(await screen.findByRole('menuitem'));
  expect(optionsOf(editor, 1)).toEqual({ entity: 'unit', value: 'name' });
  expect(editor.document()['sources']).toEqual({
    people: { dataset: 'people', query: { unit: { $expr: 'state.filters.unit' } } },
  });
  editor.undo();
  expect(optionsOf(editor, 1)).toEqual({ entity: 'unit' });
});

it('lets the records of one filter follow another', async () => {
  const editor = await openFilters();
  await openFilter(/^Unit/);
  const group = await screen.findByRole('group', { name: 'Parameters of the options' });
  await userEvent.click(within(group).getByRole('button', { name: /The parentId/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Filter: Area' }));
  expect(optionsOf(editor, 1)).toEqual({
    entity: 'unit',
    query: { parentId: { $expr: 'state.draft.area' } },
  });
  expect(editor.document()['filters']).toMatchObject([{ props: { draft: 'state.draft' } }]);
});

it('stays a filter for one option when its options are people', async () => {
  const editor = await openFilters([{ field: 'who', control: 'select', label: 'Who', options: [] }]);
  await openFilter(/^Who/);
  // Nothing can be chosen as the value at the start.
  expect(screen.queryByLabelText('Initial value')).toBeNull();
  await choose(await screen.findByRole('combobox', { name: 'Options' }), 'Data');
  await userEvent.click(await screen.findByText('Users'));
  expect(optionsOf(editor, 0)).toEqual({ entity: 'user', value: 'id' });
  expect(screen.getByRole('button', { name: /^Who/ }).textContent).toContain('One option');
  expect(screen.getByRole('group', { name: 'Options' })).toBeTruthy();
});

it('says why a filter cannot be required', async () => {
  await openFilters();
  await openFilter(/^Unit/);
  const required = await screen.findByRole('switch', { name: 'Required' });
  const hint = document.getElementById(required.getAttribute('aria-describedby')!);
  expect(hint?.textContent).toBe('Bind the filter to a widget to make it required.');
});
