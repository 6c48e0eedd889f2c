/** Parts of a time that come again, with their first and last number. */
export const cycles = {
  hourOfDay: { first: 0, last: 23 },
  weekday: { first: 1, last: 7 },
  monthOfYear: { first: 1, last: 12 },
} as const;

export type Cycle = keyof typeof cycles;

/** Whether a bucket is a part of a time that comes again, and no period. */
export const isCyclic = (bucket: unknown): bucket is Cycle =>
  typeof bucket === 'string' && Object.hasOwn(cycles, bucket);
