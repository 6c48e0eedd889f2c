import { observedAt, type Scope } from '../screen/store.ts';
import type { CompiledExpression } from './expression.ts';

/** Value of an expression, computed once per change. The last value stays until the next one is known. */
export class ExpressionValue {
  value: unknown = undefined;
  known = false;
  error: Error | null = null;
  private attempt = 0;
  private seen: readonly unknown[] | null = null;
  private readonly expression: CompiledExpression;
  private readonly done: () => void;

  constructor(expression: CompiledExpression, done: () => void) {
    this.expression = expression;
    this.done = done;
  }

  /** Evaluates again when a value that the expression reads has changed. */
  update(scope: Scope): void {
    const now = this.expression.refs.map((ref) => observedAt(scope, ref));
    if (this.seen && now.every((value, index) => Object.is(value, this.seen![index]))) return;
    this.seen = now;
    this.attempt += 1;
    const mine = this.attempt;
    if (this.expression.plain) {
      try {
        this.settle(mine, this.expression.evaluate(scope), null);
      } catch (error) {
        this.settle(mine, undefined, error instanceof Error ? error : new Error(String(error)));
      }
      return;
    }
    this.expression
      .evaluateAsync(scope, () => mine === this.attempt)
      .then(
        (value) => this.settle(mine, value, null),
        (error: unknown) =>
          this.settle(mine, undefined, error instanceof Error ? error : new Error(String(error))),
      );
  }

  /** Forgets the value, which is computed anew by the next update. */
  reset(): void {
    this.attempt += 1;
    this.known = false;
    this.seen = null;
  }

  private settle(attempt: number, value: unknown, error: Error | null): void {
    // A newer evaluation has started.
    if (attempt !== this.attempt) return;
    this.value = value;
    this.error = error;
    this.known = true;
    this.done();
  }
}
