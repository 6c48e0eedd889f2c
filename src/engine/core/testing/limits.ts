import { afterAll, beforeAll } from 'vitest';
import { limits } from '../expressions/limits.ts';

/** Lifts the time limits of expressions for a file's tests, which a very busy machine would reach. */
export function liftTimeLimit(): void {
  const { timeout, total } = limits;
  beforeAll(() => void Object.assign(limits, { timeout: 60_000, total: 60_000 }));
  afterAll(() => void Object.assign(limits, { timeout, total }));
}
