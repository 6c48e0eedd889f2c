import type { FieldError } from '../../../contracts/errors.ts';
import { escapeSegment, toPointer } from '../../../contracts/json-pointer.ts';
import type { Path } from '../language/paths.ts';
import { isAtOrUnder } from './schema-errors.ts';
import type { ValidationResult } from './validation.ts';

/**
 * Validation errors of an open form, at most one per path. The browser cannot repeat the server's validation, so
 * errors from the server stay until their own value changes.
 */
export class ErrorList {
  private errors = new Map<string, string>();
  private fromServer = new Set<string>();

  get size(): number {
    return this.errors.size;
  }

  list(): FieldError[] {
    return [...this.errors].map(([path, message]) => ({ path, message }));
  }

  /** Errors at and under one root field. */
  of(name: string): FieldError[] {
    if (this.errors.size === 0) return [];
    const root = `/${escapeSegment(name)}`;
    return this.list().filter(({ path }) => isAtOrUnder(path, root));
  }

  /** @param keepsServer whether an error from the server stays. */
  set(errors: readonly FieldError[], keepsServer: (path: string) => boolean = () => false): void {
    const remaining = this.list().filter(({ path }) => this.fromServer.has(path) && keepsServer(path));
    this.errors = new Map([...errors, ...remaining].map(({ path, message }) => [path, message]));
    this.fromServer = new Set(remaining.map(({ path }) => path));
  }

  setFromServer(errors: readonly FieldError[]): void {
    this.set(errors);
    this.fromServer = new Set(errors.map(({ path }) => path));
  }

  /** Replaces errors that a computation with the values has found. Others stay. */
  setComputed(before: ReadonlySet<string>, errors: readonly FieldError[]): void {
    for (const path of before) {
      this.errors.delete(path);
      this.fromServer.delete(path);
    }
    for (const { path, message } of errors) {
      this.errors.set(path, message);
      this.fromServer.add(path);
    }
  }

  clear(): void {
    this.errors.clear();
    this.fromServer.clear();
  }

  /** Drops the errors at a changed value, below it, and at the values that contain it. */
  drop(pointer: string): void {
    for (const path of this.errors.keys()) {
      if (!isAtOrUnder(path, pointer) && (path === '' || !isAtOrUnder(pointer, path))) continue;
      this.errors.delete(path);
      this.fromServer.delete(path);
    }
  }

  /** Replaces the errors of one root field; errors from the server stay. */
  replace(name: string, errors: readonly FieldError[]): void {
    for (const { path } of this.of(name)) if (!this.fromServer.has(path)) this.errors.delete(path);
    for (const { path, message } of errors) if (!this.errors.has(path)) this.errors.set(path, message);
  }

  /** Moves errors with the items of a list: `order` has each item's previous index, null for a new one. */
  arrange(list: string, order: readonly (number | null)[]): void {
    if (this.errors.size === 0) return;
    const indexOf = new Map(
      order.flatMap((old, index) => (old === null ? [] : [[String(old), index] as const])),
    );
    const movedPath = (path: string): string | null => {
      if (path === list || !isAtOrUnder(path, list)) return path;
      const [old = '', ...rest] = path.slice(list.length + 1).split('/');
      const index = indexOf.get(old);
      return index === undefined ? null : [list, index, ...rest].join('/');
    };
    const errors = new Map<string, string>();
    const fromServer = new Set<string>();
    for (const [path, message] of this.errors) {
      const to = movedPath(path);
      if (to === null) continue;
      errors.set(to, message);
      if (this.fromServer.has(path)) fromServer.add(to);
    }
    this.errors = errors;
    this.fromServer = fromServer;
  }
}

interface ErrorSource {
  validateField(name: string): FieldError[];
  validateAll(): Promise<ValidationResult>;
  /** Whether no visible field shows errors at this path. */
  isGeneral(path: string): boolean;
  /** Called when the shown errors of any field may have changed. */
  onChange(): void;
}

/**
 * Decides which validation errors an open form shows, and when. Errors appear when the user leaves a field or
 * submits, never during input; a shown error disappears once its value is valid.
 */
export class FormErrors {
  private readonly source: ErrorSource;
  private readonly errors = new ErrorList();
  /** Number of rejected submits and steps. */
  rejections = 0;
  /** The paths that a rejected submit or step validated: missing values there are errors too. */
  private rejected: ((path: string) => boolean)[] = [];
  /** Paths of the errors that a computation with the values has found. */
  private computed: ReadonlySet<string> = new Set();
  /** Number of the latest validation or edit; results of older validations are discarded. */
  private latest = 0;

