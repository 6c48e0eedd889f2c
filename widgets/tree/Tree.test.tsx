// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { buildTree, openRows } from './tree-rows.ts';

afterEach(cleanup);

const units = [
  { id: 1, name: 'Matriz' },
  { id: 2, name: 'Vendas', up: 1, count: 12 },
  { id: 3, name: 'Suporte', up: 1 },
  { id: 4, name: 'Noite', up: 3 },
  { id: 5, name: 'Filial', more: true },
];
const props = {
  label: 'Áreas',
  title: { field: 'name' },
  parent: 'up',
  hasChildren: 'more',
  badge: { field: 'count' },
};
const tree = (more: object = {}, rest: object = {}, document: object = {}) =>
  screenOf([{ id: 't', type: 'tree', source: 'units', props: { ...props, ...more }, ...rest }], {
    sources: { units: { get: '/units', rows: 'data' } },
    ...document,
  });
const names = () => screen.getAllByRole('treeitem').map((one) => one.textContent);
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

describe('tree', () => {
  it('should follow the keys of the tree pattern', async () => {
    renderScreen(tree(), { answer: () => ({ data: units }) });
    const first = await screen.findByRole('treeitem', { name: 'Matriz' });
    expect(names()).toEqual(['Matriz', 'Vendas12', 'Suporte', 'Filial']);
    expect(screen.getAllByRole('treeitem').map((one) => one.tabIndex)).toEqual([0, -1, -1, -1]);
    first.focus();
    press('ArrowRight');
    expect(document.activeElement?.textContent).toBe('Vendas12');
    press('s');
    expect(document.activeElement?.textContent).toBe('Suporte');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
    press('ArrowRight');
    press('ArrowRight');
    expect(document.activeElement?.textContent).toBe('Noite');
    expect(document.activeElement?.getAttribute('aria-level')).toBe('3');
    press('ArrowLeft');
    press('ArrowLeft');
    expect(names()).toEqual(['Matriz', 'Vendas12', 'Suporte', 'Filial']);
    press('ArrowLeft');
    expect(document.activeElement?.textContent).toBe('Matriz');
    press('End');
    expect(document.activeElement?.textContent).toBe('Filial');
    press('ArrowUp');
    press('Home');
    expect(document.activeElement?.textContent).toBe('Matriz');
  });

  it('should open the rows around the row that something else selects', async () => {
    const choose = {
      id: 'choose',
      type: 'button',
      props: { text: 'Noite?' },
      on: { press: [{ set: { 'state.unit': 4 } }] },
    };
    const document = tree({ selected: 'state.unit' }, {}, { state: { unit: 1 } }) as { body: object[] };
    document.body.push(choose);
    renderScreen(document as Record<string, unknown>, { answer: () => ({ data: units }) });
    await screen.findByRole('treeitem', { name: 'Matriz' });
    expect(screen.queryByText('Noite')).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Noite?' }));
    const night = await screen.findByRole('treeitem', { name: 'Noite' });
    expect(night.getAttribute('aria-selected')).toBe('true');
    // The person may close them again.
    fireEvent.click(screen.getByRole('treeitem', { name: 'Suporte' }).querySelector('[data-toggle]')!);
    expect(screen.queryByText('Noite')).toBeNull();
  });

  it('should fire events for selected and for expanded rows', async () => {
    const on = {
      select: [{ navigate: '/unit/{row.id}' }],
      expand: [{ request: { post: '/load/{event}' } }],
    };
    const { host } = renderScreen(tree({ selected: 'state.unit' }, { on }, { state: { unit: 3 } }), {
      answer: () => ({ data: units }),
    });
    const branch = await screen.findByRole('treeitem', { name: 'Filial' });
    expect(screen.getByRole('treeitem', { name: 'Suporte' }).getAttribute('aria-selected')).toBe('true');
    fireEvent.click(branch.querySelector('[data-toggle]')!);
    await waitFor(() => expect(host.requests.map(({ address }) => address)).toEqual(['/load/5']));
    expect(host.navigations).toEqual([]);
    fireEvent.click(screen.getByText('Vendas'));
    await waitFor(() => expect(host.navigations).toEqual(['/unit/2']));
    expect(screen.getByRole('treeitem', { name: /Vendas/ }).getAttribute('aria-selected')).toBe('true');
  });

  it('should keep rows open while the data is loaded again', async () => {
    let data = units;
    const { host } = renderScreen(tree(), { answer: () => ({ data }) });
    (await screen.findByRole('treeitem', { name: 'Suporte' })).focus();
    press('ArrowRight');
    data = [...units, { id: 6, name: 'Nova', up: 3 }];
    await host.load('/units').refresh();
    expect(await screen.findByRole('treeitem', { name: 'Nova' })).toBeTruthy();
    expect(names()).toContain('Noite');
  });

  it('should render ten thousand rows a window at a time', async () => {
    const data = Array.from({ length: 10_000 }, (_, id) => ({
      id,
      name: `Nó ${id}`,
      up: id === 0 ? null : 0,
    }));
    renderScreen(tree(), { answer: () => ({ data }) });
    await screen.findByRole('treeitem', { name: 'Nó 0' });
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
  });
});

describe('rows as a tree', () => {
  const settings = { title: { field: 'name' }, parent: 'up', children: 'below' };
  const built = (data: readonly object[]) => {
    const rows = JSON.parse(JSON.stringify(data)) as Parameters<typeof buildTree>[0];
    const nested = buildTree(rows, settings);
    return openRows(nested, () => true).map(
      (index) => `${nested.rows[index]!.level} ${nested.rows[index]!.key}`,
    );
  };

  it('should be nested by a field, by lists, or both', () => {
    expect(
      built([
        { id: 'a', below: [{ id: 'b', below: [{ id: 'c' }] }, 7, null] },
        { id: 'd', up: 'c' },
      ]),
    ).toEqual(['1 a', '2 b', '3 c', '4 d']);
  });

  it('should lose no row to circles, repeated or missing keys, and missing parents', () => {
    const rows = [
      { id: 1, up: 2 },
      { id: 2, up: 3 },
      { id: 3, up: 1 },
      { id: 4, up: 4 },
      { id: 4 },
      { id: { odd: true }, up: 'missing' },
      { up: ['x'] },
    ];
    expect(built(rows)).toHaveLength(rows.length);
  });

  it('should be as deep as the data without running out of stack', () => {
    const rows = Array.from({ length: 5000 }, (_, id) => ({ id, up: id - 1 }));
    expect(built(rows)).toHaveLength(5000);
  });
});
