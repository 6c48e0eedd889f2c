// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../src/engine/react/testing/host.ts';
import { renderScreen } from '../../src/engine/react/testing/render.tsx';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 0, 1200, 50),
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const table = {
  id: 'people',
  type: 'table',
  source: 'people',
  at: { x: 0, y: 0, w: 12, h: 6 },
  props: { columns: [{ field: 'name', title: 'Nome' }] },
};
const view = (more: object = {}) => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-9',
  title: 'Quadro',
  access: { screen: 'dash-9', verb: 'read' },
  sources: { people: { get: '/people', rows: 'data' } },
  body: [table, { id: 'note', type: 'text', props: { text: 'Nota' }, at: { x: 0, y: 6, w: 12, h: 2 } }],
  ...more,
});

it('shows the rows of a tile, and takes the whole window until Escape', async () => {
  const { host } = renderScreen(view(), { answer: () => ({ data: [{ name: 'Ana', age: 40 }] }) });
  await screen.findByText('Ana');
  expect(host.loads).toEqual(['/people']);
  const user = userEvent.setup();
  const opener = await screen.findByRole('button', { name: 'Ações do painel' });
  // A tile without data has no tools.
  expect(screen.getAllByRole('button', { name: 'Ações do painel' })).toHaveLength(1);
  await user.click(opener);
  await user.click(await screen.findByRole('menuitem', { name: 'Ver dados' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Nome', 'age']);
  expect(within(dialog).getByText('Ana')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));

  await user.click(await screen.findByRole('button', { name: 'Ações do painel' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Tela cheia' }));
  await screen.findByRole('button', { name: 'Sair da tela cheia' });
  const other = document.querySelector<HTMLElement>('[data-tile="note"]')!;
  expect(other.inert).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sair da tela cheia' })).toBeNull());
  expect(other.inert).toBe(false);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Ações do painel'));
}, 60_000);

it('has the files of a chart in the menu of its tile, which is the only one', async () => {
  const pie = {
    ...table,
    type: 'pie',
    props: { title: 'Idades', category: 'name', value: 'age', valueLabel: 'Idade' },
  };
  const { host } = renderScreen(view({ body: [pie] }), {
    answer: () => ({ data: [{ name: 'Ana', age: 40 }] }),
  });
  const user = userEvent.setup();
  await screen.findByRole('application', { name: 'Idades' });
  await user.click(await screen.findByRole('button', { name: 'Ações: Idades' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Baixar dados (CSV)' }));
  await expect.poll(() => host.files[0]?.filename).toBe('Idades.csv');
  expect(screen.queryByRole('button', { name: 'Mais ações' })).toBeNull();
}, 60_000);

it('shows the rows of a dataset by its columns, without what only the charts read', async () => {
  const columns = [
    { name: 'unit', type: 'text', title: 'Unidade', unit: null },
    { name: 'month', type: 'date', title: 'Criado em', unit: 'month' },
    { name: 'active', type: 'boolean', title: 'Ativo', unit: null },
    { name: 'people', type: 'number', title: 'Pessoas', unit: null },
  ];
  const rows = [
    { unitId: 7, unit: 'Obras', unitRest: false, month: '2026-11-01', active: true, people: 1234.5 },
    { unitId: null, unit: null, unitRest: true, month: null, active: false, people: null },
  ];
  const list = { ...table, props: { columns: [{ field: 'people', title: 'Gente' }] } };
  renderScreen(view({ sources: { people: { dataset: 'people' } }, body: [list] }), {
    answer: () => ({ data: { rows, columns, totals: [], truncated: false } }),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Ações do painel' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Ver dados' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Obras');
  const texts = [...dialog.querySelectorAll('tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(texts).toEqual([
    ['Unidade', 'Criado em', 'Ativo', 'Gente'],
    ['Obras', 'novembro de 2026', 'Sim', '1.234,5'],
    ['Outros', '(vazio)', 'Não', '–'],
  ]);
}, 60_000);

it('writes the days of a figure as DD/MM/YYYY in English too', async () => {
  const columns = [{ name: 'day', type: 'date', title: 'Day', unit: 'day' }];
  const list = { ...table, props: { columns: [{ field: 'day', title: 'Day' }] } };
  const { host, again } = renderScreen(view({ sources: { people: { dataset: 'people' } }, body: [list] }), {
    answer: () => ({ data: { rows: [{ day: '2026-08-24' }], columns, totals: [], truncated: false } }),
  });
  host.lang = 'en';
  again();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Actions of the panel' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Show data' }));
  await within(await screen.findByRole('dialog')).findByText('24/08/2026');
}, 60_000);

it('names the category of a chart as its dataset does, in files too', async () => {
  const pie = { ...table, type: 'pie', props: { title: 'Idades', category: 'unit', value: 'people' } };
  const columns = [{ name: 'unit', type: 'text', title: 'Unidade', unit: null }];
  const { host } = renderScreen(view({ sources: { people: { dataset: 'people' } }, body: [pie] }), {
    answer: () => ({
      data: { rows: [{ unit: 'Obras', people: 4 }], columns, totals: [], truncated: false },
    }),
  });
  const user = userEvent.setup();
  await screen.findByRole('application', { name: 'Idades' });
  await user.click(await screen.findByRole('button', { name: 'Ações: Idades' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Baixar dados (CSV)' }));
  await expect.poll(() => host.files[0]?.filename).toBe('Idades.csv');
  expect(new TextDecoder().decode(host.files[0]!.content.bytes)).toMatch(/^"Unidade";/);
}, 60_000);

it('shows values of a dataset by their names, in charts and tables, in files and in the rows behind them', async () => {
  const columns = [
    {
      name: 'record',
      type: 'text',
      title: 'Tipo',
      unit: null,
      values: { user: 'Usuários', company: 'Empresas' },
    },
    { name: 'day', type: 'number', title: 'Dia', unit: null, values: { 1: 'Segunda-feira' } },
    { name: 'changes', type: 'number', title: 'Mudanças', unit: null, values: null },
  ];
  const rows = [
    { record: 'user', day: 1, changes: 9 },
    { record: 'company', day: 1, changes: 4 },
  ];
  const funnel = {
    ...table,
    id: 'funnel',
    type: 'funnel',
    props: { title: 'Funil', category: 'record', map: { company: 'Firmas' }, value: 'changes' },
  };
  const list = { ...table, props: { columns: [{ field: 'day', title: 'Dia' }] } };
  const { host } = renderScreen(view({ sources: { people: { dataset: 'people' } }, body: [funnel, list] }), {
    answer: () => ({ data: { rows, columns, totals: [], truncated: false } }),
  });
  const user = userEvent.setup();
  await screen.findByRole('application', { name: 'Funil' });
  expect(await screen.findAllByRole('cell', { name: 'Segunda-feira' })).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: 'Ações: Funil' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Baixar dados (CSV)' }));
  await expect.poll(() => host.files[0]?.filename).toBe('Funil.csv');
  const text = new TextDecoder().decode(host.files[0]!.content.bytes);
  // The definition's own text wins.
  expect(text).toContain('"Usuários"');
  expect(text).toContain('"Firmas"');
  await user.click(screen.getByRole('button', { name: 'Ações: Funil' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Ver dados' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Empresas')).toBeTruthy();
  expect(within(dialog).getAllByText('Segunda-feira')).toHaveLength(2);
}, 60_000);

describe('the explanation of a dataset', () => {
  const explained = async (more: object) => {
    renderScreen(view({ sources: { people: { dataset: 'people', query: { unit: 7 } } } }), {
      answer: (path) =>
        path.endsWith('/-/explain')
          ? { data: { sql: 'select 1', parameters: [7], plan: ['Seq Scan'], cache: 'kept', ...more } }
          : { data: { rows: [{ name: 'Ana' }], columns: [], totals: [], truncated: false } },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Ações do painel' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Explicação' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('select 1');
    return [...dialog.querySelectorAll('dt')].map(
      ({ textContent, nextElementSibling }) => `${textContent}: ${nextElementSibling?.textContent}`,
    );
  };

  it('says the values in force, the time, and what the rows follow', async () => {
    const facts = await explained({ milliseconds: 12.4, topics: ['entity:user'], maxAge: 30 });
    expect(facts).toEqual(
      expect.arrayContaining([
        'Valores em vigor: unit: 7',
        'Tempo da consulta: 12 ms',
        'Cache: Em cache, ainda válida',
        'Atualiza com: entity:user, depois de 30 s',
      ]),
    );
  }, 60_000);

  it('says that a statement may not run, and that no event tells of its rows', async () => {
    const facts = await explained({ milliseconds: null, topics: [], maxAge: 30 });
    expect(facts).toEqual(
      expect.arrayContaining([
        'Tempo da consulta: Não foi executada: leria registros demais',
        'Atualiza com: depois de 30 s',
      ]),
    );
  }, 60_000);
});

it('names a tile that has no rows, or that failed, by the title of its widget', async () => {
  const stat = (id: string, label: string, x: number) => ({
    ...table,
    id,
    type: 'stat',
    source: id,
    at: { x, y: 0, w: 3, h: 2 },
    props: { label, field: 'n' },
  });
  const nested = {
    id: 'stack',
    type: 'stack',
    at: { x: 0, y: 2, w: 3, h: 4 },
    children: [{ ...stat('inner', 'Dentro', 0), source: 'none' }],
  };
  renderScreen(
    view({
      sources: { none: { get: '/none', rows: 'data' }, broken: { get: '/broken', rows: 'data' } },
      body: [stat('none', 'Pedidos', 0), stat('broken', 'Custo', 3), nested],
    }),
    {
      answer: (path) => {
        if (path === '/broken') throw failure(500, 'Falhou aqui');
        return { data: [] };
      },
    },
  );
  const tile = (id: string) => document.querySelector(`[data-tile="${id}"]`)?.textContent;
  await waitFor(() => expect(tile('none')).toBe('PedidosNão há dados para serem exibidos!'));
  await waitFor(() => expect(tile('broken')).toMatch(/^CustoNão foi possível carregar/));
  // A widget inside a container has the frame of the container.
  expect(tile('stack')).toBe('Não há dados para serem exibidos!');
});

it('has no tools outside of dashboards', async () => {
  renderScreen({
    ...view(),
    kind: 'screen',
    path: '/x',
    body: [{ id: 'grid', type: 'grid', children: [table] }],
  });
  await waitFor(() => expect(document.querySelector('[data-tile="people"]')).toBeTruthy());
  expect(document.querySelector('[data-tile-tools]')).toBeNull();
});
