/** The time of the server, which all dates of records come from. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Called with the `Date` header of each reply. */
  note(date: string | null): void;
}

/** Differences up to this are the time that a reply takes. Milliseconds. */
const tolerance = 60_000;

/**
 * Creates a clock that runs with the device's and is set by the server's replies: the clock of a device may be wrong by days,
 * and "5 minutes ago" and today's date must be right there too.
 */
export function createClock(device: () => number = Date.now): Clock {
  let offset = 0;
  return {
    now: () => device() + offset,
    note(date) {
      const time = Date.parse(date ?? '');
      if (Number.isNaN(time)) return;
      const difference = time - device();
      offset = Math.abs(difference) > tolerance ? difference : 0;
    },
  };
}
