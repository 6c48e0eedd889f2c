import { entityAddress, entityDisplay, entityKey, entitySearch } from './entity.ts';
import type { EntityDocument, EntityOptions, RemoteOptions } from './generated/documents.ts';

/** Where the records of an entity are searched that are the options of an input. */
export function recordOptions(
  entity: EntityDocument,
  { query, label, current }: EntityOptions,
): RemoteOptions {
  const address = entityAddress(entity);
  const search = entitySearch(entity);
  return {
    get: address,
    query: { perPage: 50, ...query },
    rows: 'data.rows',
    total: 'data.totalRows',
    ...(search !== undefined && { search }),
    page: 'page',
    value: entityKey(entity),
    label: label ?? entityDisplay(entity),
    one: { get: `${address}/{value}`, row: 'data' },
    ...(current !== undefined && { current }),
  };
}
