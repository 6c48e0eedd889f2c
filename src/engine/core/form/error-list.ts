import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { FieldError } from '../../../contracts/errors.ts';
import { isAtOrUnder } from './schema-errors.ts';

/**
 * What is wrong with an open form's values, one fault per path. Those the server told cannot be checked again here: they
 * stay until their own value changes.
 */
export class ErrorList {
  private errors = new Map<string, string>();
  private kept = new Set<string>();

  get size(): number {
    return this.errors.size;
  }

  list(): FieldError[] {
    return [...this.errors].map(([path, message]) => ({ path, message }));
  }

  /** Those of one root field. */
  of(name: string): FieldError[] {
    if (this.errors.size === 0) return [];
    const root = `/${escapeSegment(name)}`;
    return this.list().filter(({ path }) => isAtOrUnder(path, root));
  }

  /** @param stays which of those the server told are still not known to be mended. */
  become(errors: readonly FieldError[], stays: (path: string) => boolean = () => false): void {
    const told = this.list().filter(({ path }) => this.kept.has(path) && stays(path));
    this.errors = new Map([...errors, ...told].map(({ path, message }) => [path, message]));
    this.kept = new Set(told.map(({ path }) => path));
  }

  /** These come from the server. */
  keep(paths: readonly string[]): void {
    this.kept = new Set(paths);
  }

  clear(): void {
    this.errors.clear();
    this.kept.clear();
  }

  /** The value at `pointer` has changed: what was wrong there, in it and with what it is part of is no longer known. */
  drop(pointer: string): void {
    for (const path of this.errors.keys()) {
      if (!isAtOrUnder(path, pointer) && (path === '' || !isAtOrUnder(pointer, path))) continue;
      this.errors.delete(path);
      this.kept.delete(path);
    }
  }

  /** A root field was checked: these are its faults now, beside those of the server. */
  replace(name: string, errors: readonly FieldError[]): void {
    for (const { path } of this.of(name)) if (!this.kept.has(path)) this.errors.delete(path);
    for (const { path, message } of errors) if (!this.errors.has(path)) this.errors.set(path, message);
  }

  /** The items of a list moved: each new place names the old one, null is new. Faults follow their items. */
  arrange(list: string, order: readonly (number | null)[]): void {
    if (this.errors.size === 0) return;
    const placeOf = new Map(
      order.flatMap((old, place) => (old === null ? [] : [[String(old), place] as const])),
    );
    const moved = (path: string): string | null => {
      if (path === list || !isAtOrUnder(path, list)) return path;
      const [index = '', ...rest] = path.slice(list.length + 1).split('/');
      const place = placeOf.get(index);
      return place === undefined ? null : [list, place, ...rest].join('/');
    };
    const next = new Map<string, string>();
    const kept = new Set<string>();
    for (const [path, message] of this.errors) {
      const to = moved(path);
      if (to === null) continue;
      next.set(to, message);
      if (this.kept.has(path)) kept.add(to);
    }
    this.errors = next;
    this.kept = kept;
  }
}
