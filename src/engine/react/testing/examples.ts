import { widgets } from '../../../../widgets/index.ts';
import user from '../../../../screens/admin/user.entity.json' with { type: 'json' };
import page from '../../../../docs/examples.md?raw';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { createRegistry, entitiesById, expandWith, loadSpecs, withEntities } from '../../core/index.ts';
import { failure } from './host.ts';
import type { FakeHost } from './host.ts';

/** The documents of docs/examples.md, and the product's entity of people. */
const documents = [
  user as JsonObject,
  ...[...page.matchAll(/^```json (screen|form|entity|fragment)\n(.*?)^```/gms)].map(
    ([, , text]) => JSON.parse(text ?? '') as JsonObject,
  ),
];
const registry = createRegistry(await loadSpecs(widgets));

const ofKind = (kind: string): Map<string, JsonObject> =>
  new Map(documents.filter((one) => one['kind'] === kind).map((one) => [String(one['id']), one]));

/** A screen of docs/examples.md as the server sends it: with the content of fragments and the addresses of entities. */
export function exampleScreen(id: string): JsonObject {
  const document = ofKind('screen').get(id);
  if (!document) throw new Error(`docs/examples.md has no screen ${id}`);
  const expanded = expandWith(document, ofKind('fragment'), registry).document as JsonObject;
  return withEntities(expanded, entitiesById([...ofKind('entity').values()]));
}

/** Lets a host load the forms and entities of docs/examples.md. */
export function withExamples<H extends FakeHost>(host: H): H {
  return Object.assign(host, {
    async definition(kind: string, id: string) {
      const definition = ofKind(kind).get(id);
      if (!definition) throw failure(404, `${kind} ${id}`, 'NOT_FOUND');
      return { definition, diagnostics: [], etag: id };
    },
  });
}

/** Records in memory behind addresses: lists with filters, single records, changes that count versions. */
export class ExampleServer {
  private readonly lists: Record<string, JsonObject[]>;
  private readonly preferences = new Map<string, Json>();

  /** @param lists records by the address of their list. */
  constructor(lists: Record<string, JsonObject[]>) {
    this.lists = structuredClone(lists);
  }

  /** Answers a call, or throws a failure. */
  answer(path: string, query: URLSearchParams, method: string, body?: unknown): Json {
    const preference = /^\/adm\/v2\/sec\/me\/preferences\/(.+)$/.exec(path)?.[1];
    if (preference !== undefined) {
      if (method === 'put' && isObject(body)) this.preferences.set(preference, body['value'] ?? null);
      return { data: { value: this.preferences.get(preference) ?? null } };
    }
    const list = this.lists[path];
    if (list) return method === 'post' ? this.create(list, body) : this.filtered(list, query);
    const [, address = '', key] = /^(.+)\/([^/]+)$/.exec(path) ?? [];
    const record = this.lists[address]?.find(({ id }) => String(id) === key);
    if (!record) throw failure(404, path, 'NOT_FOUND');
    if (method === 'put' && isObject(body)) {
      if (body['version'] !== record['version']) throw failure(409, path, 'VERSION_CONFLICT');
      Object.assign(record, body, { version: Number(record['version']) + 1 });
    }
    return { data: { ...record } };
  }

  private create(list: JsonObject[], body: unknown): Json {
    const record = { ...(isObject(body) ? body : {}), id: list.length + 1, version: 1 };
    list.push(record);
    return { data: record };
  }

  private filtered(list: readonly JsonObject[], query: URLSearchParams): Json {
    const names = [...new Set(query.keys())].filter(
      (name) => !['page', 'perPage', 'order', 'text'].includes(name),
    );
    const rows = list.filter((row) => names.every((name) => query.getAll(name).includes(String(row[name]))));
    return { data: { rows: rows.map((row) => ({ ...row })), totalRows: rows.length } };
  }
}
