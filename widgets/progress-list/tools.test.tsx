// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const rows = [
  { unit: 'Sul', orders: 30, goal: 40 },
  { unit: '=1+1', orders: 5, goal: null },
];
const list = () =>
  screenOf(
    [
      {
        id: 'it',
        type: 'progress-list',
        source: 'rows',
        props: {
          title: 'Metas',
          category: 'unit',
          categoryLabel: 'Unidade',
          value: 'orders',
          valueLabel: 'Pedidos',
          targetField: 'goal',
          bind: 'state.unit',
        },
      },
      { id: 'said', type: 'text', props: { text: { $expr: "'Em ' & (state.unit ? state.unit : 'todas')" } } },
    ],
    { state: { unit: null }, sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
  );

it('filters by the row that is pressed, shows it as a chip, and takes it back', async () => {
  renderScreen(list());
  await userEvent.click(await screen.findByRole('button', { name: 'Sul' }));
  expect(await screen.findByText('Em Sul')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remover o filtro Unidade: Sul' }));
  expect(await screen.findByText('Em todas')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sul' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sul' }));
  expect(await screen.findByText('Em todas')).toBeTruthy();
});

it('saves its figures with targets and shares', async () => {
  const { host } = renderScreen(list());
  await userEvent.click(await screen.findByRole('button', { name: 'Mais ações' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Baixar dados (CSV)' }));
  await expect.poll(() => host.files.at(-1)).toBeTruthy();
  expect(new TextDecoder().decode(host.files[0]!.content.bytes)).toBe(
    '"Unidade";"Pedidos";"Meta";"Parte"\r\n"Sul";"30";"40";"0,75"\r\n"\'=1+1";"5";;\r\n',
  );
});
