import { sql } from 'kysely';
import type { EntityHooks } from '../../kernel/entity/hooks.ts';
import { invalid } from '../../kernel/errors.ts';
import { mostChoices } from './automation/menu.ts';

/** Queues: the menu of a channel has room for so many of them. */
export const queueHooks: EntityHooks = {
  async afterWrite({ db }, { channel, menuTitle, isActive }) {
    if (menuTitle === null || isActive === false) return;
    const { rows } = await sql<{ most: number }>`
      select max(n) as most from (
        select count(*) as n from support_channel h join support_queue q on q.channel_id is null or q.channel_id = h.id
        where q.is_active and q.menu_title is not null and (${channel}::bigint is null or h.id = ${channel})
        group by h.id) c`.execute(db);
    if ((rows[0]?.most ?? 0) > mostChoices)
      throw invalid([
        { path: '/menuTitle', key: 'errors.supportQueue.menu', params: { limit: mostChoices } },
      ]);
  },
};