  constructor(source: ErrorSource) {
    this.source = source;
  }

  get size(): number {
    return this.errors.size;
  }

  /** Whether missing values at a path are errors too, as they are after a submit or step with it was rejected. */
  isStrict(path: string): boolean {
    return this.rejected.some((covers) => covers(path));
  }

  /** Nothing was rejected yet, as after a successful submit. */
  restart(): void {
    this.rejections = 0;
    this.rejected = [];
  }

  of(name: string): FieldError[] {
    return this.errors.of(name);
  }

  list(): FieldError[] {
    return this.errors.list();
  }

  general(): FieldError[] {
    return this.errors.list().filter(({ path }) => this.source.isGeneral(path));
  }

  /**
   * Validates everything and shows the errors of some fields; the shown errors of other fields stay.
   * @param isOwn whether a path belongs to the fields.
   * @returns the fields' errors; `stale` when values changed during validation, in which case nothing is shown.
   */
  async validate(
    isOwn: (path: string) => boolean = () => true,
  ): Promise<ValidationResult & { stale: boolean }> {
    const own = ++this.latest;
    const result = await this.source.validateAll();
    const errors = result.errors.filter(({ path }) => isOwn(path));
    const stale = own !== this.latest;
    if (!stale) {
      if (errors.length > 0) this.reject(isOwn);
      const isOther = (path: string) => !isOwn(path);
      this.show([...errors, ...this.errors.list().filter(({ path }) => isOther(path))], isOther);
    }
    return { ...result, errors, stale };
  }

  /**
   * Validates everything again. New errors appear only where a submit or step was rejected, so that fields of a step that
   * the user has not seen stay free of errors; errors that no field shows appear with a submit only.
   */
  async revalidate(): Promise<void> {
    const own = ++this.latest;
    const { errors } = await this.source.validateAll();
    if (own !== this.latest) return;
    const shown = new Set(this.errors.list().map(({ path }) => path));
    const isDue = (path: string) => shown.has(path) || (this.isStrict(path) && !this.source.isGeneral(path));
    this.show(
      errors.filter(({ path }) => isDue(path)),
      () => true,
    );
  }

  /** Shows the errors of a submit that the server rejected. */
  showFromServer(errors: readonly FieldError[]): void {
    this.reject(() => true);
    this.errors.setFromServer(errors);
    this.source.onChange();
  }

  /** Shows what a computation with the values has found, which rejects nothing. */
  showComputed(errors: readonly FieldError[]): void {
    if (errors.length === 0 && this.computed.size === 0) return;
    this.errors.setComputed(this.computed, errors);
    this.computed = new Set(errors.map(({ path }) => path));
    this.source.onChange();
  }

  /** @param moved whether only the items of the list at the path moved, together with their errors. */
  valueChanged(path: Path, moved: boolean): void {
    const name = path[0]!;
    this.latest += 1;
    if (this.errors.size === 0) return;
    const own = new Set(this.errors.of(name).map((error) => error.path));
    if (own.size > 0) {
      if (!moved) this.errors.drop(toPointer(path));
      const isWhole = !moved && path.length === 1;
      const errors = this.source.validateField(name).filter((error) => isWhole || own.has(error.path));
      this.errors.replace(name, errors);
    }
    // The error of the form as a whole stays until no other error is left.
    if (this.errors.list().every((error) => error.path === '')) this.errors.clear();
  }

  /** Shows the errors of a value that the user leaves. */
  valueLeft(path: Path): void {
    const name = path[0]!;
    const pointer = toPointer(path);
    const shown = new Set(this.errors.of(name).map((error) => error.path));
    this.errors.drop(pointer);
    this.errors.replace(
      name,
      this.source
        .validateField(name)
        .filter((error) => isAtOrUnder(error.path, pointer) || shown.has(error.path)),
    );
  }

  arrange(path: Path, order: readonly (number | null)[]): void {
    this.errors.arrange(toPointer(path), order);
  }

  drop(path: Path): void {
    this.errors.drop(toPointer(path));
  }

  clear(): void {
    this.latest += 1;
    this.errors.clear();
  }

  private reject(covers: (path: string) => boolean): void {
    this.rejections += 1;
    this.rejected.push(covers);
  }

  private show(errors: readonly FieldError[], keepsServer: (path: string) => boolean): void {
    this.errors.set(errors, keepsServer);
    this.source.onChange();
  }
}
