import type { Grants } from '../../../../contracts/access.ts';
import { mayCall, type DataCatalogue, type RouteInfo } from '../../../../contracts/data-catalogue.ts';
import type { Language } from '../../../../contracts/language.ts';
import { isObject, type JsonObject } from '../../../../contracts/json.ts';
import { entityAddress, type EntityDocument } from '../../../../engine/core/index.ts';
import { resolveText } from '../../../kernel/texts.ts';
import type { Definitions } from '../store/definitions.ts';
import { definitionTexts } from '../store/texts.ts';

/** Routes, entities and topics that a caller may use. */
export interface CallerCatalogue {
  routes: RouteInfo[];
  entities: JsonObject[];
  topics: string[];
  partial: boolean;
  texts: Record<string, string>;
}

/** The data that definitions can use: the mounted routes and the bundled entities. */
export interface ServerCatalogue {
  /** All routes and entities, by which the server validates. */
  all(): DataCatalogue;
  /** JSON of `all`, for the definition worker. */
  text(): string;
  of(grants: Grants, lang: Language): CallerCatalogue;
}

function ownerOf({ path }: RouteInfo, entities: readonly JsonObject[]): Pick<RouteInfo, 'entity'> {
  const owner = (entities as unknown as EntityDocument[]).find((entity) =>
    `${path}/`.startsWith(`${entityAddress(entity)}/`),
  );
  return owner ? { entity: owner.id } : {};
}

/** @param platform is complete when the server is ready; it is read on each call. */
export function createDataCatalogue(
  { routes, topics }: { routes: readonly RouteInfo[]; topics: string[] },
  definitions: Definitions,
): ServerCatalogue {
  const entities = definitions.all.filter(({ kind }) => kind === 'entity');
  const all = (): DataCatalogue => ({ routes, topics, entities: entities.map(({ document }) => document) });
  let cached = { length: -1, text: '' };
  return {
    all,
    text() {
      // Routes are only added, while the server starts.
      if (cached.length !== routes.length) cached = { length: routes.length, text: JSON.stringify(all()) };
      return cached.text;
    },
    of(grants, lang) {
      const allowed = routes.filter((route) => mayCall(grants, route));
      const readable = entities.flatMap(({ id }) => {
        const found = definitions.get(grants, 'entity', id);
        return typeof found !== 'string' && isObject(found.definition) ? [found.definition] : [];
      });
      return {
        routes: allowed.map((route) => ({
          ...route,
          summary: resolveText(lang, route.summary),
          ...ownerOf(route, readable),
        })),
        entities: readable,
        topics,
        partial: allowed.length < routes.length,
        texts: definitionTexts.all(lang),
      };
    },
  };
}
