// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { FakeHost } from '../../../src/engine/react/testing/host.ts';
import { orderColumns, renderOrders, reply, renderPeople, rowOf } from '../testing.ts';

afterEach(cleanup);

const columns = [
  ...orderColumns,
  { field: 'state', title: 'Situação', cell: 'badge', map: { open: 'Aberto', done: 'Feito' } },
  { field: 'share', title: 'Parte', cell: 'percent' },
  { field: 'who', title: 'Quem', blank: 'Ninguém' },
];
const rows = [
  { id: 1, name: 'Zebra', kind: 'A', amount: 10.5, state: 'open', share: 0.25, who: 'Ana' },
  { id: 2, name: '=1+1', kind: 'B', amount: 20, state: 'done', share: null, who: null },
  { id: 3, name: 'Bento', kind: 'A', amount: null, state: 'open', share: 1, who: 'Caio' },
];

async function saved(entry: string, host: FakeHost): Promise<string> {
  await userEvent.click(await screen.findByRole('button', { name: 'Mais ações' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
  await waitFor(() => expect(host.files).toHaveLength(1));
  const { content } = host.files[0]!;
  return new TextDecoder().decode(content.bytes);
}

describe('the files of a table', () => {
  it('should hold the rows as they are sorted, with figures as numbers and no formula', async () => {
    const { host } = renderOrders({ files: true, columns }, { rows });
    await rowOf('Bento');
    await userEvent.click(screen.getByRole('button', { name: 'Nome' }));
    const text = await saved('Baixar dados (CSV)', host);
    expect(text.split('\r\n')).toEqual([
      '\uFEFF"Nome";"Valor";"Tipo";"Situação";"Parte";"Quem"'.slice(1),
      `"'=1+1";"20";"B";"Feito";;"Ninguém"`,
      '"Bento";;"A";"Aberto";"1";"Caio"',
      '"Zebra";"10,5";"A";"Aberto";"0,25";"Ana"',
      '',
    ]);
    expect(host.files[0]!.filename).toBe('Pedidos.csv');
  });

  it('should hold all rows that pass the filters, also those out of view, and no others', async () => {
    const many = Array.from({ length: 2_000 }, (_, id) => ({
      id,
      name: `Linha ${id}`,
      amount: id,
      kind: id % 2 === 0 ? 'A' : 'B',
    }));
    const { host } = renderOrders({ files: true, where: { $expr: "row.kind = 'A'" } }, { rows: many });
    await rowOf('Linha 0');
    const lines = (await saved('Baixar dados (CSV)', host)).trim().split('\r\n');
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toBe('"Linha 1998";"1998";"A"');
  });

  it('should be a spreadsheet too', async () => {
    const { host } = renderOrders({ files: true });
    await rowOf('Bento');
    expect(await saved('Baixar planilha (XLSX)', host)).toMatch(/^PK/);
    expect(host.files[0]!.filename).toBe('Pedidos.xlsx');
  });

  it('should not be offered without rows, nor where the rows of a page are all that is known', async () => {
    renderOrders({ files: true }, { rows: [] });
    renderPeople({ answer: () => reply([], 0) }, { files: true });
    await waitFor(() => expect(screen.queryAllByRole('status').length).toBeGreaterThan(0));
    expect(screen.queryByRole('button', { name: 'Mais ações' })).toBeNull();
  });
});
