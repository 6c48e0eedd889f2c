// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { linksOf } from './Links.tsx';
import { createTimeline } from './timeline-rows.ts';
import { neighbourOf } from './neighbour.ts';
import { spanOf, ticks, zooms } from './scale.ts';

afterEach(cleanup);

const read = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? { day: value, minutes: null } : null;
const modelOf = (rows: object[], props: object = {}) =>
  createTimeline(
    { start: 'from', end: 'to', text: 'name', lane: 'team', dependsOn: 'after', ...props },
    rows as never,
    { read },
    '(vazio)',
  );
const task = (id: number, team: string | null, from: unknown, to: unknown, after: unknown = null) => ({
  id,
  name: `t${id}`,
  team,
  from,
  to,
  after,
});

describe('the model of a timeline', () => {
  const rows = [
    task(1, 'A', '2026-11-10', '2026-11-12'),
    task(2, 'B', '2026-11-01', '2026-11-30', [1, 9]),
    task(3, 'A', '2026-11-02', '2026-11-04', 'x'),
    task(4, 'A', '2026-11-03', '2026-11-05', 3),
    task(5, null, '2026-11-07', null),
    task(6, 'B', 'logo', null),
    task(7, 'B', '2026-11-20', '2026-11-18'),
  ];

  it('should have lanes in the order of the data, and as many lines as bars overlap', () => {
    const { bars, lanes, lines, undated, reversed, missing } = modelOf(rows);
    expect(bars.map(({ key, line }) => [key, line])).toEqual([
      [3, 0],
      [4, 1],
      [1, 0],
      [2, 2],
      [7, 3],
      [5, 4],
    ]);
    expect(lanes.map(({ raw, lines: own }) => [raw, own])).toEqual([
      ['A', 2],
      ['B', 2],
      [null, 1],
    ]);
    expect([lines, undated, reversed, missing]).toEqual([5, 1, 1, ['x', 9]]);
    // A span ends with its last day; an event has no length.
    expect(bars[0]!.to - bars[0]!.from).toBe(3 * 1440);
    expect(bars.at(-1)).toMatchObject({ isEvent: true });
  });

  it('should link the rows that wait for each other, and never one with itself', () => {
    const { bars } = modelOf([...rows, task(8, 'A', '2026-11-01', '2026-11-01', [8, 1])]);
    expect(linksOf(bars).map(({ before, after }) => [before.key, after.key])).toEqual([
      [1, 8],
      [3, 4],
      [1, 2],
    ]);
  });

  it('should lead from bar to bar', () => {
    const { bars } = modelOf(rows);
    const to = (from: number, key: string) => bars[neighbourOf(bars, from, key) ?? 0]!.key;
    expect([to(0, 'ArrowRight'), to(2, 'ArrowRight'), to(0, 'ArrowDown'), to(3, 'ArrowUp')]).toEqual([
      4, 1, 4, 4,
    ]);
    expect([to(0, 'End'), to(2, 'Home'), to(5, 'ArrowDown')]).toEqual([1, 3, 5]);
    expect(neighbourOf(bars, 0, 'x')).toBeNull();
    expect(neighbourOf([], 0, 'End')).toBeNull();
  });

  it('should divide any span into whole units, leap years included', () => {
    const minute = (day: string) => Date.parse(`${day}T00:00:00Z`) / 60_000;
    expect(ticks(minute('2028-02-28'), minute('2028-03-02'), 'day').map(({ day }) => day)).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(ticks(minute('2026-11-20'), minute('2027-02-01'), 'quarter').map(({ day }) => day)).toEqual([
      '2026-10-01',
      '2027-01-01',
    ]);
    for (const zoom of zooms) {
      const range = { from: minute('2026-11-20'), to: minute('2026-11-21') };
      const span = spanOf(range, zoom);
      expect(span.from).toBeLessThan(range.from);
      expect(span.to).toBeGreaterThan(range.to);
    }
  });

  it('should name a field that the data does not have, and place 10,000 rows', () => {
    expect(modelOf(rows, { tone: 'state' }).problem).toEqual({ kind: 'unknown', field: 'state' });
    const many = Array.from({ length: 10_000 }, (_, id) => task(id, 'A', '2026-11-02', '2026-11-04'));
    expect(modelOf(many).lines).toBe(10_000);
    expect(modelOf([]).range).toBeNull();
  });
});

describe('timeline', () => {
  const timeline = (rows: object[], props: object = {}, on: object = {}) =>
    screenOf(
      [
        {
          id: 'it',
          type: 'timeline',
          source: 'rows',
          props: {
            title: 'Obras',
            start: 'from',
            end: 'to',
            text: 'name',
            lane: 'team',
            dependsOn: 'after',
            ...props,
          },
          on,
        },
      ],
      { state: { rows }, sources: { rows: { value: { $expr: 'state.rows' } } } },
    );
  const rows = [
    task(1, 'A', '2026-11-02', '2026-11-04'),
    task(2, 'B', '2026-11-05', '2026-11-06', [1, 7]),
    task(3, 'B', null, null),
  ];

  it('should say each bar with its lane, days and what it waits for, and select by keyboard', async () => {
    const { host } = renderScreen(
      timeline(rows, {}, { select: [{ navigate: '/t/{row.id}/{event.series}' }] }),
    );
    const list = await screen.findByRole('list', { name: 'Obras' });
    expect(
      within(list)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['t1, A, 02/11/2026 a 04/11/2026', 't2, B, 05/11/2026 a 06/11/2026, depois de t1']);
    expect(document.querySelector('[data-links="1"]')).toBeTruthy();
    expect(
      screen.getByText('Sem data válida em “from”: 1. Dependências de registros que não estão aqui: 1.'),
    ).toBeTruthy();
    within(list).getAllByRole('button')[0]!.focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(host.navigations).toEqual(['/t/2/B']);
    await userEvent.keyboard('+');
    expect(screen.getByRole('button', { name: 'Semana' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('should refuse a scale that is too long, and say that nothing has a date', async () => {
    renderScreen(timeline([task(1, 'A', '1900-01-01', '2199-12-31', 2)], { zoom: 'day' }));
    await screen.findByRole('list', { name: 'Obras' });
    expect((screen.getByRole('button', { name: 'Dia' }) as HTMLButtonElement).disabled).toBe(true);
    cleanup();
    renderScreen(timeline([task(1, 'A', 'x', null)]));
    expect(await screen.findByText('Nenhum registro com data válida')).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
  });
});

it('filters by the lane of the bar that is pressed, shows it as a chip, and takes it back', async () => {
  const rows = [task(1, 'A', '2026-11-10', '2026-11-12'), task(2, 'B', '2026-11-01', '2026-11-05')];
  renderScreen(
    screenOf(
      [
        {
          id: 'it',
          type: 'timeline',
          source: 'rows',
          props: {
            start: 'from',
            end: 'to',
            text: 'name',
            lane: 'team',
            laneLabel: 'Equipe',
            lanes: { A: 'Azul' },
            bind: 'state.team',
          },
        },
        {
          id: 'said',
          type: 'text',
          props: { text: { $expr: "'De ' & (state.team ? state.team : 'todas')" } },
        },
      ],
      { state: { team: null }, sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
    ),
  );
  await userEvent.click(await screen.findByRole('button', { name: /^t1, Azul/ }));
  expect(await screen.findByText('De A')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remover o filtro Equipe: Azul' }));
  expect(await screen.findByText('De todas')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^t2, B/ }));
  expect(await screen.findByText('De B')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^t2, B/ }));
  expect(await screen.findByText('De todas')).toBeTruthy();
});
