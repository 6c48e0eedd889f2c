// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { failure } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const people = ['Ana', 'Bia', 'Caio'].map((name, at) => ({ id: at + 1, name }));

function renderList(state: Record<string, unknown> = { person: null }) {
  return renderScreen(
    screenOf(
      [
        {
          id: 'list',
          type: 'table',
          source: 'people',
          props: {
            paging: 'none',
            current: 'state.person',
            columns: [{ field: 'name', title: 'Nome', role: 'title' }],
          },
          on: { rowPress: [{ set: { 'state.person': { $expr: 'row.id' } } }] },
        },
        {
          id: 'person',
          type: 'panel',
          props: {
            bind: 'state.person',
            title: { $expr: "'Pessoa ' & $string(state.person)" },
            keys: { $expr: 'data.people.rows.id' },
            page: '/people/{state.person}',
          },
          children: [{ id: 'words', type: 'text', props: { text: 'dentro' } }],
        },
      ],
      { state, sources: { people: { get: '/people', rows: 'data', total: 'total' } } },
    ),
    { answer: () => ({ data: people, total: 3 }) },
  );
}

const panel = (id: number) => screen.findByRole('region', { name: `Pessoa ${id}` });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

describe('panel', () => {
  it('should open the pressed row beside the list, and mark it there', async () => {
    renderList();
    const row = await rowOf('Bia');
    expect(screen.queryByText('dentro')).toBeNull();
    await userEvent.click(row.cells[0]!);
    const region = await panel(2);
    expect(within(region).getByText('dentro')).toBeTruthy();
    expect(region.closest('[data-screen]')).toBeNull();
    expect(document.activeElement).toBe(region);
    expect((await rowOf('Bia')).getAttribute('aria-current')).toBe('true');
    expect(within(region).getByRole('link').getAttribute('href')).toBe('/people/2');
  });

  it('should open the neighbours in the order of the list by buttons and arrow keys', async () => {
    renderList({ person: 2 });
    const next = await screen.findByRole('button', { name: 'Próximo registro' });
    await userEvent.click(next);
    const last = await panel(3);
    expect(document.activeElement).toBe(next);
    expect(next.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(next);
    expect(await panel(3)).toBe(last);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await panel(1);
  });

  it('should return the focus to the row of the record that it showed last', async () => {
    renderList();
    await userEvent.click((await rowOf('Ana')).cells[0]!);
    await panel(1);
    await userEvent.keyboard('{ArrowDown}');
    await panel(2);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('dentro')).toBeNull());
    const row = await rowOf('Bia');
    await waitFor(() => expect(row.contains(document.activeElement)).toBe(true));
    expect(row.hasAttribute('aria-current')).toBe(false);
  });

  it('should offer to close, not to leave the screen, when its record does not exist', async () => {
    renderScreen(
      screenOf(
        [
          {
            id: 'person',
            type: 'panel',
            props: { bind: 'state.person', title: 'Pessoa' },
            children: [
              {
                id: 'facts',
                type: 'description-list',
                source: 'person',
                props: { items: [{ field: 'name', label: 'Nome' }] },
              },
            ],
          },
        ],
        { state: { person: 9 }, sources: { person: { get: '/people/{state.person}', record: 'data' } } },
      ),
      {
        answer() {
          throw failure(404, 'Não encontrado', 'NOT_FOUND');
        },
      },
    );
    const region = await screen.findByRole('region', { name: 'Pessoa' });
    await within(region).findByText('Registro não encontrado');
    const [, close] = within(region).getAllByRole('button', { name: 'Fechar' });
    await userEvent.click(close!);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Pessoa' })).toBeNull());
  });

  it('should close by its button and leave the focus of a screen opened with it', async () => {
    renderList({ person: 3 });
    const region = await panel(3);
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(within(region).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(screen.queryByText('dentro')).toBeNull());
  });
});
