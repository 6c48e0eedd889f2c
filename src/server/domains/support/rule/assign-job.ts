import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TenantTransaction } from '../../../db/tables.ts';
import { audit } from '../../../kernel/audit.ts';
import { job, type JobSpec } from '../../../kernel/job.ts';
import { mayAttend } from '../chat/change-state.ts';
import { publishChat } from '../chat/events.ts';
import { notifyOfChat } from '../chat/notes.ts';
import { addRuleLine } from './automatic-message.ts';
import { ASSIGN, enqueueAssign } from './kinds.ts';
import { nextOpening, readRule, type ChannelRule } from './rule.ts';

/** After which chats that found no agent are looked at again, in milliseconds. */
const PAUSE = 30_000;
/** Chats of one job; the rest is the next one's. */
const MOST_CHATS = 200;

interface Waiting {
  id: number;
  channelId: number;
  queueId: number | null;
}

/**
 * Chats that nobody has had in their current conversation, the longest waiting first. One that a person returned waits for people,
 * and one whose customer is choosing from the menu for the choice. A chat that somebody else is writing to is waited for: left out,
 * nobody would look at it again. Two jobs that wait for each other's chats begin again, as all jobs do.
 */
async function readWaiting(db: TenantTransaction, channelId: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, channel_id as "channelId", queue_id as "queueId" from support_chat
    where channel_id = ${channelId} and attendant_id is null and not is_active and not is_finished
      and opened_at is not null and (assigned_at is null or assigned_at < opened_at) and menu_at is null
    order by opened_at, id limit ${MOST_CHATS} for update`.execute(db);
  return rows;
}

/**
 * The connected agent of a queue with the fewest open chats, and of those the one whose last assignment is the longest ago. A queue
 * without agents is of everybody who sees it.
 */
async function leastBusy(
  db: TenantTransaction,
  { mostChats }: ChannelRule,
  queueId: number | null,
): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from app_user u cross join lateral (
      select count(*) filter (where o.is_active) as open, max(o.assigned_at) as last
      from support_chat o where o.attendant_id = u.id) w
    where ${mayAttend}
      and exists (select from session s
        where s.user_id = u.id and s.revoked_at is null and s.expires_at > now() and s.last_seen_at > now() - interval '2 minutes')
      and (not exists (select from support_queue_agents a where a.record_id = ${queueId})
        or exists (select from support_queue_agents a where a.record_id = ${queueId} and a.target_id = u.id))
      and molde_sees_queue(${queueId}, u.id)
      and (${mostChats}::int is null or w.open < ${mostChats})
    order by w.open, w.last nulls first, u.id limit 1`.execute(db);
  return rows[0];
}

async function assign(
  db: TenantTransaction,
  tenantId: number,
  chat: Waiting,
  agent: { id: number; name: string },
): Promise<void> {
  await sql`
    update support_chat set attendant_id = ${agent.id}, is_active = true, assigned_at = now(), version = version + 1,
      state_version = version + 1, updated_at = now(), updated_by = null
    where id = ${chat.id}`.execute(db);
  await audit(
    { db, tenant: { id: tenantId }, caller: null, address: '', requestId: '', headers: {} },
    {
      entity: 'support-chat',
      entityId: chat.id,
      action: 'update',
      before: { attendantId: null, isActive: false, isFinished: false },
      after: { attendantId: agent.id, isActive: true, isFinished: false },
    },
  );
  await addRuleLine(db, tenantId, chat, { event: 'assigned-by-rule', name: agent.name });
  await notifyOfChat({ db, tenant: { id: tenantId }, caller: null }, chat.id, 'transfer', [agent.id]);
  await publishChat(db, chat.id);
}

/** Gives the waiting chats of a channel to agents, as its rule says. Chats without an agent to take them wait for the next look. */
export const assignJob: JobSpec = job({
  kind: ASSIGN,
  payload: Type.Object({ channelId: Type.Integer() }),
  async run({ db, tenantId }, { channelId }) {
    const rule = await readRule(db, channelId);
    if (!rule?.isByLoad) return;
    // Two channels assign one after another: both count the chats of the same agents.
    await sql`select pg_advisory_xact_lock(726102, ${tenantId})`.execute(db);
    const waiting = await readWaiting(db, channelId);
    if (waiting.length === 0) return;
    const now = new Date();
    const opening = await nextOpening(db, rule, now);
    if (opening === null) return;
    let left = 0;
    if (opening > now) left = waiting.length;
    else
      for (const chat of waiting) {
        const agent = await leastBusy(db, rule, chat.queueId);
        if (agent) await assign(db, tenantId, chat, agent);
        else left += 1;
      }
    if (left > 0 || waiting.length === MOST_CHATS)
      await enqueueAssign(db, tenantId, channelId, opening > now ? opening : new Date(Date.now() + PAUSE));
  },
});
