// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const rows = [
  { month: '2026-01-01', orders: 10, goal: 9, id: 1 },
  { month: '2026-02-01', orders: null, goal: 9, id: 2 },
  { month: '2026-03-01', orders: 12_300, goal: 9, id: 3 },
];
const chart = (props: object, on: object = {}, data: readonly object[] | string = rows) =>
  screenOf(
    [
      {
        id: 'it',
        type: 'chart',
        source: 'rows',
        props: {
          title: 'Vendas',
          category: 'month',
          unit: 'month',
          series: [{ field: 'orders', label: 'Pedidos' }],
          ...props,
        },
        on,
      },
    ],
    {
      state: { at: null },
      sources: { rows: { value: { $expr: typeof data === 'string' ? data : JSON.stringify(data) } } },
    },
  );
const said = () => document.querySelector('figure [role="status"]')!.textContent;

describe('chart', () => {
  it('should say in words what it shows, and show the same values as a table', async () => {
    renderScreen(chart({ categoryLabel: 'Mês' }));
    const plot = await screen.findByRole('application', { name: 'Vendas' });
    expect(document.getElementById(plot.getAttribute('aria-describedby')!)!.textContent).toBe(
      'Pedidos: total 12.310, maior 12.300 em março de 2026, menor 10 em janeiro de 2026. Setas percorrem os pontos; Esc sai.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar como tabela' }));
    const table = screen.getByRole('table', { name: 'Vendas' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['MêsPedidos', 'janeiro de 202610', 'fevereiro de 2026–', 'março de 202612.300']);
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar como gráfico' }));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('should announce each point that the arrows reach, select it with Enter, and leave with Escape', async () => {
    const { host } = renderScreen(
      chart(
        {
          series: [
            { field: 'orders', label: 'Pedidos' },
            { field: 'goal', label: 'Meta' },
          ],
        },
        { select: [{ navigate: '/o/{row.id}/{event.series}/{event.value}' }] },
      ),
    );
    const plot = await screen.findByRole('application', { name: 'Vendas' });
    plot.focus();
    await userEvent.keyboard('{End}');
    expect(said()).toBe('março de 2026, Pedidos, 12.300, 3 de 3');
    await userEvent.keyboard('{ArrowLeft}');
    expect(said()).toBe('fevereiro de 2026, Pedidos, Sem valor, 2 de 3');
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(said()).toBe('março de 2026, Meta, 9, 3 de 3');
    await userEvent.keyboard('{Enter}');
    expect(host.navigations).toEqual(['/o/3/goal/9']);
    await userEvent.keyboard('{Escape}');
    expect(said()).toBe('');
  });

  it.each<[string, object, readonly object[] | string, string]>([
    ['an unknown field', { category: 'nope' }, rows, 'Os dados não têm o campo “nope”.'],
    [
      'texts',
      { series: [{ field: 'month', label: 'M' }] },
      rows,
      'O campo “month” tem textos em vez de números.',
    ],
    ['no value at all', {}, [{ month: '2026-01-01', orders: null }], 'Sem valores para mostrar'],
    [
      'more bars than fit',
      {},
      '[1..2001].{"month": "2026-01-01", "orders": 1}',
      'Barras demais: 2.001, e cabem 2.000. Agrupe os dados ou use linhas.',
    ],
  ])('should say in place what keeps it from being drawn: %s', async (_, props, data, text) => {
    renderScreen(chart(props, {}, data));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('application')).toBeNull();
  });
});
