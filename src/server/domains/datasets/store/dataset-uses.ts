import { viewNumber } from '../../../../contracts/view.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import {
  expandedWith,
  isExpanded,
  nodesOf,
  readPublishedWith,
  type DefinitionKey,
  type Published,
  type Reading,
} from '../../definitions/index.ts';

type Users = ReadonlyMap<string, readonly DefinitionKey[]>;

const maxTenants = 1000;

/**
 * Definitions that load a dataset by its name. Views with a number are none of them: their readers name view and element, so
 * that they need no call that takes any dataset.
 */
export class DatasetUses {
  readonly #published: Published;
  /** Of each tenant, until something is published. */
  readonly #cache = new Map<number, { generation: number; users: Users }>();

  constructor(published: Published) {
    this.#published = published;
  }

  /** Whether a definition that the caller may open loads the dataset, in what the caller gets of it. */
  async isLoadedFor(reading: Reading, dataset: string): Promise<boolean> {
    for (const { kind, id } of (await this.#usersOf(reading)).get(dataset) ?? []) {
      const found = await this.#published.get(reading, kind, id);
      if (typeof found !== 'string' && datasetsIn(found.definition as JsonObject).has(dataset)) return true;
    }
    return false;
  }

  async #usersOf(reading: Reading): Promise<Users> {
    const { tenant } = reading;
    const { generation } = await this.#published.index(reading);
    const cached = this.#cache.get(tenant.id);
    if (cached?.generation === generation) return cached.users;
    const users = await this.#read(reading);
    if (this.#cache.size >= maxTenants) this.#cache.clear();
    // A slower request may have read an older generation meanwhile. It must not replace a newer one.
    if ((this.#cache.get(tenant.id)?.generation ?? 0) <= generation)
      this.#cache.set(tenant.id, { generation, users });
    return users;
  }

  /** The definitions that may be served: what is served in truth is looked at when somebody asks for a dataset. */
  async #read({ db, tenant }: Reading): Promise<Users> {
    const keys = new Map<JsonObject, DefinitionKey>();
    const add = ({ kind, id }: DefinitionKey, document: JsonObject): void => {
      if (isExpanded(kind) && viewNumber(kind, id) === null) keys.set(document, { kind, id });
    };
    const own = new Map(
      // The content of a fragment is loaded by the documents that use it.
      [...(await readPublishedWith(db, '"dataset"')), ...(await readPublishedWith(db, '"use"'))].map(
        (one) => [`${one.kind}/${one.id}`, one],
      ),
    );
    for (const one of own.values()) add(one, JSON.parse(one.document) as JsonObject);
    const { bundled } = this.#published;
    for (const one of bundled.all) add(one, one.document);
    const expanded = await expandedWith(bundled, { db, tenant }, [...keys.keys()], ['"dataset"']);
    const users = new Map<string, DefinitionKey[]>();
    for (const [document, whole] of expanded)
      for (const dataset of datasetsIn(whole))
        users.set(dataset, [...(users.get(dataset) ?? []), keys.get(document)!]);
    return users;
  }
}

function datasetsIn(document: Json): Set<string> {
  const found = new Set<string>();
  for (const { part } of nodesOf(document))
    if (isObject(part) && typeof part['dataset'] === 'string') found.add(part['dataset']);
  return found;
}
