// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { createDrafts } from '../../client/drafts.ts';
import { createRecents, writeDevicePreference } from '../../client/index.ts';
import { notify, toastStore } from '../../ui/index.ts';
import { ok, publicHome, testApp } from '../testing.tsx';
import { signOut } from './sign-out.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('a sign-out removes the drafts of the device', async () => {
  const app = await testApp({
    'GET /adm/v2/pub/home': () => ok(publicHome),
    'POST /adm/v2/sec/login': () => ok({ accessToken: 'new', userId: 7 }),
    'GET /adm/v2/sec/me': () => ok({ id: 7, name: 'Ana', login: 'ana', isChangePwd: 'N', photourl: null }),
  });
  await app.account.signIn('ana', 'segredo');
  const drafts = createDrafts(() => 'acme.7');
  drafts.write('user.new', { name: 'Bia' });
  expect(drafts.read('user.new')?.values).toEqual({ name: 'Bia' });
  await signOut(app.account);
  expect(drafts.read('user.new')).toBeNull();
});

test('a sign-out takes the notices along, which name what the person did', async () => {
  const app = await testApp({ 'POST /adm/v2/sec/logout': () => ok(null) });
  notify('success', 'Tarefa excluída', { detail: 'Contrato da Ana' });
  await signOut(app.account);
  expect(toastStore.getState().toasts).toEqual([]);
});

/** A page whose server knows Ana, and is away once `online` is false. */
async function signedInApp(token: string) {
  const server = { online: true, tickets: [] as unknown[] };
  const whileOnline = (answer: () => Response) => () => {
    if (!server.online) throw new TypeError('no network');
    return answer();
  };
  const app = await testApp({
    'GET /adm/v2/pub/home': () => ok(publicHome),
    'POST /adm/v2/sec/login': whileOnline(() => ok({ accessToken: token, userId: 7 })),
    'POST /adm/v2/sec/logout': whileOnline(() => ok(null)),
    'POST /adm/v2/sec/logout/ticket': (body) => {
      server.tickets.push(body);
      return whileOnline(() => ok(null))();
    },
    'GET /adm/v2/sec/me': () => ok({ id: 7, name: 'Ana', login: 'ana', isChangePwd: 'N', photourl: null }),
  });
  await app.account.signIn('ana', 'segredo');
  return { app, server };
}
const token = `h.${btoa(JSON.stringify({ sub: '7', end: 'id.mac' })).replaceAll('=', '')}.signature`;
/** All that this browser keeps, as anybody at the device may read it. */
const readable = () => JSON.stringify({ ...localStorage, ...sessionStorage });

test('a sign-out without a network ends the session with the next sign-in, and leaves no token behind', async () => {
  const { app, server } = await signedInApp(token);
  server.online = false;
  await signOut(app.account);
  expect(app.account.getState().signedIn).toBe(false);
  expect(readable()).not.toContain('signature');
  expect(readable()).toContain('id.mac');
  server.online = true;
  await app.account.signIn('ana', 'segredo');
  expect(server.tickets).toEqual([{ ticket: 'id.mac' }]);
  expect(readable()).not.toContain('id.mac');
  // With a network nothing is left to send.
  await signOut(app.account);
  expect(readable()).not.toContain('id.mac');
});

test('a sign-out leaves nothing on the device that names records or persons, whoever was here', async () => {
  const { app } = await signedInApp(token);
  const at = { path: '/user/3', title: 'Beatriz Sigilosa', place: 'Pessoas', record: true };
  for (const owner of [7, 8]) {
    createRecents(() => owner).note(at);
    const write = (key: string) =>
      writeDevicePreference(`own.${owner}.${key}`, JSON.stringify({ search: 'Beatriz Sigilosa' }));
    for (const key of ['filters.user.bar', 'table.user.list', 'board.4.filters', 'unsent:filters.user.bar'])
      write(key);
    writeDevicePreference(`own.${owner}.outbox`, '1');
  }
  sessionStorage.setItem('molde.return', '/user?search=Beatriz Sigilosa');
  writeDevicePreference('theme', 'dark');
  await signOut(app.account);
  expect(readable()).not.toContain('Beatriz');
  // Whose messages wait is asked for before anybody is known, and names nothing.
  expect(Object.keys(localStorage).sort()).toEqual([
    'molde.pref.own.7.outbox',
    'molde.pref.own.8.outbox',
    'molde.pref.theme',
  ]);
});
