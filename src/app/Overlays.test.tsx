// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUiStore } from '../ui/index.ts';
import { AppContext } from './app-context.ts';
import type { App } from './app-context.ts';
import { confirm } from './confirmations.ts';
import { Overlays } from './Overlays.tsx';

// The dynamic import of a chunk that is offline or removed by a new release.
vi.mock('./session/ExpiredLogin.tsx', () => Promise.reject(new TypeError('no such file')));
vi.mock('../ui/dialogs/ConfirmDialog.tsx', () => Promise.reject(new TypeError('no such file')));
vi.mock('../ui/toasts/Toaster.tsx', () => Promise.reject(new TypeError('no such file')));

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function mount(expired: boolean) {
  const app = {
    i18n: { ...createUiStore({}), t: (key: string) => key },
    account: createUiStore({ expired, signedIn: true }),
  } as unknown as App;
  render(
    <AppContext value={app}>
      <input aria-label="name" defaultValue="Ana" />
      <Overlays />
    </AppContext>,
  );
}

test('reports an overlay whose code fails to load, and keeps the page and its input', async () => {
  mount(true);
  expect((await screen.findByRole('alert')).textContent).toContain('session.partFailed');
  expect(screen.getByRole('button', { name: 'shell.partRetry' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Ana');
});

test('declines a confirmation whose dialog fails to load, and reports it even without the toaster', async () => {
  mount(false);
  let answer: Promise<boolean> = Promise.resolve(true);
  act(() => void (answer = confirm({ kind: 'action', title: 'Leave?' })));
  expect(await answer).toBe(false);
  expect((await screen.findByRole('alert')).textContent).toContain('shell.partFailed');
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Ana');
});
