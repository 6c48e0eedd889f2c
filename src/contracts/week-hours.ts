import { isClockTime } from './formats.ts';
import { textOrEmpty, type JsonObject } from './json.ts';
import type { RuleError } from './person.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Hours of one day: times of a clock, both ends or neither, the end after the beginning. */
function dayErrors(day: string, record: JsonObject): RuleError[] {
  const [from, to] = [`${day}From`, `${day}To`];
  const [begin, end] = [textOrEmpty(record[from]), textOrEmpty(record[to])];
  const bad = [from, to].filter((name) => !isClockTime(textOrEmpty(record[name])));
  if (bad.length > 0) return bad.map((name) => ({ path: `/${name}`, key: 'validation.weekHours.time' }));
  if ((begin === '') !== (end === ''))
    return [{ path: `/${begin === '' ? from : to}`, key: 'validation.weekHours.pair' }];
  return begin !== '' && begin >= end ? [{ path: `/${to}`, key: 'validation.weekHours.order' }] : [];
}

/** Errors of the hours of a week: of `mondayFrom` and `mondayTo` to `sundayTo`, all at once. */
export const weekHoursErrors = (record: JsonObject): RuleError[] =>
  days.flatMap((day) => dayErrors(day, record));
