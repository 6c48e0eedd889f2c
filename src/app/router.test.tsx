// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok, publicHome, renderInApp, testApp } from './testing.tsx';
import SignedIn from './router.tsx';

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

test('the home page opens when effects run twice', async () => {
  const home = {
    tenant: { key: 'acme', name: 'Acme' },
    colors: publicHome.colors,
    images: { LAYOUT_HOME_LOGO_LG: null, LAYOUT_HOME_LOGO_XS: null },
    environment: 'prod',
    timeZone: 'America/Sao_Paulo',
  };
  const app = await testApp({
    'GET /adm/v2/pub/home': () => ok(publicHome),
    'POST /adm/v2/sec/login': () => ok({ accessToken: 't', userId: 7 }),
    'GET /adm/v2/sec/me': () => ok({ id: 7, name: 'Ana', login: 'ana', isChangePwd: 'N', photourl: null }),
    'GET /adm/v2/user/home': () => ok(home),
    'GET /adm/v2/home/menu2?device=D': () => ok({ overview: [], settings: [], specialPermissions: [] }),
    'GET /adm/v2/def/screen?path=%2F': () => ok({ definition, version: 0, source: 'bundled', faults: [] }),
  });
  await app.account.signIn('ana', 'segredo');
  renderInApp(app, <SignedIn />);
  expect(await screen.findByRole('heading', { name: 'Olá, Ana' })).toBeTruthy();
});
