import { deepEqual, isObject, type Json } from '../../../contracts/json.ts';
import { useBatch, useBinding, useInitialState } from '../hooks.ts';

export type Filters = Readonly<Record<string, Json>>;

/** Reads filters from a state value, which may be anything. */
export const asFilters = (value: unknown): Filters => (isObject(value) ? value : {});

/** Whether a value is a filter: an empty text, list or object is none. */
export const isSet = (value: Json | undefined) =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  (typeof value !== 'object' || Object.keys(value).length > 0);

const filterAt = (filters: Filters, name: string): Json | undefined =>
  isSet(filters[name]) ? filters[name] : '';

/** Whether a filter is another one than at the start. */
export const isChanged = (filters: Filters, start: Filters, name: string): boolean =>
  !deepEqual(filterAt(filters, name), filterAt(start, name));

/** The filters of a list: whether any differs from the start, and how to go back there, to the first page. */
export interface ListFilters {
  active: boolean;
  clear(): void;
}

/**
 * The filters that a list of rows has.
 * @param bind state path of the filters; without it the list has none.
 * @param search state path of a text that the rows in memory are searched for.
 */
export function useListFilters(
  bind: string | undefined,
  page: string | undefined,
  search?: string,
): ListFilters {
  const [value, setFilters] = useBinding(bind);
  const [text, setText] = useBinding(search);
  const [, setPage] = useBinding(page);
  const batch = useBatch();
  const initial = asFilters(useInitialState(bind));
  const filters = asFilters(value);
  const names = new Set([...Object.keys(filters), ...Object.keys(initial)]);
  const isSearched = typeof text === 'string' && text !== '';
  return {
    active: isSearched || [...names].some((name) => isChanged(filters, initial, name)),
    clear: () =>
      batch(() => {
        setFilters({ ...initial });
        setText('');
        setPage(1);
      }),
  };
}
