import { currentWork, setCurrentWork } from './work.ts';

/** Time of evaluations in one task (ms): half a frame, so that the browser paints and handles input between two tasks. */
const sliceMs = 8;
/** Steps between two readings of the clock. */
const stepsPerReading = 64;

let isTaken = false;
let waiting: (() => void)[] = [];
/** Index of the first evaluation in `waiting` whose turn has not come. */
let first = 0;
let sliceStart = 0;
let steps = 0;
let nextTask: (() => Promise<void>) | null = null;

/**
 * Sets how a slice of evaluations lets other work of the thread run. Without it, as in a worker, evaluations follow each other
 * at once. The clock only asks whether to go on now or in the next task; it ends no evaluation.
 */
export function yieldBetweenEvaluations(next: () => Promise<void>): void {
  nextTask = next;
}

function take(): Promise<void> | null {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve));
  isTaken = true;
  return null;
}

function give(): void {
  const next = waiting[first];
  if (next === undefined) {
    isTaken = false;
    return;
  }
  first += 1;
  if (first === waiting.length) {
    waiting = [];
    first = 0;
  }
  next();
}

/** A clock that was set back begins a new slice too. */
function isSliceOver(): boolean {
  const passed = Date.now() - sliceStart;
  return passed > sliceMs || passed < 0;
}

async function newSlice(next: () => Promise<void>): Promise<void> {
  await next();
  sliceStart = Date.now();
}

/** Runs asynchronous work while no other has its turn: evaluations side by side cost five times as much as one after the other. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  await take();
  try {
    if (nextTask && isSliceOver()) await newSlice(nextTask);
    return await work();
  } finally {
    give();
  }
}

/**
 * Asked after each step of an evaluation: null when it goes on at once, or a promise that resolves in a later task, after the
 * evaluations that waited have had a turn. Until then no part of the evaluation may run.
 */
export function pauseOfLongWork(): Promise<void> | null {
  if (nextTask === null) return null;
  steps += 1;
  if (steps < stepsPerReading) return null;
  steps = 0;
  return isSliceOver() ? pause(nextTask) : null;
}

async function pause(next: () => Promise<void>): Promise<void> {
  const work = currentWork();
  // Parts of the evaluation side by side come to their next step before the next task.
  await newSlice(next);
  if (first === waiting.length) return;
  give();
  await take();
  if (isSliceOver()) await newSlice(next);
  setCurrentWork(work);
}
