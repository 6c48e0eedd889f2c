// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissErrors, toastStore } from '../../ui/index.ts';
import { AppContext } from '../app-context.ts';
import { AppearanceProvider } from '../appearance/AppearanceProvider.tsx';
import { testApp } from '../testing.tsx';
import ShellLayout from './ShellLayout.tsx';

vi.mock('./UserMenuPopover.tsx', () => Promise.reject(new TypeError('no such file')));
vi.mock('./MobileMenu.tsx', () => Promise.reject(new TypeError('no such file')));

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  dismissErrors();
  vi.restoreAllMocks();
});

test.each([
  ['user menu', /^Menu do usuário/, false],
  ['drawer menu', 'Abrir menu', true],
] as const)('reports a %s whose code fails to load, and keeps the page', async (_, name, narrow) => {
  const app = await testApp({});
  window.matchMedia = () =>
    ({ matches: narrow, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  const router = createMemoryRouter([
    {
      element: <ShellLayout />,
      children: [{ path: '/', element: <input aria-label="name" defaultValue="Ana" /> }],
    },
  ]);
  render(
    <AppContext value={app}>
      <AppearanceProvider>
        <RouterProvider router={router} />
      </AppearanceProvider>
    </AppContext>,
  );
  // A bare click: hovering would preload the code, and the mocked import rejects only once.
  fireEvent.click(await screen.findByRole('button', { name }));
  const messages = ['Esta parte não pôde ser carregada. Verifique a conexão.'];
  await vi.waitFor(
    () => expect(toastStore.getState().toasts.map((toast) => toast.text)).toEqual(messages),
    60_000,
  );
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Ana');
});
