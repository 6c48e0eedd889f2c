// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const pairs = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((pair) => [
      pair.querySelector('dt')?.textContent,
      pair.querySelector('dd')?.textContent,
    ]),
  );

describe('description-list', () => {
  it('should show values of the definition, each in its format', async () => {
    const items = [
      { label: 'Nome', value: 'Ana' },
      { label: 'Saldo', value: { $expr: 'state.balance' }, format: 'money' },
      { label: 'Desde', value: { $expr: 'state.since' }, format: 'date' },
      { label: 'Nada', value: { $expr: 'state.nothing' } },
      { label: 'Ativa', value: { $expr: 'state.on' }, format: 'boolean' },
      { label: 'CPF', value: '12345678909', format: 'cpf' },
      { label: 'Vagas', value: 1200, format: 'number' },
      { label: 'Aberta', value: false },
    ];
    renderScreen(
      screenOf([{ id: 'a', type: 'description-list', props: { items } }], {
        state: { balance: 1234.5, since: '2024-02-29', on: true, nothing: null },
      }),
    );
    await screen.findByText('Nome');
    expect(pairs()).toEqual({
      Nome: 'Ana',
      Saldo: 'R$\u00a01.234,50',
      Desde: '29/02/2024',
      Nada: '–',
      Ativa: 'Sim',
      CPF: '123.456.789-09',
      Vagas: '1.200',
      Aberta: 'Não',
    });
  });

  it('should show fields of a record, except those that the person may not see', async () => {
    const items = [
      { label: 'E-mail', field: 'email', format: 'email' },
      { label: 'Site', field: 'site', format: 'link' },
      { label: 'Chefe', field: 'boss.name', link: '/admin-user/{row.boss.id}' },
      { label: 'Salário', field: 'pay', access: { special: 'pay' } },
      { label: 'Falta', field: 'none.at.all' },
      { label: 'Estranho', field: 'odd', format: 'date' },
    ];
    const record = {
      email: 'ana@acme.example',
      site: 'javascript:alert(1)',
      boss: { id: 7, name: 'Caio' },
      pay: 10,
      odd: { a: [1] },
    };
    const { host } = renderScreen(
      screenOf([{ id: 'a', type: 'description-list', source: 'one', props: { items } }], {
        sources: { one: { get: '/one', record: 'data' } },
      }),
      { answer: () => ({ data: record }), can: (access) => !('special' in (access as object)) },
    );
    const boss = await screen.findByRole('link', { name: 'Caio' });
    expect(boss.getAttribute('href')).toBe('/admin-user/7');
    boss.click();
    expect(host.navigations).toEqual(['/admin-user/7']);
    expect(screen.getByRole('link', { name: 'ana@acme.example' }).getAttribute('href')).toBe(
      'mailto:ana@acme.example',
    );
    expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull();
    expect(pairs()).toEqual({
      'E-mail': 'ana@acme.example',
      Site: 'javascript:alert(1)',
      Chefe: 'Caio',
      Falta: '–',
      Estranho: '{"a":[1]}',
    });
  });

  it('shows the first record of a source of rows', async () => {
    const items = [{ label: 'Unidade', field: 'unit' }];
    const body = [{ id: 'a', type: 'description-list', source: 'units', props: { items } }];
    const definition = screenOf(body, { sources: { units: { get: '/units', rows: 'data.rows' } } });
    const answer = () => ({ data: { rows: [{ unit: 'Obras' }, { unit: 'Vendas' }] } });
    renderScreen(definition, { answer });
    expect(await screen.findByText('Obras')).toBeTruthy();
    expect(screen.queryByText('Vendas')).toBeNull();
  });
});
