import { sql } from 'kysely';
import { Type } from 'typebox';
import { job, type JobSpec } from '../../../kernel/job.ts';
import { mayAttend } from '../chat/change-state.ts';
import { notifyOfChat } from '../chat/notes.ts';
import { ANSWER_DUE } from './kinds.ts';

/**
 * Warns of a first answer that is due soon: the attendant, or the agents of the queue in which the chat waits. Where everybody could
 * take it, the list of chats alone says so.
 */
export const answerDueJob: JobSpec = job({
  kind: ANSWER_DUE,
  payload: Type.Object({ chatId: Type.Integer() }),
  async run({ db, tenantId }, { chatId }) {
    const { rows } = await sql<{ id: number }>`
      select u.id from support_chat x join app_user u on u.id = x.attendant_id
        or (x.attendant_id is null and u.id in (select target_id from support_queue_agents where record_id = x.queue_id))
      where x.id = ${chatId} and not x.is_finished and x.first_answer_at is null and x.answer_warn_at <= now()
        and ${mayAttend} order by u.id`.execute(db);
    const people = rows.map(({ id }) => id);
    await notifyOfChat({ db, tenant: { id: tenantId }, caller: null }, chatId, 'answer', people);
  },
});
