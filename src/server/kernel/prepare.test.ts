import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../testing.ts';
import { route } from './route.ts';

let app: TestApp;
let whilePreparing: () => Promise<unknown>;

const slow = route({
  method: 'POST',
  url: '/adm/v2/test/slow',
  access: 'session',
  summary: 'Slow work before a transaction',
  input: { body: Type.Object({ word: Type.String() }) },
  reply: Type.Object({ shout: Type.String() }),
  async prepare(ctx, { body }) {
    await whilePreparing();
    return `${body.word.toUpperCase()} ${ctx.lang}`;
  },
  handle: async (_ctx, _input, shout) => ({ shout }),
});

beforeAll(async () => {
  app = await testApp({ resources: () => [{ name: 'test', routes: [slow] }] });
});
afterAll(() => app.close());

const call = (headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/adm/v2/test/slow', headers, payload: { word: 'oi' } });

it('does slow work without a transaction and passes its result to the handler', async () => {
  // The embedded database has one connection, for which this request would wait if a transaction were open.
  whilePreparing = () => app.inject({ url: '/readyz' });
  const headers = await app.sessionOf(app.tenants.acme, 'admin');
  const keyed = { ...headers, 'idempotency-key': 'slow-1' };
  const answers = [await call(keyed), await call(keyed)];
  for (const answer of answers) expect(answer.json().data).toEqual({ shout: 'OI pt' });
  expect(answers[1]?.headers['idempotency-replayed']).toBe('true');
});

it('checks the session again after the slow work', async () => {
  whilePreparing = () => app.database.owner.updateTable('session').set({ revoked_at: new Date() }).execute();
  expect((await call(await app.sessionOf(app.tenants.acme, 'admin'))).statusCode).toBe(401);
});
