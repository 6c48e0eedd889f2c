// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { unzipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const rows = [
  { month: '2026-01-01', company: '=1+1', orders: 10.5 },
  { month: '2026-02-01', company: 'B', orders: 7 },
];
const chart = (props: { category?: string; [name: string]: unknown }, on: object = {}) =>
  screenOf(
    [
      {
        id: 'it',
        type: 'chart',
        source: 'rows',
        props: {
          title: 'Vendas: 1/2',
          category: 'month',
          categoryLabel: 'Mês',
          ...(props.category ? {} : { unit: 'month' }),
          series: [{ field: 'orders', label: 'Pedidos' }],
          ...props,
        },
        on,
      },
      {
        id: 'month',
        type: 'text',
        props: { text: { $expr: "'Em ' & (state.month ? state.month : 'todos')" } },
      },
    ],
    {
      state: { month: null, company: null },
      sources: { rows: { value: { $expr: JSON.stringify(rows) } } },
    },
  );
const plot = () => screen.findByRole('application');
const chips = () => screen.queryAllByRole('button', { name: /^Remover o filtro/ }).map((chip) => chip.title);

describe('the frame of charts', () => {
  it('should write what is pressed into the state, show it as a chip, and take it back by chip or by a second press', async () => {
    renderScreen(chart({ bind: 'state.month' }));
    (await plot()).focus();
    await userEvent.keyboard('{End}{Enter}');
    expect(await screen.findByText('Em 2026-02-01')).toBeTruthy();
    expect(chips()).toEqual(['Mês: fevereiro de 2026']);
    await userEvent.click(screen.getByRole('button', { name: 'Remover o filtro Mês: fevereiro de 2026' }));
    expect(await screen.findByText('Em todos')).toBeTruthy();
    expect(chips()).toEqual([]);
    (await plot()).focus();
    await userEvent.keyboard('{Home}{Enter}');
    expect(chips()).toEqual(['Mês: janeiro de 2026']);
    await userEvent.keyboard('{Enter}');
    expect(chips()).toEqual([]);
  });

  it('should filter by category and series at once', async () => {
    renderScreen(
      chart({
        splitBy: 'company',
        splitLabel: 'Empresa',
        bind: 'state.month',
        splitBind: 'state.company',
      }),
    );
    (await plot()).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowRight}{Enter}');
    expect(chips()).toEqual(['Mês: fevereiro de 2026', 'Empresa: B']);
    // Another point replaces both, and does not take away what both have in common.
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}{Enter}');
    expect(chips()).toEqual(['Mês: janeiro de 2026', 'Empresa: =1+1']);
  });

  it('should say to the steps which days a period has, and how it is called', async () => {
    const { host } = renderScreen(
      chart({}, { select: [{ navigate: '/o/{event.from}/{event.to}/{event.label}/{row.company}' }] }),
    );
    (await plot()).focus();
    await userEvent.keyboard('{End}{Enter}');
    expect(host.navigations.map(decodeURIComponent)).toEqual([
      '/o/2026-02-01/2026-02-28/fevereiro de 2026/B',
    ]);
  });

  it('should save its values as files, whose texts no spreadsheet runs', async () => {
    const { host } = renderScreen(chart({ category: 'company' }));
    await plot();
    const save = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
      await userEvent.click(await screen.findByRole('menuitem', { name }));
      await expect.poll(() => host.files.at(-1)).toBeTruthy();
      return host.files.pop()!;
    };
    const csv = await save('Baixar dados (CSV)');
    expect(csv.filename).toBe('Vendas 1 2.csv');
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(csv.content.bytes)).toBe(
      '\uFEFF"Mês";"Pedidos"\r\n"\'=1+1";"10,5"\r\n"B";"7"\r\n',
    );
    const xlsx = await save('Baixar planilha (XLSX)');
    expect(xlsx.filename).toBe('Vendas 1 2.xlsx');
    const sheet = new TextDecoder().decode(unzipSync(xlsx.content.bytes)['xl/worksheets/sheet1.xml']);
    expect(sheet).toContain('<c><v>10.5</v></c>');
    expect(sheet).toContain('<c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  });
});
