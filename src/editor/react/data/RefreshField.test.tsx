// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { validateDocument } from '../../../engine/core/index.ts';
import type { Editor } from '../../editor.ts';
import { openPanel, registry, viewOf } from '../testing/surface.tsx';

afterEach(cleanup);

const list = { get: '/adm/v2/sec/user', rows: 'data.rows' };

async function open(
  source: JsonObject,
): Promise<{ editor: Editor; user: ReturnType<typeof userEvent.setup> }> {
  const node = {
    id: 'figure',
    type: 'stat',
    source: 'people',
    at: { x: 0, y: 0, w: 4, h: 2 },
    props: { label: 'People', field: 'id', take: 'sum' },
  };
  const editor = openPanel(viewOf([node], { sources: { people: source } }), 'figure', {
    lang: 'en',
    answer: () => ({ data: { rows: [] } }),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'Data' }, { timeout: 60_000 }));
  return { editor, user };
}

const sourceIn = (editor: Editor) => (editor.document().sources as JsonObject).people;

it('should set after how long a source loads again, in one step, and take it back', async () => {
  const { editor, user } = await open(list);
  await user.click(await screen.findByRole('combobox', { name: 'Refresh by itself' }));
  await user.click(await screen.findByRole('option', { name: '5 minutes' }));
  expect(sourceIn(editor)).toEqual({ ...list, every: 300 });
  expect(await validateDocument(editor.document(), registry)).toEqual([]);
  act(() => void editor.undo());
  expect(sourceIn(editor)).toEqual(list);
});

it('should show an interval that is written in JSON, and leave none of it when it is cleared', async () => {
  const { editor, user } = await open({ ...list, every: 45 });
  const field = await screen.findByRole('combobox', { name: 'Refresh by itself' });
  expect(field.textContent).toContain('45 seconds');
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'Do not repeat' }));
  expect(sourceIn(editor)).toEqual(list);
});

it('should offer no interval for values of the document', async () => {
  await open({ value: [{ id: 1 }] });
  await screen.findByText('Sample');
  expect(screen.queryByRole('combobox', { name: 'Refresh by itself' })).toBeNull();
});
