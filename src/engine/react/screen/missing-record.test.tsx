// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Crumb } from '../index.ts';
import { failure } from '../testing/host.ts';
import { renderScreen, screenOf } from '../testing/render.tsx';

afterEach(cleanup);

const form = {
  kind: 'form',
  formatVersion: 2,
  id: 'person',
  schema: { type: 'object', properties: { name: { type: 'string', title: 'Nome' } } },
  ui: { sections: [{ id: 'main', fields: ['name'] }] },
};
const sources = {
  person: { get: '/people/{params.id}', record: 'data' },
  invoice: { get: '/people/{params.id}/invoice', record: 'data' },
};
const page = screenOf(
  [
    {
      id: 'header',
      type: 'page-header',
      props: { title: 'Editar pessoa' },
      children: [
        { id: 'again', type: 'button', props: { text: 'Atualizar' }, on: { press: [{ refresh: 'person' }] } },
      ],
    },
    {
      id: 'form',
      type: 'form',
      source: 'person',
      props: { document: form, value: { $expr: 'data.person.record' } },
    },
    {
      id: 'invoice',
      type: 'description-list',
      source: 'invoice',
      props: { items: [{ field: 'number', label: 'Número' }] },
    },
  ],
  {
    path: '/people/:id',
    title: { $expr: 'data.person.record.name' },
    breadcrumb: [{ name: 'Pessoas', link: '/people' }, { name: 'Editar pessoa' }],
    sources,
  },
);

/** Opens the page of person 99; the statuses are those of her record and of her invoice. */
function open(statuses: { person: number; invoice: number }, document = page) {
  const trails: { crumbs: readonly Crumb[]; title: string }[] = [];
  const now = { ...statuses };
  const view = renderScreen(document, {
    params: { id: '99' },
    onTrail: (crumbs, title) => trails.push({ crumbs, title }),
    answer(path) {
      const status = path.endsWith('/invoice') ? now.invoice : now.person;
      if (status !== 200) throw failure(status, 'não', status === 404 ? 'NOT_FOUND' : 'INTERNAL');
      return { data: { id: 99, name: 'Ana', number: '12/2026' } };
    },
  });
  return { ...view, now, trail: () => trails.at(-1) };
}

describe('a page whose record does not exist', () => {
  it.each([404, 400, 422])('is replaced by a page that leads to the list (%i)', async (status) => {
    const { host, trail } = open({ person: status, invoice: status });
    expect(await screen.findByRole('heading', { level: 1, name: 'Registro não encontrado' })).toBeTruthy();
    expect(screen.getByText('/people/99').parentElement!.textContent).toBe(
      'O endereço /people/99 não leva a nenhum registro de Pessoas.',
    );
    expect(screen.queryByText('Editar pessoa')).toBeNull();
    await waitFor(() =>
      expect(trail()).toEqual({
        crumbs: [{ name: 'Pessoas', to: '/people' }, { name: 'Registro não encontrado' }],
        // Without a title the record is not listed among the recent ones.
        title: '',
      }),
    );
    expect(document.title).toBe('Registro não encontrado · Acme');
    fireEvent.click(screen.getByRole('button', { name: 'Voltar para Pessoas' }));
    fireEvent.click(screen.getByRole('button', { name: 'Voltar para o início' }));
    expect(host.navigations).toEqual(['/people', '/']);
  });

  it('leads to the start page where no list is named', async () => {
    const { host } = open({ person: 404, invoice: 404 }, { ...page, breadcrumb: [{ name: 'Ana' }] });
    fireEvent.click(await screen.findByRole('button', { name: 'Voltar para o início' }));
    expect(screen.getByText('/people/99').parentElement!.textContent).toBe(
      'O endereço /people/99 não leva a nenhum registro.',
    );
    expect(host.navigations).toEqual(['/']);
  });

  it.each([
    [403, 'Acesso Restrito'],
    [500, 'Não foi possível carregar'],
    [0, 'Não foi possível carregar'],
  ])('is told apart from one that is refused or that failed (%i)', async (status, said) => {
    open({ person: status, invoice: 200 });
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Editar pessoa' })).toBeTruthy();
  });

  it('stays for another record of the page, and for one that is deleted while it is open', async () => {
    const { now, host } = open({ person: 200, invoice: 404 });
    expect(await screen.findByText('Registro não encontrado')).toBeTruthy();
    const name = await screen.findByRole('textbox', { name: 'Nome' });
    now.person = 404;
    fireEvent.click(screen.getByRole('button', { name: 'Atualizar' }));
    expect(await screen.findByText('Este registro não existe mais')).toBeTruthy();
    expect((name as HTMLInputElement).value).toBe('Ana');
    expect(host.navigations).toEqual([]);
  });

  it('is the page again once the record can be loaded', async () => {
    const { now, host } = open({ person: 404, invoice: 200 });
    await screen.findByRole('heading', { name: 'Registro não encontrado' });
    now.person = 200;
    await host.load('/people/99').refresh();
    expect(await screen.findByRole('heading', { name: 'Editar pessoa' })).toBeTruthy();
  });
});
