import { isClockTime } from '../../../contracts/formats.ts';
import type { EntityHooks } from '../../kernel/entity/hooks.ts';
import type { StoredRow } from '../../kernel/entity/rows.ts';
import { invalid, type KeyedError } from '../../kernel/errors.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Working hours of a day: both ends or neither, the end after the beginning. */
function errorsOf(day: string, row: StoredRow): KeyedError[] {
  const [from, to] = [`${day}From`, `${day}To`];
  const [begin, end] = [row[from] ?? null, row[to] ?? null];
  const bad = [from, to].filter((name) => typeof row[name] === 'string' && !isClockTime(row[name]));
  if (bad.length > 0) return bad.map((name) => ({ path: `/${name}`, key: 'errors.supportRule.time' }));
  if ((begin === null) !== (end === null))
    return [{ path: `/${begin === null ? from : to}`, key: 'errors.supportRule.pair' }];
  return begin !== null && String(begin) >= String(end)
    ? [{ path: `/${to}`, key: 'errors.supportRule.order' }]
    : [];
}

/** Rules of channels: their working hours make sense. */
export const ruleHooks: EntityHooks = {
  beforeWrite(_ctx, values, before) {
    const row = { ...before, ...values };
    const errors = days.flatMap((day) => errorsOf(day, row));
    if (errors.length > 0) throw invalid(errors);
    return Promise.resolve();
  },
};
