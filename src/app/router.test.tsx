// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shellPatience } from '../ui/index.ts';
import { failed, ok, publicHome, renderInApp, testApp } from './testing.tsx';
import { AppRoot } from './AppRoot.tsx';
import { rememberDestination } from './session/destination.ts';
// The pages are loaded with the test, as a busy machine may need more than the patience of the shell for their code.
import { page } from './router.tsx';
import './layout/ShellLayout.tsx';
import './screens/ScreenRoute.tsx';
import './session/arrival.ts';
import './states/RestrictedPage.tsx';

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});
afterEach(cleanup);

const definition = {
  kind: 'screen',
  formatVersion: 2,
  id: 'home',
  path: '/',
  title: '$title',
  access: { session: true },
  body: [{ id: 'name', type: 'text', props: { text: '$hello', heading: 1 } }],
  strings: { pt: { title: 'Início', hello: 'Olá, {{user.name}}' } },
};

const people = {
  ...definition,
  id: 'people',
  path: '/people',
  body: [
    ...definition.body,
    { id: 'new', type: 'text', access: { screen: 'people', verb: 'create' }, props: { text: 'Nova pessoa' } },
  ],
  strings: { pt: { title: 'P', hello: 'Pessoas' } },
};
const group = (create: boolean) => ({
  id: 1,
  title: 'Grupo',
  icon: 'shield',
  show: true,
  submenu: [
    {
      key: 'people',
      title: 'Pessoas',
      userPermissions: { read: true, create, update: false, delete: false },
      specialPermissions: [],
    },
  ],
});

/** Signs Ana in, whose tenant opens this page after the sign-in. */
async function openSignedIn(
  route: string,
  path = '/',
  rights: { people: boolean; create?: boolean; definition?: boolean; published?: boolean } = { people: true },
  onRefused?: () => void,
) {
  const home = {
    route,
    tenant: { key: 'acme', name: 'Acme' },
    colors: publicHome.colors,
    images: { LAYOUT_HOME_LOGO_LG: null, LAYOUT_HOME_LOGO_XS: null },
    environment: 'prod',
    timeZone: 'America/Sao_Paulo',
    support: true,
  };
  const app = await testApp({
    'GET /adm/v2/pub/home': () => ok(publicHome),
    'POST /adm/v2/sec/login': () => ok({ accessToken: 't', userId: 7 }),
    'GET /adm/v2/sec/me': () => ok({ id: 7, name: 'Ana', login: 'ana', isChangePwd: 'N', photourl: null }),
    'GET /adm/v2/user/home': () => ok(home),
    'GET /adm/v2/home/menu2?device=D': () =>
      ok({
        overview: rights.people ? [group(rights.create === true)] : [],
        settings: [],
        specialPermissions: [],
        workPaths: [],
        rights: 'r1',
      }),
    'GET /adm/v2/def/screen?path=%2F': () => ok({ definition, version: 0, source: 'bundled', faults: [] }),
    'GET /adm/v2/def/screen?path=%2Fpeople': () => {
      if (rights.published === false) return failed(404, 'NOT_FOUND');
      if (rights.people && rights.definition !== false)
        return ok({ definition: people, version: 0, source: 'bundled', faults: [] });
      onRefused?.();
      return failed(403, 'FORBIDDEN');
    },
  });
  window.history.replaceState(null, '', '/login');
  rememberDestination(path);
  await app.account.signIn('ana', 'segredo');
  renderInApp(app, <AppRoot />);
  return app;
}

test('the home page opens when effects run twice', async () => {
  await openSignedIn('/');
  expect(await screen.findByRole('heading', { name: 'Olá, Ana' })).toBeTruthy();
});

test('the page of the tenant opens after the sign-in', async () => {
  await openSignedIn('/people');
  expect(await screen.findByRole('heading', { name: 'Pessoas' })).toBeTruthy();
  expect(window.location.pathname).toBe('/people');
});

