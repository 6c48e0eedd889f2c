// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { Json } from '../contracts/json.ts';
import { HttpFailure, type Http } from './http.ts';
import { createUserPreferences } from './user-preferences.ts';

beforeEach(() => localStorage.clear());

/** Content of the key `filters` on the server, and how it answers. */
function testServer(stored: Json) {
  const server = { stored, failure: null as HttpFailure | null, writes: 0 };
  const http: Pick<Http, 'request'> = {
    async request({ method, body }) {
      if (server.failure) throw server.failure;
      if (method === 'get') return { data: { value: server.stored } };
      server.writes += 1;
      server.stored = (body as { value: Json }).value;
      return undefined;
    },
  };
  /** A visit: the preferences of a page, with a reader of the key. */
  const visit = () => {
    const preferences = createUserPreferences(http as Http, () => 7);
    preferences.subscribe('filters', () => undefined);
    return preferences;
  };
  return { server, visit };
}

/** Lets the calls that were made come to their end. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

const offline = new HttpFailure('NETWORK', 0, 'no connection');

test('what was cleared without a connection stays cleared in all later visits, and reaches the server', async () => {
  const { server, visit } = testServer({ unit: 3 });
  const first = visit();
  await settle();
  expect(first.get('filters')).toEqual({ unit: 3 });
  server.failure = offline;
  first.set('filters', null);
  await settle();

  // Offline still: nothing of the server is there to replace it.
  expect(visit().get('filters')).toBeNull();
  await settle();
  server.failure = null;
  for (let count = 0; count < 2; count += 1) {
    const later = visit();
    await settle();
    expect(later.get('filters')).toBeNull();
  }
  expect(server).toMatchObject({ stored: null, writes: 1 });
});

test('the last value that was set without a connection is sent, once, when the server can be reached', async () => {
  const { server, visit } = testServer(null);
  const preferences = visit();
  await settle();
  server.failure = offline;
  preferences.set('filters', { unit: 1 });
  preferences.set('filters', { unit: 2 });
  await settle();
  server.failure = null;
  for (let count = 0; count < 2; count += 1) {
    visit();
    await settle();
  }
  expect(server).toMatchObject({ stored: { unit: 2 }, writes: 1 });
});

test('a value that the server refuses is not sent again', async () => {
  const { server, visit } = testServer({ unit: 3 });
  const preferences = visit();
  await settle();
  server.failure = new HttpFailure('VALIDATION_FAILED', 400, 'too long');
  preferences.set('filters', { unit: 1 });
  await settle();
  server.failure = null;
  visit();
  await settle();
  expect(server).toMatchObject({ stored: { unit: 3 }, writes: 0 });
});

test('an answer that arrives after the sign-out is not kept', async () => {
  let owner = 7;
  let answer: (reply: unknown) => void = () => undefined;
  const request = () => new Promise((resolve) => (answer = resolve));
  createUserPreferences({ request } as unknown as Http, () => owner).subscribe('filters', () => undefined);
  owner = 0;
  answer({ data: { value: { search: 'Beatriz' } } });
  await settle();
  expect(Object.keys(localStorage)).toEqual([]);
});
