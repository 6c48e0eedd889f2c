import { sql } from 'kysely';
import type { EntityHooks } from '../../../kernel/entity/hooks.ts';
import { invalid, ruleBroken } from '../../../kernel/errors.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { mostChoices } from '../rule/choice-menu.ts';
import { assertPlaceholders } from '../answer/placeholders.ts';

/** Queues: the chats of a restricted one stay hidden, a menu has room for so many of them, with different words, and answers name what the chat knows. */
export const queueHooks: EntityHooks = {
  beforeWrite(_ctx, { menuAnswer }) {
    assertPlaceholders('/menuAnswer', menuAnswer, ['nome', 'fila']);
    return Promise.resolve();
  },
  async beforeDelete({ db }, { id, restricted }) {
    if (restricted !== true) return;
    // Without their queue everybody would see them.
    const { rows } = await withoutHiding(db, () =>
      sql<{ count: number }>`select count(*)::int as count from support_chat where queue_id = ${id}`.execute(
        db,
      ),
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) throw ruleBroken('errors.supportQueue.restrictedChats', { params: { count } });
  },
  async afterWrite({ db }, { id, channel, menuTitle, isActive }) {
    if (typeof menuTitle !== 'string' || isActive === false) return;
    const { rows: same } = await sql<{ name: string }>`
      select name from support_queue
      where id <> ${id} and is_active and molde_fold(menu_title) = molde_fold(${menuTitle})
        and (channel_id is null or ${channel}::bigint is null or channel_id = ${channel}) limit 1`.execute(
      db,
    );
    if (same[0])
      throw invalid([
        { path: '/menuTitle', key: 'errors.supportQueue.title', params: { name: same[0].name } },
      ]);
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
