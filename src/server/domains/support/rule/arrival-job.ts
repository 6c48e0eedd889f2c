import { sql } from 'kysely';
import { Type } from 'typebox';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { job, type JobSpec } from '../../../kernel/job.ts';
import { publishChat } from '../chat/events.ts';
import { windowEnd } from '../chat/rows.ts';
import { fillIn } from '../channel/templates.ts';
import { addRuleLine, automaticTemplate, queueAutomatic } from './automatic-message.ts';
import { ARRIVAL, enqueueArrival, enqueueAssign, enqueueWarning } from './kinds.ts';
import { choiceBy, menuMessage, readChoices, type Choice } from './choice-menu.ts';
import { dueTimes, nextOpening, readRule, type ChannelRule } from './rule.ts';

/** How long a customer may think about the menu, in milliseconds, and how often it is shown. */
const MENU_TIME = 15 * 60_000;
const MOST_MENUS = 2;
/** A reply that comes sooner was written before the menu was read: people send one thought in several messages. */
const READING_TIME = 10_000;

interface ArrivedChat {
  id: number;
  channelId: number;
  /** The customer's name, else their number. */
  customer: string;
  /** Whether nobody has taken the chat yet. */
  isWaiting: boolean;
  isFinished: boolean;
  isOpen: boolean;
  isAnswered: boolean;
  openedAt: Date;
  dueAt: Date | null;
  awayAt: Date | null;
  queueId: number | null;
  menuCount: number;
  menuAt: Date | null;
}

interface Arrival {
  db: TenantTransaction;
  tenantId: number;
  chat: ArrivedChat;
  rule: ChannelRule;
}

async function readArrived(db: TenantTransaction, chatId: number): Promise<ArrivedChat | undefined> {
  const { rows } = await sql<ArrivedChat>`
    select x.id, x.channel_id as "channelId",
      coalesce(nullif(split_part(c.name, ' ', 1), ''), nullif(split_part(x.profile_name, ' ', 1), ''), x.customer_number, '') as customer,
      x.attendant_id is null and not x.is_active as "isWaiting", x.is_finished as "isFinished",
      coalesce(${windowEnd} > now(), false) as "isOpen", x.first_answer_at is not null as "isAnswered",
      coalesce(x.opened_at, x.created_at) as "openedAt", x.answer_due_at as "dueAt", x.away_at as "awayAt",
      x.queue_id as "queueId", x.menu_count as "menuCount", x.menu_at as "menuAt"
    from support_chat x left join support_contact c on c.id = x.contact_id
    where x.id = ${chatId} for update of x`.execute(db);
  return rows[0];
}

async function setDueTimes({ db, tenantId, chat, rule }: Arrival): Promise<void> {
  if (chat.dueAt !== null || chat.isAnswered) return;
  const times = await dueTimes(db, rule, chat.openedAt);
  if (!times) return;
  await sql`
    update support_chat set answer_due_at = ${times.due}, answer_warn_at = ${times.warn}, version = version + 1
    where id = ${chat.id}`.execute(db);
  await publishChat(db, chat.id);
  await enqueueWarning(db, tenantId, chat.id, times.warn);
}

/** Sends the away template, once until the channel was attended to again. */
async function sendAway({ db, tenantId, chat, rule }: Arrival): Promise<void> {
  if (rule.awayTemplate === null) return;
  if (chat.awayAt !== null) {
    const opened = await nextOpening(db, rule, chat.awayAt);
    if (opened === null || opened.getTime() > Date.now()) return;
  }
  await sql`update support_chat set away_at = now() where id = ${chat.id}`.execute(db);
  const named = { name: rule.awayTemplate, language: rule.awayLanguage };
  const message = await automaticTemplate(db, chat.channelId, named, chat.customer);
  if ('reason' in message)
    await addRuleLine(db, tenantId, chat, { event: 'away-failed', name: rule.awayTemplate });
  else await queueAutomatic(db, tenantId, chat, message);
}

/** Replies of the customer since they were shown the menu. */
async function repliesTo(db: TenantTransaction, { id, menuAt }: ArrivedChat) {
  const { rows } = await sql<{ content: string; details: JsonObject; at: Date }>`
    select content, details, created_at as at from support_message
    where chat_id = ${id} and sender = 'client' and created_at > ${menuAt} order by at, id`.execute(db);
  return rows;
}

