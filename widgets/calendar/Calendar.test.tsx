// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { createRecords, monthOf, recordsOn, segmentsOf, weekOf } from './records.ts';

afterEach(cleanup);

const read = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? { day: value, minutes: null } : null;
const recordsOf = (rows: object[], props: object = {}) =>
  createRecords({ start: 'from', end: 'to', text: 'name', ...props }, rows as never, { read }, '(vazio)');

describe('the records of a calendar', () => {
  it('should be in the order of time, and count those without a date or with an end before the start', () => {
    const { records, undated, reversed } = recordsOf([
      { name: 'c', from: '2026-11-20', to: '2026-11-18' },
      { name: null, from: '2026-11-02', to: null },
      { name: 'b', from: '2026-11-02', to: '2026-11-05' },
      { name: 'x', from: 'amanhã' },
      { name: 'y', from: null },
    ]);
    expect(records.map(({ text, start, end }) => [text, start.day, end.day])).toEqual([
      ['b', '2026-11-02', '2026-11-05'],
      ['(vazio)', '2026-11-02', '2026-11-02'],
      ['c', '2026-11-20', '2026-11-20'],
    ]);
    expect([undated, reversed]).toEqual([2, 1]);
    expect(recordsOf([{ name: 'a', from: '2026-11-02' }], { tone: 'state' }).problem).toEqual({
      kind: 'unknown',
      field: 'to',
    });
  });

  it('should lie side by side in a week, and go on in the next one', () => {
    const { records } = recordsOf([
      { name: 'long', from: '2026-10-30', to: '2026-11-03' },
      { name: 'day', from: '2026-11-03', to: null },
      { name: 'later', from: '2026-11-04', to: '2026-11-30' },
    ]);
    const week = weekOf('2026-11-03', false);
    expect([week[0], week[6]]).toEqual(['2026-11-01', '2026-11-07']);
    expect(weekOf('2026-11-01', true)[0]).toBe('2026-10-26');
    expect(
      segmentsOf(records, week).map(({ record, from, length, lane, before, after }) => [
        record.text,
        from,
        length,
        lane,
        before,
        after,
      ]),
    ).toEqual([
      ['long', 0, 3, 0, true, false],
      ['day', 2, 1, 1, false, false],
      ['later', 3, 4, 0, false, true],
    ]);
    expect(monthOf('2026-02-14', false)).toHaveLength(4);
    expect(recordsOn(records, '2026-11-03').map(({ text }) => text)).toEqual(['long', 'day']);
  });
});

