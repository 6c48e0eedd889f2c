import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cnpjOf } from '../contracts/formats.ts';
import type { Json, JsonObject } from '../contracts/json.ts';
import { dayAt } from '../contracts/zoned-time.ts';
import { readsHeader } from '../contracts/reads-header.ts';
import type { EntityDocument, EntityField } from '../engine/core/index.ts';
import { buildModels, type EntityModel, type ModelField } from './kernel/entity/entity-model.ts';
import { orders } from './kernel/entity/list.ts';
import { filterParameters, parameterOf } from './kernel/entity/schemas.ts';
import { readDefinitions } from './domains/definitions/store/bundled.ts';
import { testApp, type TestApp } from './testing.ts';
import { resources } from './resources.ts';
import { addPerson } from './testing/people.ts';

/** The contract of every declared entity, also of a new one: rights, tenants, bad input, references, races, search, bulk. */

const models = buildModels(
  readDefinitions()
    .filter(({ kind }) => kind === 'entity')
    .map(({ document }) => document as unknown as EntityDocument),
);
const entities = [...models.values()]
  // A channel has one rule, so that records cannot be made at will (support-rule.test.ts).
  .filter(({ id, document }) => document.routes !== false && id !== 'support-rule')
  .map((model): [string, EntityModel] => [model.id, model]);

type Headers = Record<string, string>;

let app: TestApp;
let admin: Headers;
let foreign: Headers;
let serial = 0;

beforeAll(async () => {
  app = await testApp({ resources });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  foreign = await app.sessionOf(app.tenants.beta, 'admin');
});
afterAll(() => app.close());

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: JsonObject,
  headers = admin,
) => app.inject({ method, url, headers, ...(payload ? { payload } : {}) });

/** A CNPJ with its check digits. */
const cnpj = (seed: number): string => cnpjOf(seed);

/** A valid value of a field, another one each time. */
function sample(
  { format, options, maxLength = 200, minimum = 0, maximum = Infinity }: EntityField,
  type: string,
): Json {
  serial += 1;
  if (options) return options.find((one) => !one.disabled)?.value ?? null;
  switch (type) {
    case 'integer':
    case 'number':
      return minimum + (serial % (maximum - minimum + 1));
    case 'boolean':
      return true;
    case 'date':
      return `20${String(10 + (serial % 80))}-0${1 + (serial % 9)}-15`;
    case 'datetime':
      return `2026-01-15T10:00:${String(serial % 60).padStart(2, '0')}.000Z`;
    case 'list':
      return [];
  }
  switch (format) {
    case 'cnpj':
      return cnpj(100_000 + serial);
    case 'cpf':
      return '52998224725';
    case 'email':
      return `p${serial}@acme.example`;
    case 'phone':
      return '11987654321';
    case 'cep':
      return '01310100';
    case 'url':
      return `https://acme.example/${serial}`;
    default:
      return `Ação ${serial}`.slice(0, maxLength);
  }
}

/** Valid values of fields that hooks of their entity check. */
const ruled: Readonly<Record<string, () => Json>> = {
  'support-answer.shortcut': () => `atalho${(serial += 1)}`,
  'support-tag.color': () => '#0F6CBD',
  // The menu has room for ten active ones.
  'support-queue.isActive': () => false,
};

/** A complete body: every writable field but references that are not required. */
async function bodyOf(model: EntityModel, headers = admin): Promise<JsonObject> {
  const body: JsonObject = {};
  for (const { writable, wire, field, type, target } of model.fields) {
    if (!writable) continue;
    if (target === null) body[wire] = ruled[`${model.id}.${wire}`]?.() ?? sample(field, type);
    else if (field.required) body[wire] = await keyOf(target, headers);
  }
  return body;
}

/** The key of a record of an entity. */
async function keyOf(id: string, headers: Headers): Promise<number> {
  const model = models.get(id);
  if (!model) throw new Error(`no entity ${id}`);
  if (model.document.routes !== false) return (await created(model, {}, headers))[model.key.wire] as number;
  const { rows } = (await call('GET', model.address, undefined, headers)).json().data;
  return rows[0][model.key.wire] as number;
}

