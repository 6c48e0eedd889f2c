// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { currentIndex } from './current-entry.ts';

afterEach(cleanup);

const items = [
  { id: 'people', text: 'Pessoas', link: '/people', icon: 'people' },
  {
    id: 'more',
    text: 'Sistema',
    items: [
      { id: 'setup', text: 'Ajustes', badge: { $expr: 'state.count' } },
      { id: 'trash', text: 'Lixeira', link: '/trash', access: { verb: 'delete' } },
      { id: 'old', text: 'Antigo', visible: { $expr: 'state.old' } },
    ],
  },
  { id: 'empty', text: 'Vazio', items: [{ id: 'none', text: 'Nada', visible: false }] },
];
const menu = (props: object = {}) => ({
  id: 'menu',
  type: 'menu',
  props: { items, label: 'Seções', ...props },
  on: { press: [{ toast: { info: { $expr: 'event' } } }] },
});

describe('menu', () => {
  it('should offer the entries that the person may use, in groups, with the current one', async () => {
    renderScreen(screenOf([menu()], { state: { count: 4, old: false } }), {
      can: (access) => !('verb' in access && access.verb === 'delete'),
    });
    const nav = await screen.findByRole('navigation', { name: 'Seções' });
    expect(nav.textContent).toBe('PessoasSistemaAjustes4');
    expect(screen.getByRole('list', { name: 'Sistema' }).textContent).toBe('Ajustes4');
    expect(screen.getByRole('link', { name: 'Pessoas' }).getAttribute('aria-current')).toBe('page');
  });

  it('should follow the link of an entry, and fire press for an entry without one', async () => {
    const user = userEvent.setup();
    const { host } = renderScreen(
      screenOf([menu({ direction: 'horizontal', current: 'setup' })], { state: { count: 0, old: true } }),
    );
    await user.click(await screen.findByRole('link', { name: 'Lixeira' }));
    await user.click(screen.getByRole('button', { name: 'Ajustes' }));
    expect(host.navigations).toEqual(['/trash']);
    expect(host.toasts.map((toast) => toast.text)).toEqual(['setup']);
    expect(screen.getByRole('button', { name: 'Ajustes' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Pessoas' }).getAttribute('aria-current')).toBeNull();
  });

  it('should render nothing without an entry', async () => {
    renderScreen(screenOf([menu({ items: [] }), { id: 'end', type: 'text', props: { text: 'fim' } }]));
    await screen.findByText('fim');
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('currentIndex', () => {
  const here = (path: string, query: Record<string, string> = {}) => ({ path, query });
  it('is the address itself, else the closest one above it', () => {
    expect(currentIndex(['/a', '/a/b'], here('/a/b'))).toBe(1);
    expect(currentIndex(['/a', '/a/b'], here('/a/c'))).toBe(0);
    expect(currentIndex(['/', undefined, '/ab'], here('/a'))).toBe(0);
    expect(currentIndex(['/ab'], here('/a'))).toBe(-1);
    expect(currentIndex(['/a'], here('/ab'))).toBe(-1);
  });

  it('compares the parameters of the query', () => {
    const views = ['/a', '/a?view=open', '/a?view=all#x'];
    expect(currentIndex(views, here('/a'))).toBe(0);
    expect(currentIndex(views, here('/a', { view: 'open', page: '2' }))).toBe(1);
    expect(currentIndex(views, here('/a', { view: 'all' }))).toBe(2);
    expect(currentIndex(views.slice(1), here('/a', { view: 'none' }))).toBe(-1);
  });
});
