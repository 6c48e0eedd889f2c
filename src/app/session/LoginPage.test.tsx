// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyToaster, toastStore } from '../../ui/index.ts';
import { failed, ok, publicHome, renderInApp, testApp } from '../testing.tsx';
import type { Answers } from '../testing.tsx';
import LoginPage from './LoginPage.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const me = {
  id: 7,
  name: 'Ana',
  login: 'ana',
  email: '',
  photourl: null,
  isChangePwd: 'N',
  delegate: null,
  version: 1,
};

async function open(answers: Answers) {
  const app = await testApp({ 'GET /adm/v2/pub/home': () => ok(publicHome), ...answers });
  renderInApp(app, <LoginPage />);
  return app;
}

async function signIn(password = 'segredo') {
  await userEvent.type(await screen.findByLabelText(/^Usuário/), 'ana');
  await userEvent.type(screen.getByLabelText(/^Senha/), `${password}{Enter}`);
}

test('greets while the configuration loads, and offers a retry when it fails', async () => {
  let fails = true;
  const app = await testApp({
    'GET /adm/v2/pub/home': () => (fails ? failed(503, 'UNAVAILABLE') : ok(publicHome)),
  });
  renderInApp(app, <LoginPage />);
  expect(screen.getByText('Bem-vindo! Por favor aguarde...')).toBeTruthy();
  await screen.findByRole('alert');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('heading', { name: 'Bem-vindo!' })).toBeTruthy();
});

test('comes by itself once the connection is back', async () => {
  let fails = true;
  const app = await testApp({
    'GET /adm/v2/pub/home': () => (fails ? failed(503, 'UNAVAILABLE') : ok(publicHome)),
  });
  renderInApp(app, <LoginPage />);
  const alert = await screen.findByRole('alert');
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(alert.textContent).toContain('Sem conexão');
  fails = false;
  act(() => app.connection.retry());
  expect(await screen.findByRole('heading', { name: 'Bem-vindo!' })).toBeTruthy();
});

test('reports missing values at their required fields, focuses the first, and sends nothing', async () => {
  let sent = 0;
  await open({
    'POST /adm/v2/sec/login': () => {
      sent += 1;
      return failed(401, 'WRONG_CREDENTIALS');
    },
  });
  const describedBy = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
  const username = await screen.findByPlaceholderText('Digite seu usuário.');
  const password = screen.getByPlaceholderText('Digite sua senha.');
  expect(username.getAttribute('aria-required')).toBe('true');
  expect(password.getAttribute('aria-required')).toBe('true');
  expect(document.activeElement).toBe(username);
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(document.activeElement).toBe(username);
  expect(username.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(username)).toBe('Digite seu usuário.');
  expect(describedBy(password)).toBe('Digite sua senha.');
  await userEvent.type(username, 'ana{Enter}');
  expect(document.activeElement).toBe(password);
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(sent).toBe(0);
});

test('sends the password enciphered, and stores the six values on success', async () => {
  let sent: unknown;
  const app = await open({
    'POST /adm/v2/sec/login': (body) => {
      sent = body;
      return ok({ accessToken: 't', userId: 7 });
    },
    'GET /adm/v2/sec/me': () => ok(me),
  });
  await signIn();
  await screen.findAllByText('Login realizado com sucesso!');
  expect(sent).toEqual({ username: 'ana', password: expect.stringMatching(/^[0-9a-f]{32}:[0-9a-f]{14}$/) });
  expect(app.session.get()).toMatchObject({
    accessToken: 't',
    username: 'ana',
    user: '7',
    loggedUser: 'Ana',
  });
  expect(app.account.getState().signedIn).toBe(true);
});

test.each([
  ['wrong credentials', failed(401, 'WRONG_CREDENTIALS'), 'Usuário ou senha incorreto'],
  [
    'anything else in the words of the server',
    failed(429, 'TOO_MANY_REQUESTS', 'Muitas tentativas.'),
    'Muitas tentativas.',
  ],
  ['an answer without a token', ok({}), 'Não foi possível entrar. Tente novamente.'],
])('%s', async (_, answer, text) => {
  const app = await open({ 'POST /adm/v2/sec/login': () => answer });
  await signIn();
  await screen.findAllByText(text);
  expect(app.session.get()).toBeNull();
  expect(app.account.getState().signedIn).toBe(false);
});