test('the page of the tenant gives way to the one that the person wanted, and to the home page where it is refused', async () => {
  await openSignedIn('/refused');
  expect(await screen.findByRole('heading', { name: 'Olá, Ana' })).toBeTruthy();
  cleanup();
  await openSignedIn('/', '/people');
  expect(await screen.findByRole('heading', { name: 'Pessoas' })).toBeTruthy();
});

test('the page of a refused address gives way to it when the right returns, and not before', async () => {
  const rights = { people: false };
  const app = await openSignedIn('/', '/people', rights);
  expect(await screen.findByRole('heading', { name: 'Acesso Restrito' })).toBeTruthy();
  await app.account.refreshMenu();
  expect(await screen.findByRole('heading', { name: 'Acesso Restrito' })).toBeTruthy();
  rights.people = true;
  await app.account.refreshMenu();
  expect(await screen.findByRole('heading', { name: 'Pessoas' })).toBeTruthy();
  expect(window.location.pathname).toBe('/people');
});

test('a refused address opens when the right returned before the page of the refusal was there', async () => {
  const rights = { people: false };
  const opening = openSignedIn('/', '/people', rights, () => {
    if (rights.people) return;
    rights.people = true;
    void opening.then(({ account }) => account.refreshMenu());
  });
  expect(await screen.findByRole('heading', { name: 'Pessoas' })).toBeTruthy();
});

test('a page that the server alone refuses is opened again when the rights change', async () => {
  const rights = { people: true, definition: false };
  const app = await openSignedIn('/', '/people', rights);
  expect(await screen.findByRole('heading', { name: 'Acesso Restrito' })).toBeTruthy();
  rights.definition = true;
  await app.account.refreshMenu();
  expect(await screen.findByRole('heading', { name: 'Pessoas' })).toBeTruthy();
  expect(window.location.pathname).toBe('/people');
});

test('a screen shows what a new right allows, though its definition was there before the menu', async () => {
  const rights = { people: true, create: false };
  const app = await openSignedIn('/', '/people', rights);
  expect(await screen.findByRole('heading', { name: 'Pessoas' })).toBeTruthy();
  expect(screen.queryByText('Nova pessoa')).toBeNull();
  rights.create = true;
  await app.account.refreshMenu();
  expect(await screen.findByText('Nova pessoa')).toBeTruthy();
  rights.create = false;
  await app.account.refreshMenu();
  await waitFor(() => expect(screen.queryByText('Nova pessoa')).toBeNull());
});

/** Everything in view is asked for again, as definitions are after the event of a publication. */
function reconnect(): void {
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
}

test('a screen whose publication ends says so to its reader, and returns when it is published again', async () => {
  const rights = { people: true, published: true };
  await openSignedIn('/', '/people', rights);
  expect(await screen.findByRole('heading', { name: 'Pessoas' })).toBeTruthy();
  rights.published = false;
  reconnect();
  expect(await screen.findByRole('heading', { name: 'Esta página não está mais disponível' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Pessoas' })).toBeNull();
  expect(window.location.pathname).toBe('/people');
  rights.published = true;
  reconnect();
  expect(await screen.findByRole('heading', { name: 'Pessoas' })).toBeTruthy();
});

test('an address that never led anywhere is told apart from a publication that ended', async () => {
  await openSignedIn('/', '/people', { people: true, published: false });
  expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy();
});

test('a page whose code is late has failed, until the code arrives after all', async () => {
  vi.useFakeTimers();
  let arrive: (module: { default: () => string }) => void = () => undefined;
  const opening = page(() => new Promise((resolve) => (arrive = resolve)))();
  await vi.advanceTimersByTimeAsync(shellPatience);
  const { Component } = await opening;
  renderInApp(await testApp({}), <Component />);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('alert').textContent).toContain('Recarregar');
  await act(() => vi.advanceTimersByTimeAsync(100_000));
  arrive({ default: () => 'Chegou' });
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('Chegou')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  vi.useRealTimers();
});
