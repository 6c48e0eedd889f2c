import { isClockTime } from '../../../contracts/formats.ts';
import type { EntityHooks } from '../../kernel/entity/hooks.ts';
import type { StoredRow } from '../../kernel/entity/rows.ts';
import type { Context } from '../../kernel/contract.ts';
import { invalid, type KeyedError } from '../../kernel/errors.ts';
import { automaticTemplate } from './automation/automatic-message.ts';
import { placeholderErrors } from './placeholders.ts';
import { enqueueAssign } from './automation/kinds.ts';

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

/** The away template is one that the channel can send without a person. */
async function templateErrors(ctx: Context, row: StoredRow): Promise<KeyedError[]> {
  const name = typeof row['awayTemplate'] === 'string' ? row['awayTemplate'].trim() : '';
  if (name === '') return [];
  const language = typeof row['awayLanguage'] === 'string' ? row['awayLanguage'] : '';
  const found = await automaticTemplate(ctx.db, Number(row['channel']), { name, language }, 'x');
  if (!('reason' in found)) return [];
  const { reason } = found;
  const error = { path: '/awayTemplate', key: `errors.supportRule.template.${reason}` };
  if (reason === 'language')
    return [
      { ...error, path: '/awayLanguage', params: { name, language, languages: found.languages.join(', ') } },
    ];
  return [{ ...error, params: reason === 'status' ? { name, status: found.status } : { name } }];
}

/** Rules of channels: their working hours make sense, and what they send can be sent. All errors are named at once. */
export const ruleHooks: EntityHooks = {
  async beforeWrite(ctx, values, before) {
    const row = { ...before, ...values };
    const errors = days.flatMap((day) => errorsOf(day, row));
    errors.push(...placeholderErrors('/menuText', values['menuText'], ['nome']));
    if (['awayTemplate', 'awayLanguage', 'channel'].some((name) => name in values))
      errors.push(...(await templateErrors(ctx, row)));
    if (errors.length > 0) throw invalid(errors);
  },
  async afterWrite(ctx, row) {
    await enqueueAssign(ctx.db, ctx.tenant.id, Number(row['channel']));
  },
};
