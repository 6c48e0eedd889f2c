// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const rows = [
  { area: 'Sul', company: 'Acme', n: 5 },
  { area: 'Sul', company: 'Boreal', n: 3 },
  { area: 'Norte', company: '=1+1', n: null },
];
const table = () =>
  screenOf(
    [
      {
        id: 'it',
        type: 'pivot-table',
        source: 'rows',
        props: {
          title: 'Pedidos',
          rows: [
            { field: 'area', label: 'Área' },
            { field: 'company', label: 'Empresa' },
          ],
          measures: [{ field: 'n', label: 'Total' }],
          bind: 'state.area',
        },
      },
      { id: 'said', type: 'text', props: { text: { $expr: "'Em ' & (state.area ? state.area : 'todas')" } } },
    ],
    { state: { area: null }, sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
  );

it('filters by the first field of the line whose figure is pressed, and shows it as a chip', async () => {
  renderScreen(table());
  await userEvent.click(await screen.findByText('5'));
  expect(await screen.findByText('Em Sul')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remover o filtro Área: Sul' }));
  expect(await screen.findByText('Em todas')).toBeTruthy();
});

it('saves all lines with the groups that they are in, open or closed', async () => {
  const { host } = renderScreen(table());
  await userEvent.click(await screen.findByRole('button', { name: 'Recolher tudo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Baixar dados (CSV)' }));
  await expect.poll(() => host.files.at(-1)).toBeTruthy();
  expect(new TextDecoder().decode(host.files[0]!.content.bytes)).toBe(
    [
      '"Área";"Empresa";"Total"',
      '"Sul";"";',
      '"Sul";"Acme";"5"',
      '"Sul";"Boreal";"3"',
      '"Norte";"";',
      '"Norte";"\'=1+1";',
      '',
    ].join('\r\n'),
  );
});
