// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toastStore } from '../../ui/index.ts';
import { AppRoot } from '../AppRoot.tsx';
import { failed, ok, publicHome, renderInApp, testApp } from '../testing.tsx';
import type { Answers } from '../testing.tsx';
// The pages are loaded with the test, as a busy machine may need more than the patience of the shell for their code.
import './ForgotPasswordPage.tsx';
import './LoginPage.tsx';
import './ResetPasswordPage.tsx';

/** The pages of a forgotten password, as they lead to each other before the sign-in. */

beforeEach(() => {
  localStorage.clear();
  toastStore.setState({ toasts: [] });
});
afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

/** Opens an address where nobody is signed in. */
async function openAt(address: string, answers: Answers = {}): Promise<void> {
  window.history.replaceState(null, '', address);
  renderInApp(await testApp({ 'GET /adm/v2/pub/home': () => ok(publicHome), ...answers }), <AppRoot />);
}

const toasts = () => toastStore.getState().toasts.map(({ kind, text }) => [kind, text]);
const isSignInPage = async () => {
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
  expect(window.location.pathname + window.location.search).toBe('/login');
};

test.each(['?token=made-up', ''])(
  'a link with %j in place of a valid token leads back to the sign-in page, and says why',
  async (query) => {
    const token = query.replace('?token=', '');
    await openAt(`/login/forgotpwd/confirm${query}`, {
      [`GET /adm/v2/sec/pwd/t?token=${token}`]: () => failed(400, 'BAD_TOKEN'),
    });
    await isSignInPage();
    expect(toasts()).toEqual([['error', 'Token inválido']]);
  },
);

test('the forced change belongs to who is signed in', async () => {
  await openAt('/login/forgotpwd/confirm?forcedReset=Y');
  await isSignInPage();
  expect(toasts()).toEqual([]);
});

test('a login that is missing or cannot exist is named before the mail is asked for, and a link leads back', async () => {
  const asked: unknown[] = [];
  await openAt('/login/forgotpwd', {
    'POST /adm/v2/sec/pwd/t': (body) => {
      asked.push(body);
      return (body as { login: string }).login === 'ninguem'
        ? Response.json({ success: true, data: null, message: 'Email enviado com sucesso!' })
        : failed(400, 'VALIDATION_FAILED', 'Usuário incorreto');
    },
  });
  const field = await screen.findByRole('textbox', { name: /^Usuário/ });
  const send = screen.getByRole('button', { name: 'Enviar e-mail' });
  await userEvent.click(send);
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Digite seu usuário.',
  );
  expect(asked).toEqual([]);
  await userEvent.type(field, 'não é um login');
  await userEvent.click(send);
  await waitFor(() => expect(toasts()).toEqual([['error', 'Usuário incorreto']]));
  await userEvent.clear(field);
  await userEvent.type(field, 'ninguem');
  await userEvent.click(send);
  await waitFor(() => expect(toasts()).toContainEqual(['success', 'Email enviado com sucesso!']));
  expect(asked).toEqual([{ login: 'não é um login' }, { login: 'ninguem' }]);
  await userEvent.click(screen.getByRole('link', { name: 'Voltar para o login' }));
  await isSignInPage();
});
