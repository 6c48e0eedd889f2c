import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { deepEqual, type Json } from '../../src/contracts/json.ts';
import type { FilterBarProps } from '../../src/engine/core/index.ts';
import {
  asFilters,
  isChanged,
  isSet,
  useBatch,
  useBinding,
  useInitialState,
} from '../../src/engine/react/index.ts';
import type { Filters, OfferedResult, Resolved, WidgetProps } from '../../src/engine/react/index.ts';
import { onPrinting } from '../../src/ui/index.ts';
import { isInvalid, reversedWith } from './fields.tsx';
import type { FilterField } from './fields.tsx';
import { useNeededNotice } from './useNeededNotice.ts';
import { useRemembered } from './useRemembered.ts';

/** Specification 1, section 9: the shared search input waits 500 ms. */
const defaultDebounce = 500;

/** The bound filters with the edits applied; an empty value is no filter. */
function merge(bound: Filters, edits: Filters): Record<string, Json> {
  const merged: Record<string, Json> = {};
  for (const [name, value] of Object.entries({ ...bound, ...edits })) {
    const trimmed = typeof value === 'string' ? value.trim() : value;
    if (isSet(trimmed)) merged[name] = trimmed;
  }
  return merged;
}

/**
 * The bar's draft. Edits stay in it until they are applied to the bound state; other changes of that state appear in
 * every field that is not being edited.
 */
export function useFilters(
  id: string,
  props: Resolved<FilterBarProps>,
  fire: WidgetProps<FilterBarProps>['fire'],
) {
  const bind = props.bind ?? 'state.filters';
  const [boundValue, setBound] = useBinding(bind);
  const [, setPage] = useBinding(props.page ?? 'state.page');
  const [draft, setDraft] = useBinding(props.draft);
  const batch = useBatch();
  const initial = useInitialState(bind);
  const bound = useMemo(() => asFilters(boundValue), [boundValue]);
  const [edits, setEdits] = useState<Filters>({});
  const [refused, setRefused] = useState(false);
  /** Values removed from fields because their options do not have it any more, by field. */
  const [dropped, setDropped] = useState<Readonly<Record<string, string>>>({});
  /** Fields whose options are loading, so that nobody knows yet whether they have the value. */
  const unsettled = useRef(new Set<string>());
  const waits = useRef(false);
  const { fields: written } = props;
  const note = useRef<(applied: Filters) => void>(() => undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  // Read when the timer fires or the button is pressed, which may be before the next render.
  const latest = useRef({ bound, edits });
  useLayoutEffect(() => {
    latest.current.bound = bound;
  }, [bound]);

  const write = useCallback((next: Filters) => {
    latest.current.edits = next;
    setEdits(next);
  }, []);
  const stop = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const put = useCallback(
    (filters: Record<string, Json>) => {
      stop();
      batch(() => {
        setBound(filters);
        setPage(1);
      });
      note.current(filters);
      void fire('apply', filters);
    },
    [stop, batch, setBound, setPage, fire],
  );
  const remember = useRemembered(id, props.remember === true, {
    bound,
    initial: asFilters(initial),
    fields: written,
    put,
  });
  const reload = useRef<() => void>(() => undefined);
  const warn = useNeededNotice(bind, props.notice === true, written, bound, () => reload.current());
  useLayoutEffect(() => {
    note.current = (applied) => {
      remember(applied);
      warn(applied);
    };
  });
  // Options that depend on other filters follow what stands in the bar.
  const standing = useMemo(() => merge(bound, edits), [bound, edits]);
  const isCurrent = props.draft === undefined || deepEqual(draft, standing);
  useLayoutEffect(() => {
    if (!isCurrent) setDraft(standing);
  }, [isCurrent, standing, setDraft]);
  const apply = useCallback((): boolean => {
    waits.current = unsettled.current.size > 0;
    // Applied as soon as it is known which values go.
    if (waits.current) return true;
    const filters = merge(latest.current.bound, latest.current.edits);
    // The field says what is wrong. The server would refuse the whole list.
    const isRefused = written.some(
      (field) =>
        isInvalid(field, filters[field.field]) ||
        reversedWith(field, written, (one) => filters[one.field]) !== undefined,
    );
    setRefused(isRefused);
    if (isRefused) return false;
    write({});
    put(filters);
    return true;
  }, [write, put, written]);
  useLayoutEffect(() => {
    reload.current = apply;
  }, [apply]);
  const clear = useCallback(() => {
    setRefused(false);
    setDropped({});
    waits.current = false;
    write({});
    put({ ...asFilters(initial) });
  }, [write, put, initial]);
  const edit = useCallback(
    (field: FilterField, value: Json) => {
      write({ ...latest.current.edits, [field.field]: value });
      setDropped((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => name !== field.field)),
      );
      if (!field.live) return;
      stop();
      // Applies all edits: the rows must match all that the bar shows.
      timer.current = setTimeout(apply, field.debounce ?? defaultDebounce);
    },
    [write, stop, apply],
  );
  const checked = useCallback(
    (field: FilterField, { settled, missing }: OfferedResult) => {
      const { field: name } = field;
      if (!settled) {
        unsettled.current.add(name);
        return;
      }
      unsettled.current.delete(name);
      if (missing.length > 0) {
        const { bound: now, edits: before } = latest.current;
        const value = Object.hasOwn(before, name) ? before[name] : now[name];
        const gone = new Set(missing.map((one) => one.value));
        const isPending = Object.keys(before).length > 0;
        write({ ...before, [name]: Array.isArray(value) ? value.filter((one) => !gone.has(one)) : '' });
        setDropped((others) => ({ ...others, [name]: missing.map(({ label }) => label).join(', ') }));
        // Nothing else waits for the button: the value came with the address, or is applied already.
        waits.current ||= !isPending;
      }
      if (waits.current && unsettled.current.size === 0) apply();
    },
    [write, apply],
  );
  // On paper stand the filters in force.
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => onPrinting(setPrinting), []);
  const valueOf = (field: FilterField): Json | undefined =>
    !isPrinting && Object.hasOwn(edits, field.field) ? edits[field.field] : bound[field.field];
  /** Number of filters that differ from the initial ones, which clearing would change. */
  const changed = (filters: Filters, fields: readonly FilterField[]) =>
    fields.filter(({ field }) => isChanged(filters, asFilters(initial), field)).length;
  const active = (fields: readonly FilterField[]) => changed(bound, fields);
  /** The same number once the edits are applied. */
  const applying = (fields: readonly FilterField[]) => changed(merge(bound, edits), fields);
  return { refused, dropped, isCurrent, apply, clear, edit, checked, valueOf, active, applying };
}
