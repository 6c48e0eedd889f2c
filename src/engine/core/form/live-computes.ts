import type { JsonObject } from '../../../contracts/json.ts';
import type { Path } from '../language/paths.ts';
import type { Scope } from '../screen/store.ts';
import { evaluateCompute, staleOwners, writeComputed, type CompiledCompute } from './compute.ts';

/** The open form as its computed values read and write it. */
interface OpenForm {
  /** The record as expressions see it: without hidden fields. */
  visible(record: JsonObject): JsonObject;
  hidden(): ReadonlySet<string>;
  scope(): Scope;
  current(): JsonObject;
  /** Takes values that were computed later than the change that they follow. */
  apply(record: JsonObject, changed: readonly Path[]): void;
  /** Takes the error of a limit that ended a computation, or null when it came to its end. */
  settled(compute: CompiledCompute, error: unknown): void;
}

/**
 * Keeps the computed values of an open form. Each is evaluated once per change, after those that it reads. Plain
 * expressions are evaluated with the change itself; the others follow as soon as JSONata answers.
 */
export class LiveComputes {
  private readonly computes: readonly CompiledCompute[];
  private readonly form: OpenForm;
  /** Changes that computed values have yet to follow; null: everything may have changed. */
  private waiting = new Map<CompiledCompute, readonly Path[] | null>();
  private running: Promise<void> | null = null;
  private hidden: ReadonlySet<string> = new Set();

  constructor(computes: readonly CompiledCompute[], form: OpenForm) {
    this.computes = computes;
    this.form = form;
  }

  /**
   * Computes what follows a change.
   * @param paths null: everything may have changed.
   * @returns the record with the values that are known at once, and where it changed.
   */
  follow(
    record: JsonObject,
    paths: readonly Path[] | null,
  ): { record: JsonObject; changed: readonly Path[] } {
    if (this.computes.length === 0) return { record, changed: [] };
    const made: Path[] = [];
    let result = record;
    for (const compute of this.computes) {
      const changed = paths === null ? null : [...paths, ...made];
      const waits = !compute.expression.plain || this.readsWaiting(compute);
      const visible = this.form.visible(result);
      const owners = staleOwners(compute, visible, changed);
      if (owners.length === 0 && !waits) continue;
      if (waits) {
        if (owners.length > 0) this.wait(compute, changed);
        continue;
      }
      const values = evaluateCompute(compute, visible, owners, this.form.scope()) as unknown[];
      const written = writeComputed(compute, result, owners, values);
      result = written.record;
      made.push(...written.changed);
    }
    if (this.waiting.size > 0) this.running ??= this.run();
    return { record: result, changed: made };
  }

  /** Computes every value of a loaded record and of the edited one. */
  all(loaded: JsonObject, current: JsonObject): [loaded: JsonObject, current: JsonObject] {
    this.hidden = this.form.hidden();
    const { record } = this.follow(current, null);
    return [loaded === current ? record : this.known(loaded), record];
  }

  /** The record with the values that are known at once; the others stay. */
  private known(record: JsonObject): JsonObject {
    let result = record;
    for (const compute of this.computes) {
      if (!compute.expression.plain) continue;
      const visible = this.form.visible(result);
      const owners = staleOwners(compute, visible, null);
      const values = evaluateCompute(compute, visible, owners, this.form.scope()) as unknown[];
      result = writeComputed(compute, result, owners, values).record;
    }
    return result;
  }

  /** Follows fields that rules hide or show: a hidden field reads as empty. */
  visibilityChanged(): void {
    const [before, now] = [this.hidden, this.form.hidden()];
    if (before === now || this.computes.length === 0) return;
    this.hidden = now;
    const toggled = [...new Set([...before, ...now])].filter((name) => before.has(name) !== now.has(name));
    if (toggled.length === 0) return;
    const { record, changed } = this.follow(
      this.form.current(),
      toggled.map((name) => [name]),
    );
    if (changed.length > 0) this.form.apply(record, changed);
  }

  /** Resolves when no computed value is pending. */
  async settled(): Promise<void> {
    while (this.running !== null) await this.running;
  }

  private wait(compute: CompiledCompute, changed: readonly Path[] | null): void {
    const before = this.waiting.get(compute);
    const isKnown = this.waiting.has(compute);
    const all = changed === null || (isKnown && before === null);
    this.waiting.set(compute, all ? null : [...(before ?? []), ...changed]);
  }

  /** Whether a value that this one reads is pending. */
  private readsWaiting(compute: CompiledCompute): boolean {
    return [...this.waiting.keys()].some((other) => compute.after.includes(other.key));
  }

  private async run(): Promise<void> {
    // The changes of one event are followed together.
    await Promise.resolve();
    while (this.waiting.size > 0) {
      const batch = this.waiting;
      this.waiting = new Map();
      const start = this.form.current();
      const { record, changed } = await this.evaluate(batch, start);
      if (this.form.current() === start) {
        if (changed.length > 0) this.form.apply(record, changed);
      } else {
        // Another change came meanwhile, which may have moved rows: everything pending is computed again.
        for (const compute of batch.keys()) this.wait(compute, null);
      }
    }
    this.running = null;
  }

  private async evaluate(
    batch: ReadonlyMap<CompiledCompute, readonly Path[] | null>,
    start: JsonObject,
  ): Promise<{ record: JsonObject; changed: Path[] }> {
    const made: Path[] = [];
    let record = start;
    for (const compute of this.computes) {
      const own = batch.has(compute) ? batch.get(compute)! : [];
      const visible = this.form.visible(record);
      const owners = staleOwners(compute, visible, own === null ? null : [...own, ...made]);
      if (owners.length === 0) continue;
      let failure: unknown = null;
      const values = await evaluateCompute(compute, visible, owners, this.form.scope(), (error) => {
        failure = error;
      });
      this.form.settled(compute, failure);
      const written = writeComputed(compute, record, owners, values);
      record = written.record;
      made.push(...written.changed);
    }
    return { record, changed: made };
  }
}
