import { weekHoursErrors } from '../../../../contracts/week-hours.ts';
import type { EntityHooks } from '../../../kernel/entity/hooks.ts';
import type { StoredRow } from '../../../kernel/entity/rows.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, type KeyedError } from '../../../kernel/errors.ts';
import { automaticTemplate } from './automatic-message.ts';
import { placeholderErrors } from '../answer/placeholders.ts';
import { enqueueAssign } from './kinds.ts';

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
    const errors: KeyedError[] = weekHoursErrors(row);
    errors.push(...placeholderErrors('/menuText', values['menuText'], ['nome']));
    if (['awayTemplate', 'awayLanguage', 'channel'].some((name) => name in values))
      errors.push(...(await templateErrors(ctx, row)));
    if (errors.length > 0) throw invalid(errors);
  },
  async afterWrite(ctx, row) {
    await enqueueAssign(ctx.db, ctx.tenant.id, Number(row['channel']));
  },
};