test('says that it signs in until the server has answered', async () => {
  let answer = (_reply: Response) => {};
  const app = await open({
    'POST /adm/v2/sec/login': () => new Promise((resolve) => (answer = resolve)),
    'GET /adm/v2/sec/me': () => ok(me),
  });
  await signIn();
  expect(await screen.findByRole('button', { name: 'Entrando...' })).toBeTruthy();
  answer(ok({ accessToken: 't', userId: 7 }));
  await waitFor(() => expect(app.account.getState().signedIn).toBe(true));
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
});

test('loads what tells of failures with the first input, while there is a connection', async () => {
  toastStore.setState({ toasts: [], count: 0 });
  const preload = vi.spyOn(lazyToaster, 'preload');
  await open({});
  const username = await screen.findByLabelText(/^Usuário/);
  expect(preload).not.toHaveBeenCalled();
  await userEvent.type(username, 'ana');
  expect(preload).toHaveBeenCalledOnce();
  preload.mockRestore();
});

test('keeps what was typed without a connection, says so, and goes on', async () => {
  let online = false;
  const app = await open({
    'POST /adm/v2/sec/login': () => {
      if (!online) throw new TypeError('no network');
      return ok({ accessToken: 't', userId: 7 });
    },
    'GET /adm/v2/sec/me': () => ok(me),
  });
  await signIn();
  // The client of these tests has codes in place of the texts of failures.
  await screen.findAllByText('NETWORK');
  expect(screen.getByLabelText<HTMLInputElement>(/^Usuário/).value).toBe('ana');
  expect(screen.getByLabelText<HTMLInputElement>(/^Senha/).value).toBe('segredo');
  expect(app.session.get()).toBeNull();
  online = true;
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  await waitFor(() => expect(app.account.getState().signedIn).toBe(true));
});

test('reports a refused sign-in on 403, also of the profile, stores nothing, and begins the next attempt without the notice', async () => {
  let isRefused = true;
  const app = await open({
    'POST /adm/v2/sec/login': () => ok({ accessToken: 't', userId: 7 }),
    'GET /adm/v2/sec/me': () => (isRefused ? failed(403, 'FORBIDDEN') : ok(me)),
  });
  await signIn();
  const block = await screen.findByText('Entre em contato com o administrador do sistema para obter acesso.');
  expect(block.closest('[role=alert]')?.textContent).toContain(
    'Ops! Credenciais incorretas ou não possui permissão para acessar ao sistema.',
  );
  expect(app.session.get()).toBeNull();
  isRefused = false;
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  await waitFor(() => expect(app.account.getState().signedIn).toBe(true));
  expect(block.isConnected).toBe(false);
});

test('switches the language without a reload, and takes Portuguese for an unknown one', async () => {
  const app = await open({});
  const menu = await screen.findByLabelText('Idioma');
  await userEvent.click(menu);
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Português', 'English', 'Español']);
  await userEvent.click(options[1]!);
  await screen.findByRole('button', { name: 'Sign in' });
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  expect(app.i18n.language()).toBe('en');
});

test('reveals the password', async () => {
  await open({});
  const password = await screen.findByLabelText(/^Senha/);
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar senha' }));
  expect(password.getAttribute('type')).toBe('text');
});

test.each([
  ['N', ['Login realizado com sucesso!']],
  ['Y', []],
])('greets a person whose forced password change is %s with %j', async (isChangePwd, greetings) => {
  const app = await open({
    'POST /adm/v2/sec/login': () => ok({ accessToken: 'token', userId: 7 }),
    'GET /adm/v2/sec/me': () => ok({ ...me, isChangePwd }),
  });
  const before = toastStore.getState().toasts.length;
  await signIn();
  await waitFor(() => expect(app.account.getState().signedIn).toBe(true));
  await waitFor(() =>
    expect(
      toastStore
        .getState()
        .toasts.slice(before)
        .map(({ text }) => text),
    ).toEqual(greetings),
  );
});

test('says that a browser without storage keeps no session, and signs in all the same', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const app = await open({
    'POST /adm/v2/sec/login': () => ok({ accessToken: 't', userId: 7 }),
    'GET /adm/v2/sec/me': () => ok(me),
  });
  await signIn();
  await waitFor(() => expect(app.account.getState().signedIn).toBe(true));
  expect(toastStore.getState().toasts.map(({ kind, text }) => [kind, text])).toEqual([
    ['success', 'Login realizado com sucesso!'],
    ['warning', 'Este navegador não guarda dados: ao recarregar a página será preciso entrar de novo.'],
  ]);
  expect(app.session.token()).toBe('t');
  vi.restoreAllMocks();
});
