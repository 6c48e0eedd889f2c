// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Editor } from '../../editor.ts';
import { openPanel, viewOf } from '../testing/surface.tsx';

afterEach(cleanup);

const document = viewOf(
  [
    {
      id: 'words',
      type: 'text',
      at: { x: 0, y: 0, w: 4, h: 2 },
      props: { text: { $expr: 'state.filters.region' } },
    },
  ],
  { state: { filters: { region: 'Norte', count: 3 } } },
);

async function open(): Promise<{ editor: Editor; field: HTMLElement }> {
  const editor = openPanel(document, 'words', {
    translate: (key, values) =>
      key.startsWith('panel.expression') ? `${key} ${JSON.stringify(values ?? {})}` : null,
    // However long typing takes here, it is one step.
    now: () => 0,
  });
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

it('a choice replaces the whole word, also when names of its longer form have not arrived yet', async () => {
  const { editor, field } = await open();
  const user = userEvent.setup();
  await user.click(field);
  await user.clear(field);
  await user.type(field, 'state.fil');
  await screen.findAllByRole('option');
  fireEvent.change(field, { target: { value: 'state.filters.co' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(textOf(editor)).toEqual({ text: { $expr: 'state.filters.count' } });
});
