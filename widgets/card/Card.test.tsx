// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const text = (id: string, words: string) => ({ id, type: 'text', props: { text: words } });
const button = (id: string, words: string, more: object = {}) => ({
  id,
  type: 'button',
  props: { text: words },
  ...more,
});
const card = (props: object = {}, more: object = {}) => ({
  id: 'card',
  type: 'card',
  props: {
    title: 'Pedido 12',
    subtitle: 'Ana',
    actions: ['more'],
    footer: ['close'],
    media: 'top',
    ...props,
  },
  children: [
    text('inside', 'dentro'),
    button('more', 'Mais', { on: { press: [{ toast: { info: 'mais' } }] } }),
    button('close', 'Fechar'),
    text('top', 'figura'),
  ],
  ...more,
});

describe('card', () => {
  it('should render each child in the slot that names it, the others in the body', async () => {
    renderScreen(screenOf([card()]));
    const article = await screen.findByRole('article', { name: 'Pedido 12' });
    await within(article).findByText('Fechar');
    expect(await within(article).findByText('figura')).toBe(article.querySelector('#top'));
    expect(article.firstElementChild?.textContent).toBe('figura');
    expect(article.querySelector('header')?.textContent).toBe('Pedido 12AnaMais');
    expect(article.querySelector('footer')?.textContent).toBe('Fechar');
    expect(article.textContent).toBe('figuraPedido 12AnaMaisdentroFechar');
    expect(screen.getByRole('heading', { level: 2 }).querySelector('a, button')).toBeNull();
  });

  it('should be a button beside those inside of it', async () => {
    const user = userEvent.setup();
    const { host } = renderScreen(
      screenOf([card({}, { on: { press: [{ toast: { success: 'aberto' } }] } })]),
    );
    await user.click(await screen.findByRole('button', { name: 'Mais' }));
    expect(host.toasts.map((toast) => toast.text)).toEqual(['mais']);
    screen.getByRole('button', { name: 'Pedido 12' }).focus();
    await user.keyboard('{Enter}');
    expect(host.toasts.map((toast) => toast.text)).toEqual(['mais', 'aberto']);
  });

  it('should be a link that navigates within the page', async () => {
    const user = userEvent.setup();
    const { host } = renderScreen(screenOf([card({ link: '/orders/{state.id}' })], { state: { id: 'a b' } }));
    const link = await screen.findByRole('link', { name: 'Pedido 12' });
    expect(link.getAttribute('href')).toBe('/orders/a%20b');
    await user.click(link);
    expect(host.navigations).toEqual(['/orders/a%20b']);
  });

  it('should leave no gap for hidden children', async () => {
    const none = { visible: false };
    renderScreen(
      screenOf([
        card(
          {},
          { children: [text('inside', 'dentro'), button('close', 'x', none), button('more', 'y', none)] },
        ),
      ]),
      { diagnostics: [] },
    );
    await screen.findByText('dentro');
    expect(document.querySelector('#card footer')).toBeNull();
    expect(document.querySelector('#card header')?.textContent).toBe('Pedido 12Ana');
  });
});
