// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { createDrafts } from '../../client/drafts.ts';
import { ok, publicHome, testApp } from '../testing.tsx';
import { signOut } from './sign-out.ts';

beforeEach(() => localStorage.clear());

test('a sign-out removes the drafts of the device', async () => {
  const app = await testApp({
    'GET /adm/v2/pub/home': () => ok(publicHome),
    'POST /adm/v2/sec/login': () => ok({ accessToken: 'new', userId: 7 }),
    'GET /adm/v2/sec/me': () => ok({ id: 7, name: 'Ana', login: 'ana', isChangePwd: 'N', photourl: null }),
  });
  await app.account.signIn('ana', 'segredo');
  const drafts = createDrafts(() => 'acme.7');
  drafts.write('user.new', { values: { name: 'Bia' }, savedAt: new Date().toISOString() });
  expect(drafts.read('user.new')?.values).toEqual({ name: 'Bia' });
  await signOut(app.account);
  expect(drafts.read('user.new')).toBeNull();
});
