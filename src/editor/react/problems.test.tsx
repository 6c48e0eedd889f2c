// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openPanel, viewOf } from './testing/surface.tsx';

afterEach(cleanup);

it('says at a property what is wrong with it, and keeps the field while it is typed', async () => {
  const node = (id: string, x: number) => ({ id, type: 'stat', at: { x, y: 0, w: 4, h: 2 }, source: 'days' });
  const editor = openPanel(
    viewOf(
      [
        { ...node('first', 0), props: { label: 'A', field: 'count', format: 'money' } },
        { ...node('other', 4), props: { label: 'B', field: 'count', format: 'money' } },
      ],
      { sources: { days: { get: '/adm/v2/sec/user', rows: 'data.rows' } } },
    ),
    'first',
  );
  const field = await screen.findByRole('textbox', { name: 'Currency' }, { timeout: 60_000 });
  await userEvent.type(field, 'reais');
  const problem = await screen.findByRole('alert');
  expect(problem.textContent).toContain('currency');
  expect(document.activeElement).toBe(field);
  // A problem is that of its node alone.
  act(() => editor.select(['other']));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  act(() => editor.select(['first']));
  const again = await screen.findByRole('textbox', { name: 'Currency' });
  await userEvent.clear(again);
  await userEvent.type(again, 'BRL');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
