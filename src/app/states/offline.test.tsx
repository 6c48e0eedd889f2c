// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { signOutMenus } from '../layout/sign-out-menus.ts';
import { usePreloadOffline } from './offline.ts';

afterEach(cleanup);

test('the menus to sign out by are there before the connection is lost', async () => {
  renderHook(() => usePreloadOffline());
  window.dispatchEvent(new FocusEvent('focusin'));
  await waitFor(() => expect(signOutMenus.map((menu) => menu.get().status)).toEqual(['ready', 'ready']));
});
