import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { itemScope, setItemScope, type ItemScope } from './item-scope.ts';
import type { Binding, ScopeNames } from '../compiled-screen.ts';
import { resolveProps } from '../language/props.ts';
import { instancesOf, type Instance } from './repeat.ts';
import type { Scope } from '../screen/store.ts';

type Template = NonNullable<Binding['repeat']>;

/** Items that a repeated item of a list in props makes of a list; the same list while none changed. */
export type ItemExpander = (repeat: Template, value: unknown, scope: Scope, key: string) => JsonObject[];

interface ExpandedItem {
  names: ScopeNames;
  around: ScopeNames | undefined;
  base: JsonObject;
  resolved: Parameters<typeof resolveProps>[3];
}

interface Expansion {
  instances: readonly Instance[];
  items: Map<string, ExpandedItem>;
  list: JsonObject[];
}

const reference = /\{\s*([^{}]*?)\s*\}/g;

/** Resolves the references of an address to the names of an instance; the widget resolves the others. */
function withNames(address: string, names: ScopeNames): string {
  return address.replace(reference, (all, path: string) => {
    const value = Object.hasOwn(names, path.split('.')[0]!) ? valueAt(names, path.split('.')) : undefined;
    return ['string', 'number', 'boolean'].includes(typeof value) ? encodeURIComponent(String(value)) : all;
  });
}

/** A copy of the template whose row expressions and steps are objects of their own, which carry the instance's scope. */
function baseOf({ item, scoped }: Template, scope: ItemScope): JsonObject {
  const base = JSON.parse(JSON.stringify(item)) as JsonObject;
  for (const path of scoped) {
    const value = valueAt(base, path.map(String));
    if (typeof value === 'object' && value !== null) setItemScope(value, scope);
  }
  if (typeof base.id === 'string') base.id = `${base.id}-${scope.key}`;
  return base;
}

/**
 * Creates the expansion of one node's repeated items.
 * @param forget called with the key of an instance that is no more.
 */
export function createItemExpander({
  valueOf,
  forget,
}: {
  valueOf(binding: Binding, scope: Scope, key: string): unknown;
  forget(key: string): void;
}): ItemExpander {
  const expansions = new Map<string, Expansion>();
  const scopeNames = new WeakMap<Scope, ScopeNames>();

  return (repeat, value, scope, key) => {
    const at = `${key}/${repeat.as}/${JSON.stringify(repeat.item.id ?? repeat.each.source)}`;
    const last = expansions.get(at);
    const instances = instancesOf(repeat, value, scope, last?.instances ?? []);
    const around = scopeNames.get(scope);
    const items = new Map<string, ExpandedItem>();
    const list = instances.map(({ key: own, names }): JsonObject => {
      const all: ScopeNames = { ...around, ...names };
      const before = last?.items.get(own);
      const isSame = before !== undefined && before.names === names && before.around === around;
      const itemKey = key === '' ? own : `${key}-${own}`;
      const item: ExpandedItem = isSame
        ? before
        : { names, around, base: baseOf(repeat, { names: all, key: itemKey }), resolved: null };
      items.set(own, item);
      const inScope: Scope = { ...scope, ...names };
      scopeNames.set(inScope, all);
      const values = repeat.bindings.map((binding) =>
        binding.kind === 'address' ? withNames(binding.text ?? '', all) : valueOf(binding, inScope, itemKey),
      );
      // An address is a value here, as the names do not reach the widget.
      const bindings = repeat.bindings.map((one): Binding =>
        one.kind === 'address' ? { ...one, kind: 'text' } : one,
      );
      item.resolved = resolveProps(item.base, bindings, values, item.resolved);
      const { props } = item.resolved;
      if (isObject(props) && !itemScope(props)) setItemScope(props, { names: all, key: itemKey });
      return props;
    });
    for (const gone of last?.items.keys() ?? []) {
      if (!items.has(gone)) forget(key === '' ? gone : `${key}-${gone}`);
    }
    const unchanged =
      last && list.length === last.list.length && list.every((one, index) => one === last.list[index]);
    const next = unchanged ? last.list : list;
    expansions.set(at, { instances, items, list: next });
    return next;
  };
}
