import { sql, type RawBuilder } from 'kysely';
import { timeSpan } from '../../contracts/zoned-time.ts';

const endOfYears = Date.UTC(10_000, 0, 1);

/**
 * An instant as the database reads it, which has other texts for years of five digits.
 * @param instant milliseconds since 1970
 */
export const storedInstant = (instant: number): string =>
  instant < endOfYears ? new Date(instant).toISOString() : 'infinity';

/**
 * The conditions that an instant lies within days of a zone, the last one included, as those of the filter language do
 * (entity/filters.ts). Their bounds are constants, so that an index of the instant serves them.
 * @param days YYYY-MM-DD; an end that is absent is open
 */
export function withinDays(
  instant: RawBuilder<unknown>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): RawBuilder<unknown>[] {
  const [first, last] = [from, to].map((day) => (day ? timeSpan(day, timeZone) : null));
  return [
    ...(first ? [sql`${instant} >= ${storedInstant(first.start)}::timestamptz`] : []),
    ...(last ? [sql`${instant} < ${storedInstant(last.end)}::timestamptz`] : []),
  ];
}
