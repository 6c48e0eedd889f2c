// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('page-header', () => {
  it('should show title, subtitle and its buttons', async () => {
    renderScreen(
      screenOf([
        {
          id: 'header',
          type: 'page-header',
          props: { title: 'Usuários', subtitle: 'Quem entra' },
          children: [{ id: 'new', type: 'button', props: { text: 'Usuário', primary: true } }],
        },
      ]),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Usuários' })).toBeTruthy();
    expect(screen.getByText('Quem entra')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Usuário' })).toBeTruthy();
  });

  it('should show the title of the screen where it has none', async () => {
    renderScreen(screenOf([{ id: 'header', type: 'page-header', props: {} }], { title: 'Pedidos' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Pedidos' })).toBeTruthy();
  });

  it('should show its meta beside the title, before the buttons', async () => {
    renderScreen(
      screenOf([
        {
          id: 'header',
          type: 'page-header',
          props: { title: 'Usuários', look: 'bar' },
          slots: { meta: [{ id: 'state', type: 'text', props: { text: 'Rascunho' } }] },
          children: [{ id: 'new', type: 'button', props: { text: 'Publicar' } }],
        },
      ]),
    );
    await screen.findByRole('button', { name: 'Publicar' });
    await screen.findByText('Rascunho');
    expect(document.querySelector('#header')?.textContent).toBe('UsuáriosRascunhoPublicar');
  });

  it('should hold the entries of a menu of three points in its own menu', async () => {
    const item = (id: string, text: string) => ({ id, text, do: [{ navigate: `/${id}` }] });
    const { host } = renderScreen(
      screenOf([
        {
          id: 'header',
          type: 'page-header',
          props: { title: 'Pedidos' },
          children: [
            { id: 'boards', type: 'button', props: { text: 'Quadros' }, on: { press: [] } },
            { id: 'people', type: 'button', props: { text: 'Pessoas' } },
            {
              id: 'files',
              type: 'menu-button',
              props: {
                text: 'Arquivos',
                iconOnly: true,
                items: [item('export', 'Exportar'), { ...item('gone', 'Apagar'), visible: false }],
              },
            },
          ],
        },
      ]),
    );
    const menus = await screen.findAllByRole('button', { name: /Mais ações|Arquivos/ });
    expect(menus).toHaveLength(1);
    fireEvent.click(menus[0]!);
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual(['Quadros', 'Exportar']);
    fireEvent.click(entries[1]!);
    expect(host.navigations).toEqual(['/export']);
  });

  it('should link back to its list', async () => {
    const { host } = renderScreen(
      screenOf([
        { id: 'header', type: 'page-header', props: { title: 'Ana', back: '/people/{params.group}' } },
      ]),
      { params: { group: 'a b' } },
    );
    const back = await screen.findByRole('link', { name: 'Voltar' });
    expect(back.getAttribute('href')).toBe('/people/a%20b');
    fireEvent.click(back);
    expect(host.navigations).toEqual(['/people/a%20b']);
  });
});
