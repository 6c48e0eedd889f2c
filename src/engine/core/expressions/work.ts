import { limits } from './limits.ts';

/** Items of lists, and characters of texts, that count as one step where one node or function walks them. */
const itemsPerStep = 16;
const charactersPerStep = 256;

/** Ends an evaluation with an error of the engine. */
export function refuse(code: string, message: string): never {
  // JSONata adds the position to errors that its functions throw, so the error has to be a plain object.
  // eslint-disable-next-line no-throw-literal
  throw { code, message };
}

/**
 * The steps of one evaluation. A step is an evaluated node of the expression; lists and texts count by their size, since one
 * node or one call of a function walks all of it. Counts depend on the expression and its data alone, never on a clock.
 */
export class Work {
  readonly limit: number;
  #spent = 0;

  constructor(limit: number = limits.steps) {
    this.limit = limit;
  }

  get spent(): number {
    return this.#spent;
  }

  /** @throws code WORK once the evaluation has exceeded its steps */
  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent > this.limit) refuse('WORK', `The expression takes more than ${this.limit} steps`);
  }

  /** Counts a node that gave a value, or a value that a function reads or builds. */
  spendValue(value: unknown): void {
    if (Array.isArray(value)) this.spend(1 + Math.floor(value.length / itemsPerStep));
    else if (typeof value === 'string') this.spend(1 + Math.floor(value.length / charactersPerStep));
    else this.spend(1);
  }
}

/** The work of the evaluation that runs; evaluations take turns, so there is one at a time. */
let current = new Work();
/** Steps that all evaluations of this thread may still take together. */
let stepsLeft = Infinity;

let onEnd = (): void => undefined;

/**
 * Limits the evaluations of one job of a worker together, beside the limit that each of them has.
 * @param ended called after each evaluation
 */
export function limitSteps(steps: number, ended: () => void = () => undefined): void {
  stepsLeft = steps;
  onEnd = ended;
}

/** Begins an evaluation. */
export function beginWork(steps: number): Work {
  current = new Work(Math.min(steps, stepsLeft));
  return current;
}

export function endWork(work: Work): void {
  stepsLeft -= work.spent;
  onEnd();
  current = new Work();
}

export const currentWork = (): Work => current;

export function setCurrentWork(work: Work): void {
  current = work;
}
