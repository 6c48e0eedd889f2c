// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppRoot } from './AppRoot.tsx';
import { renderInApp, testApp } from './testing.tsx';

// The dynamic import of a chunk that is offline or removed by a new release.
vi.mock('./router.tsx', () => Promise.reject(new TypeError('no such file')));
vi.mock('./states/RestrictedPage.tsx', () => Promise.reject(new TypeError('no such file')));

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
  vi.restoreAllMocks();
});

const offered = async () => {
  expect((await screen.findByRole('alert')).textContent).toContain('Não foi possível abrir esta página');
  expect(screen.getByRole('button', { name: 'Recarregar a página' })).toBeTruthy();
};

test('offers a retry when the code of the signed-in pages fails to load', async () => {
  localStorage.setItem('molde.accessToken', 't');
  renderInApp(await testApp({}), <AppRoot />);
  await offered();
});

test('offers a retry when the code of the restricted page fails to load', async () => {
  window.history.replaceState(null, '', '/restricted-access');
  renderInApp(await testApp({}), <AppRoot />);
  await offered();
});

test('a session that ends on the restricted page leads to the sign-in page', async () => {
  window.history.replaceState(null, '', '/restricted-access');
  localStorage.setItem('molde.accessToken', 't');
  const app = await testApp({});
  renderInApp(app, <AppRoot />);
  await offered();
  act(() => app.account.forget());
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
});
