import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cnpjOf } from '../../../contracts/formats.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { resources } from '../../resources.ts';
import { longestOf, transactionsOf } from '../../testing/transactions.ts';
import { testApp, type TestApp } from '../../testing.ts';

/**
 * One gesture over many records: a transaction has few statements however many records it writes. The embedded database has
 * one connection for all tenants, so a statement per record would keep it from the others for seconds.
 */

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await testApp({ resources });
  headers = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => app.close());

const url = '/adm/v2/ent/company';
let serial = 0;

/** A CNPJ that no other company has. */
const cnpj = (): string => cnpjOf(500_000_000_000 + (serial += 1));

async function post(path: string, payload: JsonObject): Promise<JsonObject> {
  const answer = await app.inject({ method: 'POST', url: `${url}${path}`, headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data as JsonObject;
}

async function send(csv: string, mode = 'all'): Promise<{ status: number; data: JsonObject }> {
  const form = new FormData();
  form.append('mode', mode);
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'rows.csv');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const answer = await app.inject({
    method: 'POST',
    url: `${url}/-/import`,
    headers: { ...headers, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, data: answer.json().data as JsonObject };
}

/** Creates companies, and returns their ids. */
async function made(count: number, parent = ''): Promise<number[]> {
  const names = Array.from({ length: count }, () => cnpj());
  const rows = names.map((one, at) => `Firma ${at},${one},${parent}`);
  const { data } = await send(['name,cnpj,parentId', ...rows].join('\n'));
  expect(data).toMatchObject({ created: count });
  const { rows: stored } = await sql<{ id: number }>`
    select id from company where tenant_id = ${app.tenants.acme} order by id desc limit ${count}`.execute(
    app.database.owner,
  );
  return stored.map(({ id }) => id);
}

/** The statements of the longest transaction of a gesture over a few and over many records. */
async function statements(counts: number[], gesture: (count: number) => Promise<() => Promise<unknown>>) {
  const longest: number[] = [];
  for (const count of counts) longest.push(longestOf(await transactionsOf(await gesture(count))));
  return longest;
}

const MOST = 40;

describe('statements of a transaction', () => {
  it('do not grow with the records that a bulk change changes', async () => {
    const [few, many] = await statements([3, 90], async (count) => {
      const ids = await made(count);
      return async () => {
        const { results } = await post('/-/bulk', { ids, set: { tradeName: 'Todas' } });
        expect((results as { ok: boolean }[]).every(({ ok }) => ok)).toBe(true);
      };
    });
    expect(many).toBe(few);
    expect(many).toBeLessThan(MOST);
  });

  it('do not grow with the records that a bulk change deletes', async () => {
    const [few, many] = await statements([3, 90], async (count) => {
      const ids = await made(count);
      return async () => {
        const { results } = await post('/-/bulk', { ids, delete: true });
        expect((results as { ok: boolean }[]).every(({ ok }) => ok)).toBe(true);
      };
    });
    expect(many).toBe(few);
    expect(many).toBeLessThan(MOST);
  });

  it('do not grow with the records that an import changes', async () => {
    const [few, many] = await statements([3, 90], async (count) => {
      const ids = await made(count);
      return async () => {
        const { data } = await send(['id,tradeName', ...ids.map((id) => `${id},Nova ${id}`)].join('\n'));
        expect(data).toMatchObject({ updated: count, written: true });
      };
    });
    expect(many).toBe(few);
    expect(many).toBeLessThan(MOST);
  });

  it('do not grow with the rows that an import refuses', async () => {
    const [few, many] = await statements([6, 90], async (count) => {
      const [parent] = await made(1);
      return async () => {
        const rows = Array.from(
          { length: count },
          (_, at) => `F,${cnpj()},${at % 3 === 0 ? 900_000_001 : parent}`,
        );
        const { data } = await send(['name,cnpj,parentId', ...rows].join('\n'), 'good');
        expect(data).toMatchObject({ failed: count / 3, created: (count / 3) * 2 });
      };
    });
    expect(many).toBe(few);
    expect(many).toBeLessThan(MOST);
  });
});

describe('a bulk change', () => {
  it('names each record that it refuses, and changes the others', async () => {
    const [top = 0, below = 0, other = 0] = await made(3);
    await post('/-/bulk', { ids: [below], set: { parentId: top } });
    const { results } = await post('/-/bulk', {
      ids: [top, below, other, 999_999],
      set: { parentId: below },
    });
    expect(results).toMatchObject([
      { id: top, ok: false, code: 'RULE_BROKEN' },
      { id: below, ok: false, code: 'RULE_BROKEN' },
      { id: other, ok: true },
      { id: 999_999, ok: false, code: 'NOT_FOUND' },
    ]);
  });

  it('deletes records that refer to each other, and none that another one needs', async () => {
    const [top = 0, below = 0, kept = 0, user = 0] = await made(4);
    await post('/-/bulk', { ids: [below], set: { parentId: top } });
    await post('/-/bulk', { ids: [user], set: { parentId: kept } });
    const refused = await post('/-/bulk', { ids: [kept, top, below], delete: true });
    expect(refused['results']).toMatchObject([
      { id: kept, ok: false, code: 'IN_USE' },
      { id: top, ok: true },
      { id: below, ok: true },
    ]);
  });
});
