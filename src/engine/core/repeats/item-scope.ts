import type { ScopeNames } from '../compiled-screen.ts';

/** The scope of an item that a `repeat` made. */
export interface ItemScope {
  names: ScopeNames;
  /** Tells the instance from the others of its template, also from those of the repeats around it. */
  key: string;
}

const scopes = new WeakMap<object, ItemScope>();

/** The scope of an item of a list in props, of its row expressions and of its steps; undefined when no repeat made it. */
export const itemScope = (value: object | undefined): ItemScope | undefined => value && scopes.get(value);

export const setItemScope = (value: object, scope: ItemScope): void => void scopes.set(value, scope);
