import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import { chance } from './chance.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Days that the reports of the sample look back. */
const DAYS = 75;
/** São Paulo's eight o'clock, in hours of UTC. */
const OPENS_AT = 11;
const HOURS = 10;
/** Time in which customers want a first answer. */
const ANSWER_IN = 25 * MINUTE;

interface Past {
  chat: number;
  channel: number;
  attendant: number | null;
  opened: Date;
  assigned: Date | null;
  due: Date;
  answered: Date | null;
  finished: Date;
}

/** Adds finished conversations of the weeks before, without their messages, so that reports have something to show. */
export async function seedConversations(
  db: Transaction<Tables>,
  tenantId: number,
  attendants: readonly number[],
  now = Date.now(),
): Promise<void> {
  await correctCurrent(db, tenantId);
  const { rows: chats } = await sql<{ id: number; channel: number; openedAt: Date }>`
    select id, channel_id as channel, opened_at as "openedAt" from support_chat where tenant_id = ${tenantId} order by id`.execute(
    db,
  );
  const past: Past[] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    const start = new Date(now - day * DAY).setUTCHours(OPENS_AT, 0, 0, 0);
    const weekday = new Date(start).getUTCDay();
    const isFree = weekday === 0 || weekday === 6;
    const count = Math.round((isFree ? 2 : 9) + chance(day, 1) * (isFree ? 3 : 7));
    // A chat has one conversation at a time: the current one of these begins later.
    const free = chats
      .filter(({ openedAt }) => openedAt.getTime() > start + DAY)
      .map((chat) => ({ chat, at: chance(day, chat.id, 2) }))
      .toSorted((one, other) => one.at - other.at);
    for (const { chat } of free.slice(0, count)) past.push(conversation(chat, day, start, attendants));
  }
  await sql`
    insert into support_conversation
      (tenant_id, chat_id, channel_id, attendant_id, by_customer, opened_at, assigned_at, answer_due_at, first_answer_at,
        finished_at)
    select ${tenantId}, r.chat, r.channel, r.attendant, true, r.opened, r.assigned, r.due, r.answered, r.finished
    from jsonb_to_recordset(${JSON.stringify(past)}::jsonb) r (chat bigint, channel bigint, attendant bigint,
      opened timestamptz, assigned timestamptz, due timestamptz, answered timestamptz, finished timestamptz)`.execute(
    db,
  );
}

/** One conversation of a day: one in 25 ends without an answer, and the busy hours keep customers waiting. */
function conversation(
  { id: chat, channel }: { id: number; channel: number },
  day: number,
  start: number,
  attendants: readonly number[],
): Past {
  const roll = (seed: number) => chance(day, chat, seed);
  const hour = roll(3) * HOURS;
  const opened = start + hour * 60 * MINUTE;
  const isBusy = hour > 2 && hour < 5;
  const assigned = opened + (1 + roll(4) ** 2 * (isBusy ? 45 : 18)) * MINUTE;
  const who = Math.floor(roll(5) * attendants.length);
  const answered = assigned + (1 + roll(6) ** 2 * (8 + 7 * who)) * MINUTE;
  const finished = answered + (6 + roll(7) ** 3 * 300) * MINUTE;
  const isLost = roll(8) < 0.04;
  return {
    chat,
    channel,
    attendant: isLost ? null : (attendants[who] ?? null),
    opened: new Date(opened),
    assigned: isLost ? null : new Date(assigned),
    due: new Date(opened + ANSWER_IN),
    answered: isLost ? null : new Date(answered),
    finished: new Date(finished),
  };
}

/** Gives the current conversations of the sample, which were not had in the product, what their messages say of them. */
async function correctCurrent(db: Transaction<Tables>, tenantId: number): Promise<void> {
  await sql`
    update support_conversation v set
      by_customer = m.first_sender = 'client',
      attendant_id = coalesce(v.attendant_id, m.attendant_id),
      assigned_at = case when m.answered_at is not null then greatest(v.opened_at, m.answered_at - interval '2 minutes') end
    from (select chat_id, (array_agg(sender order by at, id))[1] as first_sender,
        min(at) filter (where sender = 'support') as answered_at,
        (array_agg(attendant_id order by at desc, id desc) filter (where sender = 'support'))[1] as attendant_id
      from support_message where tenant_id = ${tenantId} group by chat_id) m
    where v.tenant_id = ${tenantId} and m.chat_id = v.chat_id`.execute(db);
}
