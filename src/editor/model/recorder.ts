import { valueAt } from '../../contracts/json-pointer.ts';
import { isObject, type Json } from '../../contracts/json.ts';
import type { Model, SlotId } from './document-model.ts';
import { applyAll, type Patch, type PatchPath } from './patches.ts';

/** Length of the paths of a model's own parts: `nodes` and the key of a node, `document` alone. */
const rootLength = ([part]: PatchPath): number => (part === 'document' ? 1 : 2);

/** A value whose texts can be stored: copied from elsewhere they may have the one character that no text has room for. */
const withoutNul = (value: Json): Json =>
  JSON.stringify(value).includes('\\u0000')
    ? (JSON.parse(JSON.stringify(value), (_, one: unknown) =>
        typeof one === 'string' ? one.replaceAll('\u0000', '') : one,
      ) as Json)
    : value;

/** Applies changes to a model and notes how each is done again and taken back. */
export class Recorder {
  model: Model;
  readonly patches: Patch[] = [];
  /** In the order in which they take everything back. */
  readonly inverses: Patch[] = [];

  constructor(model: Model) {
    this.model = model;
  }

  private apply(given: Patch, inverse: Patch): void {
    const patch = given.op === 'put' ? { ...given, value: withoutNul(given.value) } : given;
    this.model = applyAll(this.model, [patch]);
    this.patches.push(patch);
    this.inverses.unshift(inverse);
  }

  /**
   * Puts a value at a path, or removes it. Objects on the way are made. Where the keys of an object change, the patch contains
   * that object: taking it back restores the order of its keys.
   */
  set(path: PatchPath, value: Json | undefined): void {
    const before = valueAt(this.model, path) as Json | undefined;
    if (before === value) return;
    const root = rootLength(path);
    if (path.length <= root || (before !== undefined && value !== undefined)) {
      this.put(path, value, before);
      return;
    }
    const above = path.slice(0, -1);
    const name = path.at(-1)!;
    const container = valueAt(this.model, above);
    if (Array.isArray(container)) {
      const list = [...container];
      if (value === undefined) list.splice(Number(name), 1);
      else list[Number(name)] = value;
      this.put(above, list, container);
      return;
    }
    if (value === undefined) {
      if (!isObject(container)) return;
      this.put(
        above,
        Object.fromEntries(Object.entries(container).filter(([key]) => key !== name)),
        container,
      );
      return;
    }
    const next = { ...(isObject(container) ? container : {}), [name]: value };
    if (isObject(container)) this.put(above, next, container);
    else this.set(above, next);
  }

  private put(path: PatchPath, value: Json | undefined, before: Json | undefined): void {
    this.apply(
      value === undefined ? { op: 'drop', path } : { op: 'put', path, value },
      before === undefined ? { op: 'drop', path } : { op: 'put', path, value: before },
    );
  }

  splice(slot: SlotId, at: number, removed: number, inserted: readonly string[]): void {
    const taken = (this.model.children[slot] ?? []).slice(at, at + removed);
    this.apply(
      { op: 'splice', slot, at, removed, inserted },
      { op: 'splice', slot, at, removed: inserted.length, inserted: taken },
    );
  }
}
