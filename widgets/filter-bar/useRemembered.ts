import { useEffect, useRef } from 'react';
import type { Json } from '../../src/contracts/json.ts';
import { asFilters, isChanged, isSet, usePreference, useScreenId } from '../../src/engine/react/index.ts';
import type { Filters } from '../../src/engine/react/index.ts';
import type { FilterField } from './fields.tsx';

/**
 * Keeps a bar's applied filters per person and screen, and applies them when the screen opens without other ones.
 * @param isKept without it nothing is kept.
 * @returns notes the filters that were applied.
 */
export function useRemembered(
  id: string,
  isKept: boolean,
  {
    bound,
    initial,
    fields,
    put,
  }: {
    bound: Filters;
    initial: Filters;
    fields: readonly FilterField[];
    put(filters: Record<string, Json>): void;
  },
): (applied: Filters) => void {
  const [kept, keep] = usePreference(`filters.${useScreenId()}.${id}`);
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current || !isKept) return;
    opened.current = true;
    // An address with filters is a link that somebody shared.
    if (fields.some(({ field }) => isChanged(bound, initial, field))) return;
    const known = Object.entries(asFilters(kept)).filter(
      ([name, value]) => isSet(value) && fields.some(({ field }) => field === name),
    );
    if (known.length > 0) put({ ...bound, ...Object.fromEntries(known) });
  }, [isKept, kept, bound, initial, fields, put]);
  return (applied) => {
    if (!isKept) return;
    const changed = fields.filter(({ field }) => isChanged(applied, initial, field));
    keep(
      changed.length === 0 ? null : Object.fromEntries(changed.map(({ field }) => [field, applied[field]!])),
    );
  };
}
