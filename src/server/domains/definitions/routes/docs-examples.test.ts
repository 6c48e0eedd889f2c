import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Resource } from '../../../kernel/contract.ts';
import { listQuery, listReply, ListReader } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import type * as Bundled from '../store/bundled.ts';
import { startDefinitionWorker } from '../store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';

/** An administrator who copies the documents of the docs into a new tenant can save and publish each. */

const folder = join(import.meta.dirname, '../../../../../docs');
const pages = readdirSync(folder).filter((name) => /^(?:definitions.*|examples|guide)\.md$/.test(name));
const complete = /^```json (?:screen|form|dashboard|entity|fragment|dataset)\n(.*?)^```/gms;

const documents = vi.hoisted(() => ({ entities: [] as JsonObject[] }));
// Entities of the docs are files that a developer adds to screens/.
vi.mock(import('../store/bundled.ts'), async (original) => {
  const actual: typeof Bundled = await original();
  return {
    ...actual,
    readDefinitions: (...given: Parameters<typeof Bundled.readDefinitions>) => [
      ...actual.readDefinitions(...given),
      ...documents.entities.map((document) => ({
        kind: 'entity' as const,
        id: String(document['id']),
        file: `docs/${String(document['id'])}.entity.json`,
        document,
      })),
    ],
  };
});

const examples = pages.flatMap((page) =>
  [...readFileSync(join(folder, page), 'utf8').matchAll(complete)].map(([, text = '']) => ({
    page,
    document: JSON.parse(text) as JsonObject,
  })),
);
documents.entities = examples.map(({ document }) => document).filter(({ kind }) => kind === 'entity');
// Examples that others use come first: forms, fragments, and screens that bring a permission.
const own = examples
  .map(({ page, document }) => ({
    page,
    document,
    id: String(document['id']),
    kind: String(document['kind']),
  }))
  .filter(({ kind }) => kind !== 'entity')
  .sort((a, b) => rank(a) - rank(b));

function rank({ kind, id, document }: { kind: string; id: string; document: JsonObject }): number {
  const { screen } = (document['access'] ?? {}) as { screen?: string };
  const others = screen === id ? 2 : 3;
  return ['form', 'fragment'].includes(kind) ? ['form', 'fragment'].indexOf(kind) : others;
}

const order = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  customer: Type.String(),
  date: Type.String(),
  discount: Type.Number(),
  total: Type.Number(),
  lines: Type.Array(
    Type.Object({
      product: Type.String(),
      quantity: Type.Integer(),
      price: Type.Number(),
      total: Type.Number(),
    }),
  ),
});
const reader = new ListReader({ orders: ['date', 'customer'], defaultOrder: 'date_desc' });
const params = Type.Object({ id: Type.Integer() });
const given = { access: 'session', handle: () => Promise.reject(new Error('no test calls it')) } as const;

/** The routes of orders, which docs/examples.md leaves to whoever tries it. */
const orders: Resource = {
  name: 'order',
  routes: [
    route({
      ...given,
      method: 'GET',
      url: '/adm/v2/order',
      summary: 'Orders',
      input: {
        query: Type.Object({ ...listQuery, ...reader.query, customer: Type.Optional(Type.String()) }),
      },
      reply: listReply(order),
    }),
    route({
      ...given,
      method: 'GET',
      url: '/adm/v2/order/:id',
      summary: 'An order',
      input: { params },
      reply: order,
    }),
    route({
      ...given,
      method: 'POST',
      url: '/adm/v2/order',
      summary: 'Create',
      input: { body: Type.Partial(order) },
      reply: order,
    }),
    route({
      ...given,
      method: 'PUT',
      url: '/adm/v2/order/:id',
      summary: 'Change',
      input: { params, body: Type.Partial(order) },
      reply: order,
    }),
  ],
};

let app: TestApp;
let headers: Record<string, string>;
const versions = new Map<string, number>();
beforeAll(async () => {
  app = await testApp({ resources: (platform) => [...resources(platform), orders] });
  await startDefinitionWorker();
  headers = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => app.close());

async function call(method: 'POST' | 'PUT', url: string, payload: JsonObject) {
  const answer = await app.inject({
    method,
    url: `/adm/v2/def${url}`,
    headers,
    payload,
  });
  const { message, errors } = answer.json();
  return { status: answer.statusCode, ...(answer.statusCode === 200 ? {} : { message, errors }) };
}

it('finds documents', () => expect(own.length).toBeGreaterThan(25));

it.each(own)('docs/$page: the $kind $id is saved, published and served', async ({ kind, id, document }) => {
  // A guide changes its document from step to step.
  const version = versions.get(`${kind}/${id}`);
  const saved =
    version === undefined
      ? await call('POST', '', { definition: document })
      : await call('PUT', `/${kind}/${id}`, { definition: document, version });
  expect(saved).toEqual({ status: 200 });
  expect(await call('POST', `/${kind}/${id}/publish`, { comment: 'docs' })).toEqual({ status: 200 });
  const served = await app.inject({ method: 'GET', url: `/adm/v2/def/${kind}/${id}`, headers });
  expect([served.statusCode, served.json().data.faults]).toEqual([200, []]);
  versions.set(`${kind}/${id}`, served.json().data.version);
});