async function created(model: EntityModel, more: JsonObject = {}, headers = admin): Promise<JsonObject> {
  const answer = await call('POST', model.address, { ...(await bodyOf(model, headers)), ...more }, headers);
  expect([answer.statusCode, answer.json().errors]).toEqual([201, undefined]);
  return answer.json().data as JsonObject;
}

const idOf = (model: EntityModel, row: JsonObject): number => row[model.key.wire] as number;
/** The keys in a file of records, whose first column they are. */
const keysIn = (file: string): number[] => [...file.matchAll(/^"?(\d+)"?;/gm)].map(([, id]) => Number(id));
const zone = 'America/Sao_Paulo';
const pathsOf = (answer: { json(): { errors?: { path: string }[] } }) =>
  answer.json().errors?.map(({ path }) => path);

it('walks all entities', () => expect(entities.length).toBeGreaterThanOrEqual(2));

describe.each(entities)('%s', (_id, model) => {
  const { address, key } = model;
  const text = model.fields.find(
    ({ writable, type, field }) => writable && type === 'string' && !field.format && !field.options,
  );

  it('stores a record and answers it with its references', async () => {
    const body = await bodyOf(model);
    const row = await created(model, body);
    expect(row).toMatchObject({ ...body, version: 1 });
    const found = await call('GET', `${address}/${idOf(model, row)}`);
    expect(found.json().data).toEqual(row);
    expect(Object.keys(row)).toEqual(expect.arrayContaining(model.fields.map(({ wire }) => wire)));
  });

  it('numbers records from 1 in each tenant, whoever else creates some', async () => {
    for (const { wire } of model.fields.filter(({ field }) => field.auto)) {
      const before = await Promise.all([created(model), created(model), created(model)]);
      const numbers = before.map((row) => row[wire] as number).sort((a, b) => a - b);
      expect(numbers.map((one) => one - (numbers[0] ?? 0))).toEqual([0, 1, 2]);
      const other = await created(model, {}, foreign);
      expect(other[wire]).toBeLessThanOrEqual(3);
    }
  });

  it.each(['GET', 'search', 'POST', 'PUT', 'DELETE', 'duplicate', 'bulk'])(
    'needs the right for %s',
    async (what) => {
      const verbs = { GET: 'r', search: 'r', POST: 'c', PUT: 'u', DELETE: 'd', duplicate: 'c', bulk: 'ud' };
      const needed = verbs[what as keyof typeof verbs];
      const letters = [...'rcud'].filter((letter) => !needed.includes(letter)).join('');
      const login = `${model.id}-${what}`.slice(0, 60);
      await addPerson(app, login, { [model.screen]: letters });
      const headers = await app.sessionOf(app.tenants.acme, login);
      const row = await created(model);
      const one = `${address}/${idOf(model, row)}`;
      const answers = {
        GET: () => call('GET', address, undefined, headers),
        search: () => call('POST', `${address}/-/search`, {}, headers),
        POST: async () => call('POST', address, await bodyOf(model), headers),
        PUT: () => call('PUT', one, {}, headers),
        DELETE: () => call('DELETE', one, undefined, headers),
        duplicate: () => call('POST', `${one}/duplicate`, {}, headers),
        bulk: () => call('POST', `${address}/-/bulk`, { ids: [idOf(model, row)], delete: true }, headers),
      };
      expect((await answers[what as keyof typeof answers]()).statusCode).toBe(403);
    },
  );

  it('hides the records of other tenants', async () => {
    const row = await created(model, {}, foreign);
    const body = await bodyOf(model);
    const url = `${address}/${idOf(model, row)}`;
    // Numbers of tenants overlap, so a record of the same number may be the caller's own.
    const mine = (await call('GET', url)).json();
    expect(mine.data?.createdAt === row['createdAt'] && mine.data?.[key.wire] === row[key.wire]).toBe(false);
    for (const reference of model.fields.filter(({ target, writable }) => target === model.id && writable)) {
      const unknown = idOf(model, row) + 900_000;
      const answer = await call('POST', address, { ...body, [reference.wire]: unknown });
      expect([answer.statusCode, pathsOf(answer)]).toEqual([422, [`/${reference.wire}`]]);
    }
  });

  it('refuses bad values at their fields', async () => {
    const body = await bodyOf(model);
    for (const field of model.fields.filter(({ writable }) => writable)) {
      for (const value of badValues(field)) {
        const answer = await call('POST', address, { ...body, [field.wire]: value });
        expect([field.wire, value, answer.statusCode]).toEqual([field.wire, value, 400]);
        expect(pathsOf(answer)?.[0]).toMatch(new RegExp(`^/${field.wire}(/|$)`));
      }
      if (field.field.required && field.field.default === undefined) {
        const { [field.wire]: _left, ...rest } = body;
        expect(pathsOf(await call('POST', address, rest))).toContain(`/${field.wire}`);
      }
    }
    for (const wire of [
      'version',
      'createdAt',
      'tenantId',
      ...model.fields.filter(({ writable }) => !writable).map(({ wire: one }) => one),
    ])
      expect(pathsOf(await call('POST', address, { ...body, [wire]: 1 }))).toEqual([`/${wire}`]);
  });

  it('changes the sent fields only, and refuses a stale version with the current row', async () => {
    if (!text) return;
    const row = await created(model);
    const one = `${address}/${idOf(model, row)}`;
    const answers = await Promise.all(
      ['Um', 'Dois'].map((value) => call('PUT', one, { [text.wire]: `${value} ${serial}`, version: 1 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().data;
    const stale = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(stale).toMatchObject({ code: 'VERSION_CONFLICT', data: winner });
    expect(winner).toEqual({
      ...row,
      [text.wire]: winner[text.wire],
      version: 2,
      updatedAt: winner.updatedAt,
    });
    const same = await call('PUT', one, { [text.wire]: winner[text.wire] });
    expect(same.json().data).toEqual(winner);
    expect((await call('PUT', `${address}/900000001`, {})).statusCode).toBe(404);
  });

  it('gives a unique value to one record, also of eight simultaneous posts', async () => {
    for (const { wire } of model.fields.filter(({ field, writable }) => field.unique && writable)) {
      const value = (await bodyOf(model))[wire] ?? null;
      const bodies = await Promise.all(Array.from({ length: 8 }, () => bodyOf(model)));
      const answers = await Promise.all(
        bodies.map((body) => call('POST', address, { ...body, [wire]: value })),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
        201,
        ...Array<number>(7).fill(409),
      ]);
      const refused = answers.find(({ statusCode }) => statusCode === 409);
      expect([refused?.json().code, refused && pathsOf(refused)]).toEqual(['ALREADY_EXISTS', [`/${wire}`]]);
      // Another tenant may have the value too.
      await created(model, { [wire]: value }, foreign);
    }
  });

  it('finds records by a part of a text, whatever case and accents', async () => {
    for (const field of model.searchable.filter(({ field: one, writable }) => !one.format && writable)) {
      if (ruled[`${model.id}.${field.wire}`]) continue;
      const number = (serial += 1);
      const marker = `Órgão 100%_${number} Ñ`;
      const row = await created(model, { [field.wire]: marker.slice(0, field.field.maxLength) });
      for (const parameter of ['text', field.wire]) {
        const wanted = encodeURIComponent(`orgao 100%_${number} n`);
        const found = await call('GET', `${address}?${parameter}=${wanted}`);
        expect(found.json().data).toMatchObject({ totalRows: 1, rows: [{ [key.wire]: idOf(model, row) }] });
        expect(
          (await call('GET', `${address}?${parameter}=${wanted}`, undefined, foreign)).json().data.totalRows,
        ).toBe(0);
      }
    }
  });

  it('filters, orders and pages', async () => {
    const rows = [await created(model), await created(model), await created(model)];
    const ids = rows.map((row) => idOf(model, row)).sort((a, b) => b - a);
    const filters = base64({ [key.wire]: { in: ids } });
    const page = async (more: string) =>
      (await call('GET', `${address}?filters=${filters}&order=${key.wire}_desc&${more}`)).json().data;
    expect((await page('')).rows.map((row: JsonObject) => idOf(model, row))).toEqual(ids);
    expect(await page('perPage=2&page=2')).toMatchObject({ totalRows: 3, rows: [{ [key.wire]: ids[2] }] });
    expect(await page('page=9')).toMatchObject({ totalRows: 3, rows: [] });
    const any = base64({ any: [{ [key.wire]: ids[0] ?? 0 }, { not: { [key.wire]: { from: 1 } } }] });
    expect((await call('GET', `${address}?filters=${any}`)).json().data.totalRows).toBe(1);
    for (const { wire } of [...model.byName.values()].filter(({ field }) => field.sortable))
      expect((await call('GET', `${address}?order=${wire}_asc`)).statusCode).toBe(200);
    const wrong: JsonObject[] = [
      { nobody: 1 },
      { [key.wire]: { like: 1 } },
      { [key.wire]: 'x' },
      { any: [] },
      {},
    ];
    for (const bad of wrong) {
      const answer = await call('GET', `${address}?filters=${base64(bad)}`);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'BAD_FILTERS']);
    }
    const unordered = (await call('GET', `${address}?order=nobody_asc`)).json();
    expect(unordered).toMatchObject({ code: 'BAD_ORDER', errors: [{ path: '/order' }] });
    expect(unordered.message).toContain(`'order'`);
    expect(unordered.message).toContain(`${key.wire}_desc`);
  });

  it('searches by a body as the list does by its address', async () => {
    const rows = [await created(model), await created(model), await created(model)];
    const ids = rows.map((row) => idOf(model, row)).sort((a, b) => b - a);
    const search = (body: JsonObject, headers = admin) =>
      call('POST', `${address}/-/search`, body, { ...headers, [readsHeader]: '1' });
    const order = `${key.wire}_desc`;
    const filters = { [key.wire]: { in: ids } };
    const listed = await call('GET', `${address}?filters=${base64(filters)}&order=${order}&perPage=2`);
    for (const body of [{ filters }, { ids }, { filters: null, ids, text: null }] as JsonObject[]) {
      const found = await search({ ...body, order, perPage: 2 });
      expect(found.json()).toEqual(listed.json());
    }
    const total = async (body: JsonObject) => (await search(body)).json().data.totalRows;
    // More keys than an address has room for; those that there are not are not found.
    const many = [...ids, ...Array.from({ length: 9_990 }, (_, at) => 900_000_000 + at)];
    expect([await total({ ids: many }), await total({ filters: { [key.wire]: { in: many } } })]).toEqual([
      3, 3,
    ]);
    expect([await total({ ids: ids[0] ?? 0 }), await total({ ids: [] })]).toEqual([1, 0]);
    expect(
      (await search({ ids }, foreign)).json().data.rows.map((row: JsonObject) => row['createdAt']),
    ).not.toEqual(expect.arrayContaining(rows.map((row) => row['createdAt'])));
    const bad: [JsonObject, string][] = [
      [{ ids: [...many, ...many] }, 'VALIDATION_FAILED'],
      [{ ids: ['x'] }, 'VALIDATION_FAILED'],
      [{ perPage: 501 }, 'VALIDATION_FAILED'],
      [{ nobody: 1 }, 'VALIDATION_FAILED'],
      [{ filters: {} }, 'BAD_FILTERS'],
      [{ filters: { any: Array.from({ length: 300 }, () => ({ [key.wire]: 1 })) } }, 'BAD_FILTERS'],
      [{ filters: { not: { not: { not: { not: { not: { [key.wire]: 1 } } } } } } }, 'BAD_FILTERS'],
      [{ order: 'nobody_asc' }, 'BAD_ORDER'],
    ];
    for (const [body, code] of bad) {
      const answer = await search(body);
      expect([JSON.stringify(body).slice(0, 80), answer.statusCode, answer.json().code]).toEqual([
        JSON.stringify(body).slice(0, 80),
        400,
        code,
      ]);
    }
  });

  it('searches by the values of each field, one or several', async () => {
    const row = await created(model);
    for (const { wire, field, type } of model.fields) {
      const value = row[wire];
      if (
        (!field.filterable && !field.searchable) ||
        value === null ||
        value === undefined ||
        type === 'list'
      )
        continue;
      for (const given of [value, [value]]) {
        const body = { [wire]: given, ids: [idOf(model, row)], text: '' };
        const found = await call('POST', `${address}/-/search`, body);
        expect([wire, given, found.json().data?.totalRows]).toEqual([wire, given, 1]);
      }
    }
  });

  it('filters by each plain parameter, and exports and finds for a bulk change what the list shows', async () => {
    const row = await created(model);
    await created(model);
    const queries = Object.keys(filterParameters(model)).flatMap((name): [string, boolean][] => {
      const field = [...model.byName.values()].find(({ wire }) => name.startsWith(wire));
      if (name === 'text' || !field) return [[`text=${encodeURIComponent('Ação')}`, false]];
      if (name === parameterOf(field.wire, 'empty'))
        return [
          [`${name}=true`, row[field.wire] === null],
          [`${name}=false`, row[field.wire] !== null],
        ];
      const value = row[field.wire];
      if (value === null || value === undefined || field.type === 'list') return [];
      const given = `${name}=${encodeURIComponent(String(value as string | number | boolean))}`;
      const day = field.type === 'datetime' ? [`${name}=${dayAt(Date.parse(String(value)), zone)}`] : [];
      const twice = name === field.wire ? [`${given}&${given}`] : [];
      return [given, ...twice, ...day].map((query): [string, boolean] => [query, true]);
    });
    expect(queries.length).toBeGreaterThan(8);
    const order = `order=${key.wire}_desc`;
    for (const [query, includes] of queries) {
      const found = await call('GET', `${address}?${query}&${order}&perPage=500`);
      const ids = (found.json().data?.rows ?? []).map((one: JsonObject) => idOf(model, one));
      expect([query, includes && !ids.includes(idOf(model, row))]).toEqual([query, false]);
      const file = await call('GET', `${address}/-/export?${query}&${order}`);
      expect([query, file.statusCode, keysIn(file.body)]).toEqual([query, 200, ids]);
      const filters = Object.fromEntries(new URLSearchParams(query));
      const bulk = await call('POST', `${address}/-/bulk`, { filters, set: {} });
      const changed = (bulk.json().data?.results ?? []) as { id: number }[];
      expect([query, changed.map(({ id }) => id).sort()]).toEqual([query, [...ids].sort()]);
    }
    for (const name of orders(model)) {
      const ordered = await call('GET', `${address}/-/export?order=${name}_asc`);
      const listed = await call('GET', `${address}?order=${name}_asc&perPage=500`);
      const ids = listed.json().data.rows.map((one: JsonObject) => idOf(model, one));
      expect([name, keysIn(ordered.body)]).toEqual([name, ids]);
    }
  });

  it('lets no record lie below itself', async () => {
    if (!model.tree) return;
    const { wire, name } = model.tree;
    const top = await created(model);
    const below = await created(model, { [wire]: idOf(model, top) });
    expect(below[name]).toMatchObject({ [model.display.wire]: top[model.display.wire] });
    for (const above of [idOf(model, below), idOf(model, top)]) {
      const answer = await call('PUT', `${address}/${idOf(model, top)}`, { [wire]: above });
      expect([answer.statusCode, pathsOf(answer)]).toEqual([422, [`/${wire}`]]);
    }
    const [one, other] = [await created(model), await created(model)];
    const moves = await Promise.all([
      call('PUT', `${address}/${idOf(model, one)}`, { [wire]: idOf(model, other) }),
      call('PUT', `${address}/${idOf(model, other)}`, { [wire]: idOf(model, one) }),
    ]);
    expect(moves.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  it('refuses to delete a record in use, naming those that use it, and deletes one that is not', async () => {
    const row = await created(model);
    for (const { model: other, field } of model.referrers) {
      if (other.document.routes === false || field.field.onDelete !== 'refuse') continue;
      const user = await created(other, { [field.wire]: idOf(model, row) });
      const answer = await call('DELETE', `${address}/${idOf(model, row)}`);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'IN_USE']);
      expect(answer.json().message).toContain(String(user[other.display.wire]));
      await call('PUT', `${other.address}/${idOf(other, user)}`, { [field.wire]: null });
    }
    expect((await call('DELETE', `${address}/${idOf(model, row)}`)).json().data).toEqual({
      id: idOf(model, row),
    });
    expect((await call('DELETE', `${address}/${idOf(model, row)}`)).statusCode).toBe(404);
    const written = await app.database.owner
      .selectFrom('audit')
      .select('action')
      .where('entity', '=', model.id)
      .where('entity_id', '=', String(idOf(model, row)))
      .where('tenant_id', '=', app.tenants.acme)
      .orderBy('id')
      .execute();
    expect([written[0]?.action, written.at(-1)?.action]).toEqual(['create', 'delete']);
  });

  it('duplicates a record, but no unique value', async () => {
    const row = await created(model);
    const unique = model.fields.filter(({ field, writable }) => field.unique && writable);
    const required = unique.filter(({ field }) => field.required);
    const url = `${address}/${idOf(model, row)}/duplicate`;
    if (required.length > 0)
      expect(pathsOf(await call('POST', url, {}))).toEqual(required.map(({ wire }) => `/${wire}`));
    const fresh = await bodyOf(model);
    const more = Object.fromEntries(required.map(({ wire }) => [wire, fresh[wire] ?? null]));
    const copy = (await call('POST', url, more)).json().data;
    expect(idOf(model, copy)).not.toBe(idOf(model, row));
    for (const { wire, writable } of model.fields)
      if (writable && !unique.some((one) => one.wire === wire))
        expect([wire, copy[wire]]).toEqual([wire, row[wire]]);
  });

  it('changes several records, and says for each how it went', async () => {
    if (!text) return;
    const rows = [await created(model), await created(model)];
    const ids = [...rows.map((row) => idOf(model, row)), 900_000_001];
    const target =
      model.fields.find(({ writable, field, type }) => writable && !field.unique && type === 'string') ??
      text;
    const set = { [target.wire]: (await bodyOf(model))[target.wire] ?? null };
    const changed = await call('POST', `${address}/-/bulk`, { ids, set });
    expect(changed.json().data.results.map(({ id, ok, code }: JsonObject) => [id, ok, code])).toEqual([
      [ids[0], true, undefined],
      [ids[1], true, undefined],
      [ids[2], false, 'NOT_FOUND'],
    ]);
    const filters = base64({ [key.wire]: { in: ids } });
    const deleted = await call('POST', `${address}/-/bulk`, { filters: { filters }, delete: true });
    expect(deleted.json().data.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true]);
    const wrong: JsonObject[] = [
      { ids },
      { set },
      { ids, set, delete: true },
      { ids, filters: {}, delete: true },
    ];
    for (const bad of wrong) expect((await call('POST', `${address}/-/bulk`, bad)).statusCode).toBe(400);
  });

  it('creates one record for one Idempotency-Key', async () => {
    const headers = { ...admin, 'idempotency-key': `once-${model.id}` };
    const body = await bodyOf(model);
    const answers = [await call('POST', address, body, headers), await call('POST', address, body, headers)];
    expect(answers[1]?.json()).toEqual(answers[0]?.json());
  });

  it.each(['csv', 'xlsx'])('exports %s that imports unchanged', async (format) => {
    const rows = [await created(model), await created(model)];
    const filters = base64({ [key.wire]: { in: rows.map((row) => idOf(model, row)) } });
    for (const language of ['pt', 'en']) {
      const headers = { ...admin, 'accept-language': language };
      const file = await app.inject({
        url: `${address}/-/export?format=${format}&filters=${filters}`,
        headers,
      });
      expect(file.statusCode).toBe(200);
      expect(file.headers['content-disposition']).toContain(`.${format}`);
      const answer = await importFile(model, file.rawPayload, {}, headers);
      expect([answer.statusCode, answer.json().data]).toEqual([
        200,
        {
          rows: 2,
          created: 0,
          updated: 0,
          unchanged: 2,
          failed: 0,
          written: false,
          errors: [],
          unlisted: 0,
          transfer: null,
          preview: null,
        },
      ]);
    }
    const one = await call('GET', `${address}/${idOf(model, rows[0] ?? {})}`);
    expect(one.json().data).toEqual(rows[0]);
  });

  it('imports new records, all or only the good ones, and names every bad row', async () => {
    const names = model.fields
      .filter(({ writable, target }) => writable && target === null)
      .map(({ wire }) => wire);
    const bodies = [await bodyOf(model), await bodyOf(model), await bodyOf(model)];
    const required = model.fields.find(
      ({ field, writable, type }) => field.required && writable && type === 'string',
    );
    const lines = bodies.map((body, at) =>
      names
        .map((name) => (at === 1 && name === required?.wire ? '""' : quoted(body[name] ?? null)))
        .join(','),
    );
    const csv = Buffer.from([names.join(','), ...lines].join('\n'));
    const before = (await call('GET', address)).json().data.totalRows;
    const total = async () => (await call('GET', address)).json().data.totalRows - before;
    const failed = required ? 1 : 0;
    const errors = required
      ? [
          {
            at: 0,
            row: 3,
            field: required.wire,
            title: expect.stringMatching(/./),
            message: expect.stringMatching(/obrigatório/i),
          },
        ]
      : [];
    const dry = await importFile(model, csv, { mode: 'good', dryRun: 'true' });
    expect(dry.json().data).toMatchObject({ created: 3 - failed, failed, written: false, errors });
    expect(await total()).toBe(0);
    if (required) {
      const all = await importFile(model, csv, { mode: 'all' });
      expect([all.statusCode, all.json().code, pathsOf(all)]).toEqual([
        422,
        'RULE_BROKEN',
        [`/rows/3/${required.wire}`],
      ]);
      expect(await total()).toBe(0);
    }
    const unknown = Buffer.from(`${model.key.wire}\n999999\n`);
    expect(pathsOf(await importFile(model, unknown, { mode: 'all' }))).toEqual([`/rows/2/${model.key.wire}`]);
    const good = await importFile(model, csv, { mode: 'good' });
    expect(good.json().data).toMatchObject({ created: 3 - failed, failed, written: true, errors });
    expect(await total()).toBe(3 - failed);
  });
});

/** A value as a cell of a CSV file in English. */
const quoted = (value: Json): string => `"${String(value ?? '').replaceAll('"', '""')}"`;

function importFile(model: EntityModel, file: Buffer, options: Record<string, string> = {}, headers = admin) {
  const boundary = 'x0x0x';
  const fields = Object.entries(options).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  // The content decides; a name that says another type is refused.
  const name = file.subarray(0, 2).toString() === 'PK' ? '../../x.xlsx' : '../../x.csv';
  const payload = Buffer.concat([
    Buffer.from(
      `${fields.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return app.inject({
    method: 'POST',
    url: `${model.address}/-/import`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
}

const base64 = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function badValues({ type, field }: ModelField): Json[] {
  const wrong: Json[] = [{}, ...(type === 'list' ? [] : [[]])];
  if (field.options) return [...wrong, 'nobody'];
  switch (type) {
    case 'string':
    case 'text':
      return [
        ...wrong,
        3,
        'x'.repeat((field.maxLength ?? 200) + 1),
        ...(field.required ? ['', '   ', null] : []),
        ...(field.format === undefined ? [] : ['@@']),
      ];
    case 'boolean':
      return [...wrong, 1, 'true'];
    case 'date':
    case 'datetime':
      return [...wrong, '2026-02-30', 'yesterday', 5];
    default:
      return [...wrong, 'x', ...(type === 'number' && field.scale === undefined ? [] : [1.5e300])];
  }
}