async function putInQueue(
  { db, tenantId, chat }: Arrival,
  queueId: number | null,
  choice?: Choice,
): Promise<void> {
  await sql`
    update support_chat set queue_id = ${queueId}, menu_at = null, version = version + 1 where id = ${chat.id}`.execute(
    db,
  );
  if (choice) {
    await addRuleLine(db, tenantId, chat, { event: 'queue-chosen', name: choice.name });
    if (choice.answer !== null && chat.isOpen) {
      const values = new Map([
        ['nome', chat.customer],
        ['fila', choice.name],
      ]);
      await queueAutomatic(db, tenantId, chat, { type: 'text', content: fillIn(choice.answer, values) });
    }
  }
  await publishChat(db, chat.id, { queueId: chat.queueId, attendantId: null });
}

async function showMenu({ db, tenantId, chat, rule }: Arrival, choices: readonly Choice[]): Promise<void> {
  const text = fillIn(rule.menuText!, new Map([['nome', chat.customer]]));
  await queueAutomatic(db, tenantId, chat, menuMessage(text, choices));
  await sql`
    update support_chat set menu_at = clock_timestamp(), menu_count = menu_count + 1 where id = ${chat.id}`.execute(
    db,
  );
  await enqueueArrival(db, tenantId, chat.id, new Date(Date.now() + MENU_TIME));
}

/** Whether a conversation has just begun, or what began it was answered by the away message alone. */
const isBeginning = ({ openedAt, awayAt }: ArrivedChat): boolean =>
  openedAt.getTime() + MENU_TIME > Date.now() || (awayAt !== null && awayAt >= openedAt);

/** The flow of the first answer: a menu of queues, whose choice puts the chat into one. @returns whether it waits for a reply */
async function askForQueue(arrival: Arrival): Promise<boolean> {
  const { db, chat, rule } = arrival;
  if (chat.queueId !== null) return false;
  if (chat.menuAt === null) {
    if (chat.menuCount > 0) return false;
    const asks = rule.menuText !== null && chat.isOpen && isBeginning(chat);
    const choices = asks ? await readChoices(db, chat.channelId) : [];
    if (choices.length > 0) {
      await showMenu(arrival, choices);
      return true;
    }
    if (rule.queueId !== null) await putInQueue(arrival, rule.queueId);
    return false;
  }
  const choices = await readChoices(db, chat.channelId);
  const replies = await repliesTo(db, chat);
  const choice = replies.map((reply) => choiceBy(choices, reply)).find(Boolean);
  const shown = chat.menuAt.getTime();
  const isReplied = replies.some(({ at }) => at.getTime() > shown + READING_TIME);
  if (choice) await putInQueue(arrival, choice.queueId, choice);
  else if (!isReplied && shown + MENU_TIME > Date.now()) return true;
  else if (isReplied && chat.menuCount < MOST_MENUS && chat.isOpen && choices.length > 0) {
    await showMenu(arrival, choices);
    return true;
  } else await putInQueue(arrival, rule.queueId);
  return false;
}

/**
 * Applies the rule of its channel to a chat whose customer wrote: the time until which an answer is due, the away message or the
 * menu, and then an agent. Steps done before are not done again.
 */
export const arrivalJob: JobSpec = job({
  kind: ARRIVAL,
  payload: Type.Object({ chatId: Type.Integer() }),
  async run({ db, tenantId }, { chatId }) {
    const chat = await readArrived(db, chatId);
    const rule = chat && (await readRule(db, chat.channelId));
    if (!rule || chat.isFinished) return;
    const arrival = { db, tenantId, chat, rule };
    await setDueTimes(arrival);
    if (!chat.isWaiting) return;
    const opening = await nextOpening(db, rule, new Date());
    if (opening === null || opening.getTime() > Date.now()) await sendAway(arrival);
    else if (await askForQueue(arrival)) return;
    if (rule.isByLoad) await enqueueAssign(db, tenantId, chat.channelId);
  },
});
