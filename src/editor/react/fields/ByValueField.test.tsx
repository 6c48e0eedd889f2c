// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Editor } from '../../editor.ts';
import { openPanel, viewOf } from '../testing/surface.tsx';

afterEach(cleanup);

const rows = [
  { state: 'SP', people: 7 },
  { state: 'AC', people: 2 },
  { state: 'SP', people: 1 },
];

async function open(props: JsonObject): Promise<{ editor: Editor; group: HTMLElement }> {
  const node = {
    id: 'groups',
    type: 'chart',
    source: 'people',
    at: { x: 0, y: 0, w: 6, h: 4 },
    props: { category: 'state', series: [{ field: 'people', label: 'People' }], ...props },
  };
  const editor = openPanel(
    viewOf([node], { sources: { people: { get: '/basic/v2/people', rows: 'data.rows' } } }),
    'groups',
    { lang: 'en', answer: () => ({ data: { rows } }) },
  );
  const group = await screen.findByRole('group', { name: 'Texts of values' });
  return { editor, group };
}

const mapOf = (editor: Editor) => {
  const [node] = editor.document().body as { props: JsonObject }[];
  return node!.props['map'];
};

it('texts of values are edited each in its field', async () => {
  const { editor, group } = await open({ map: { SP: 'São Paulo', AC: 'Acre' } });
  const user = userEvent.setup();
  await user.type(within(group).getByRole('textbox', { name: /^Text of AC/ }), '!');
  expect(mapOf(editor)).toEqual({ SP: 'São Paulo', AC: 'Acre!' });
  await user.click(within(group).getByRole('button', { name: 'Remove: SP' }));
  expect(mapOf(editor)).toEqual({ AC: 'Acre!' });
  act(() => void editor.undo());
  expect(mapOf(editor)).toEqual({ SP: 'São Paulo', AC: 'Acre!' });
});

it('offers the values of the rows, and the first that has no text', async () => {
  const { editor, group } = await open({ map: { SP: 'São Paulo' } });
  const user = userEvent.setup();
  await user.click(within(group).getByRole('button', { name: 'Add value' }));
  expect(mapOf(editor)).toEqual({ SP: 'São Paulo', AC: 'AC' });
  const added = within(group).getByRole('combobox', { name: /^Value 2/ });
  expect(document.activeElement).toBe(added);
  // The typed text stands in place of the value that is offered, and the list closes with the focus.
  await user.type(added, 'RJ', { skipClick: true });
  expect(mapOf(editor)).toEqual({ SP: 'São Paulo', RJ: 'AC' });
  await user.tab();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(within(group).getByRole('button', { name: 'Open the options of Value 2' })).toBeTruthy();
});

it('a value that is there already is refused, and the map stays', async () => {
  const { editor, group } = await open({ map: { SP: 'São Paulo', A: 'Acre' } });
  const user = userEvent.setup();
  const field = within(group).getByDisplayValue('A');
  await user.clear(field);
  await user.type(field, 'SP');
  await user.tab();
  expect(within(group).getByText('This value is already in the list.')).toBeTruthy();
  expect(mapOf(editor)).toEqual({ SP: 'São Paulo', S: 'Acre' });
});
