import { entityAddress, entityDisplay, entityKey, entitySearch, wireName } from './entity.ts';
import type { EntityDocument, EntityOptions, RemoteOptions } from '../generated/documents.ts';

/** Where the records of an entity are searched that are the options of an input. */
export function recordOptions(
  entity: EntityDocument,
  { query, value = entityKey(entity), label = entityDisplay(entity), current }: EntityOptions,
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
    value,
    label,
    ...lookup(entity, value, label),
    ...(current !== undefined && { current }),
  };
}

/** How the label of a chosen value is found: by the key, else by a search for the value; a value that is shown needs none. */
function lookup(entity: EntityDocument, value: string, label: string): Pick<RemoteOptions, 'one'> {
  const address = entityAddress(entity);
  if (value === label) return {};
  if (value === entityKey(entity)) return { one: { get: `${address}/{value}`, row: 'data' } };
  const isSearched = Object.entries(entity.fields).some(
    ([name, field]) => field.searchable === true && wireName(name, field) === value,
  );
  return isSearched ? { one: { get: `${address}?perPage=50&text={value}`, row: 'data.rows' } } : {};
}
