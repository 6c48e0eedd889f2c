// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { refusedBeside } from './problems.tsx';
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

it('says at the title of a list that its rows would be empty, until there is a column or a slot', async () => {
  const node = (id: string, more: object) => ({
    id,
    type: 'list',
    at: { x: 0, y: 0, w: 4, h: 4 },
    source: 'days',
    ...more,
  });
  const row = [{ id: 'line', type: 'text', props: { text: 'A' } }];
  const editor = openPanel(
    viewOf(
      [
        node('bare', { props: {} }),
        node('named', { at: { x: 4, y: 0, w: 4, h: 4 }, props: { title: { field: 'name' } } }),
        node('own', { at: { x: 8, y: 0, w: 4, h: 4 }, props: {}, slots: { row } }),
      ],
      { sources: { days: { get: '/adm/v2/sec/user', rows: 'data.rows' } } },
    ),
    'bare',
    { lang: 'en', answer: () => ({ data: { rows: [] } }) },
  );
  const problem = await screen.findByRole('alert');
  expect(problem.textContent).toContain('needs-column');
  expect(problem.className).not.toContain('field-error');
  for (const other of ['named', 'own']) {
    act(() => editor.select([other]));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    act(() => editor.select(['bare']));
    await screen.findByRole('alert');
  }
});

it('counts what the server refused where nothing was found here, and no warnings', () => {
  const refusal = (path: string, severity?: 'warning') => ({
    path,
    code: 'x',
    message: 'x',
    ...(severity && { severity }),
  });
  const refused = [
    refusal('/body/0/props/start'),
    refusal('/body/1/props/field'),
    refusal('/body/2', 'warning'),
  ];
  expect(refusedBeside([{ pointer: '/body/1/props/field' }], refused).map(({ path }) => path)).toEqual([
    '/body/0/props/start',
  ]);
});