describe('calendar', () => {
  const rows = [
    // 1:30 in the night of UTC is the day before in São Paulo.
    { id: 1, name: 'Visita', from: '2026-11-20T01:30:00Z', to: '2026-11-20T02:30:00Z', state: 'late' },
    { id: 2, name: 'Feira', from: '2026-11-18', to: '2026-11-20', state: 'ok' },
    { id: 3, name: 'Sem data', from: null, to: null, state: 'ok' },
  ];
  const calendar = (props: object = {}, on: object = {}, data: object[] = rows) =>
    screenOf(
      [
        {
          id: 'it',
          type: 'calendar',
          source: 'rows',
          props: {
            title: 'Agenda',
            start: 'from',
            end: 'to',
            text: 'name',
            tone: 'state',
            tones: { late: 'danger' },
            day: 'state.day',
            ...props,
          },
          on: { select: [{ navigate: '/v/{row.id}/{event.category}' }], ...on },
        },
      ],
      { state: { day: '2026-11-19', rows: data }, sources: { rows: { value: { $expr: 'state.rows' } } } },
    );

  it('should have the days of the tenant, moved through and opened by keyboard', async () => {
    const { host } = renderScreen(calendar());
    const grid = await screen.findByRole('grid', { name: 'Agenda' });
    const day = within(grid).getByRole('gridcell', {
      name: 'quinta-feira, 19 de novembro de 2026, 2 registros: Feira, Visita',
    });
    expect(screen.getByText('novembro de 2026')).toBeTruthy();
    expect(screen.getByText('Sem data válida em “from”: 1.')).toBeTruthy();
    day.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowLeft}{ArrowRight}');
    expect(document.activeElement).toBe(day);
    await userEvent.keyboard('{Enter}');
    const list = await screen.findByRole('list', { name: '19 de novembro' });
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Feira18/11/2026 a 20/11/2026', 'Visita22:30–23:30']);
    await userEvent.click(within(list).getByRole('button', { name: /Visita/ }));
    expect(host.navigations).toEqual(['/v/1/2026-11-19']);
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(day);
    await userEvent.keyboard('{PageDown}');
    expect(screen.getByText('dezembro de 2026')).toBeTruthy();
    expect((document.activeElement as HTMLElement).dataset['day']).toBe('2026-12-19');
  });

  it('should tell of a day, and show a list of days', async () => {
    const { host } = renderScreen(
      calendar({}, { selectDay: [{ navigate: '/d/{event.category}/{event.value}' }] }),
    );
    const grid = await screen.findByRole('grid', { name: 'Agenda' });
    await userEvent.click(grid.querySelector('[data-day="2026-11-20"]')!);
    expect(host.navigations).toEqual(['/d/2026-11-20/1']);
    await userEvent.click(screen.getByRole('button', { name: 'Agenda' }));
    expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      'quarta-feira, 18 de novembro de 2026',
      'quinta-feira, 19 de novembro de 2026',
      'sexta-feira, 20 de novembro de 2026',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Próximo período' }));
    expect(screen.getByText('Nenhum registro neste período')).toBeTruthy();
  });

  it('should say how many more there are, and list the first of very many', async () => {
    const many = Array.from({ length: 10_000 }, (_, id) => ({
      id,
      name: `r${id}`,
      from: `2026-11-${id % 2 === 0 ? '19' : '20'}`,
      to: '2026-11-20',
      state: '',
    }));
    renderScreen(calendar({}, {}, many));
    const grid = await screen.findByRole('grid', { name: 'Agenda' });
    expect(grid.querySelector('[aria-hidden="true"]')).toBeTruthy();
    grid.querySelector<HTMLElement>('[data-day="2026-11-19"]')!.focus();
    await userEvent.keyboard(' ');
    expect(await screen.findByText('Os primeiros 100 de 5.000 registros do dia.')).toBeTruthy();
  });

  it('should name a field that the data does not have', async () => {
    renderScreen(calendar({ start: 'when' }));
    expect(await screen.findByText('Os dados não têm o campo “when”.')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

describe('filtering by a calendar', () => {
  const rows = [
    { id: 1, name: 'Visita', from: '2026-11-03' },
    { id: 2, name: 'Auditoria', from: '2026-11-05' },
  ];
  const calendar = (view: string) =>
    screenOf(
      [
        {
          id: 'it',
          type: 'calendar',
          source: 'rows',
          props: { start: 'from', text: 'name', day: 'state.day', bind: 'state.chosen', view },
        },
        {
          id: 'said',
          type: 'text',
          props: { text: { $expr: "'Em ' & (state.chosen ? state.chosen : 'todos')" } },
        },
      ],
      {
        state: { day: '2026-11-18', chosen: null },
        sources: { rows: { value: { $expr: JSON.stringify(rows) } } },
      },
    );

  it('should write the day that is pressed, mark it, show it as a chip, and take it back', async () => {
    renderScreen(calendar('month'));
    const day = await screen.findByRole('gridcell', { name: /, 3 de novembro de 2026/ });
    expect(day.getAttribute('aria-selected')).toBeNull();
    await userEvent.click(day);
    expect(await screen.findByText('Em 2026-11-03')).toBeTruthy();
    expect(day.getAttribute('aria-selected')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Remover o filtro Dia: 03/11/2026' }));
    expect(await screen.findByText('Em todos')).toBeTruthy();
    // A day without records filters too: the rest of the view may have some.
    await userEvent.click(screen.getByRole('gridcell', { name: /, 4 de novembro de 2026/ }));
    expect(await screen.findByText('Em 2026-11-04')).toBeTruthy();
  });

  it('should write the day of a record that is pressed, where days are listed', async () => {
    renderScreen(calendar('agenda'));
    await userEvent.click(await screen.findByRole('button', { name: /Auditoria/ }));
    expect(await screen.findByText('Em 2026-11-05')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Auditoria/ }));
    expect(await screen.findByText('Em todos')).toBeTruthy();
  });
});
