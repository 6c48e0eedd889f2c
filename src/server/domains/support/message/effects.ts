import { sql } from 'kysely';
import type { MessageState, MessageType } from '../../../../contracts/support.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { storeMedia, type StoredMedia } from './message-media.ts';
import { movesForward } from './message-state.ts';

/** A reaction to a message or an edit of one. */
interface Change {
  /** ISO 8601. */
  at: string;
  /** Id of the provider, by which a second delivery is known. Changes of ours have none, nor those that earlier versions kept. */
  id?: string;
}

/** Notice of the provider about a message that has come or will come: it is applied once, in whatever order it arrives. */
export type MessageEffect =
  | {
      kind: 'status';
      state: MessageState;
      /** ISO 8601. */
      at: string;
      error: { code: number | null; text: string } | null;
      /** Id of the message, which we sent along with it. */
      echo: string;
    }
  | ({ kind: 'reaction'; emoji: string; sender: 'client' | 'support' } & Change)
  | ({ kind: 'edit'; content: string } & Change)
  | { kind: 'revoke'; at: string }
  /** The file of a message that the provider's history named without it. */
  | { kind: 'media'; type: MessageType; content: string; media: StoredMedia };

interface Reaction {
  emoji: string;
  sender: string;
  at: string;
  /** Ids of the reactions of this second. */
  ids?: string[];
}

interface Target {
  id: number;
  chatId: number;
  state: MessageState;
  sender: string;
  reactions: Reaction[];
  editedAt: string | null;
  /** Ids of the edits that were applied. */
  editIds: string[];
}

/** The provider's times are whole seconds, which ours are compared in: of equal ones the later arrival counts. */
const secondOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** Name of a message of ours at the provider, whose statuses repeat it. */
export const echoOf = (messageId: number): string => `molde:${messageId}`;

/** Code with which the provider refuses free text outside of the window. */
export const WINDOW_CLOSED_CODE = 131_047;

/** Finds the message of an effect and locks it; one of ours without a provider id by what it sent along. */
async function findTarget(
  db: TenantTransaction,
  channelId: number,
  wamid: string,
  effect: MessageEffect,
): Promise<Target | undefined> {
  const echo = effect.kind === 'status' ? /^molde:([1-9]\d{0,15})$/.exec(effect.echo)?.[1] : undefined;
  const { rows } = await sql<Target>`
    select id, chat_id as "chatId", state, sender, reactions, edited_at as "editedAt",
      array(select e->>'id' from jsonb_array_elements(details->'edits') e where e ? 'id') as "editIds"
    from support_message
    where channel_id = ${channelId} and (wamid = ${wamid} or (id = ${echo ?? null}::bigint and wamid is null and sender = 'support'))
    order by (wamid is null) limit 1 for update`.execute(db);
  return rows[0];
}

/** @returns the message that changed; null when nothing did; undefined when there is no such message yet */
export async function applyEffect(
  db: TenantTransaction,
  tenantId: number,
  channelId: number,
  wamid: string,
  effect: MessageEffect,
): Promise<number | null | undefined> {
  const target = await findTarget(db, channelId, wamid, effect);
  if (!target) return undefined;
  return change(db, tenantId, wamid, target, effect);
}

/**
 * The reaction of a person after another one. A removed one stays without an emoji, so that an older one does not undo it.
 * @returns undefined for one that is older, or was applied before
 */
function nextReaction(
  known: Reaction | undefined,
  { emoji, sender, at, id }: Extract<MessageEffect, { kind: 'reaction' }>,
): Reaction | undefined {
  const age = known ? secondOf(known.at) - secondOf(at) : -1;
  const sameSecond = (age === 0 && known?.ids) || [];
  if (age > 0 || (id !== undefined && sameSecond.includes(id))) return undefined;
  return { emoji, sender, at, ids: id === undefined ? sameSecond : [...sameSecond, id] };
}

async function change(
  db: TenantTransaction,
  tenantId: number,
  wamid: string,
  target: Target,
  effect: MessageEffect,
): Promise<number | null> {
  switch (effect.kind) {
    case 'status': {
      if (target.sender !== 'support' || !movesForward(target.state, effect.state)) return null;
      await sql`
        update support_message set state = ${effect.state}, wamid = coalesce(wamid, ${wamid}),
          error_code = ${effect.error?.code ?? null}, error_text = ${effect.error?.text ?? null}, version = version + 1
        where id = ${target.id}`.execute(db);
      if (effect.error?.code === WINDOW_CLOSED_CODE)
        await sql`
          update support_chat set version = version + 1,
            window_closed_at = greatest(window_closed_at, ${effect.at}::timestamptz)
          where id = ${target.chatId}`.execute(db);
      return target.id;
    }
    case 'reaction': {
      const known = target.reactions.find(({ sender }) => sender === effect.sender);
      const next = nextReaction(known, effect);
      if (!next) return null;
      const reactions = [...target.reactions.filter((one) => one !== known), next];
      await sql`
        update support_message set reactions = ${JSON.stringify(reactions)}::jsonb, version = version + 1
        where id = ${target.id}`.execute(db);
      return target.id;
    }
    case 'edit': {
      if (target.editedAt !== null && secondOf(target.editedAt) > secondOf(effect.at)) return null;
      if (effect.id !== undefined && target.editIds.includes(effect.id)) return null;
      const by = effect.id === undefined ? {} : { id: effect.id };
      await sql`
        update support_message set
          details = details || jsonb_build_object('edits', coalesce(details->'edits', '[]'::jsonb)
            || jsonb_build_array(jsonb_build_object('content', content) || ${JSON.stringify(by)}::jsonb)),
          content = ${effect.content}, edited_at = ${effect.at}, version = version + 1
        where id = ${target.id}`.execute(db);
      return target.id;
    }
    case 'revoke': {
      const { rows } = await sql`
        update support_message set deleted_at = ${effect.at}, version = version + 1
        where id = ${target.id} and deleted_at is null returning id`.execute(db);
      return rows.length > 0 ? target.id : null;
    }
    case 'media': {
      const { rows } = await sql`
        update support_message m set type = ${effect.type}, content = ${effect.content}, details = details - 'type',
          version = version + 1
        where id = ${target.id} and details->>'type' = 'media_placeholder'
          and not exists (select from support_media d where d.message_id = m.id)
        returning id`.execute(db);
      if (rows.length === 0) return null;
      await storeMedia(db, tenantId, target.id, effect.media);
      return target.id;
    }
  }
}

/** Keeps an effect until its message comes. */
export async function keepEarly(
  db: TenantTransaction,
  tenantId: number,
  channelId: number,
  wamid: string,
  effect: MessageEffect,
): Promise<void> {
  await sql`
    insert into support_early_event (tenant_id, channel_id, wamid, event)
    values (${tenantId}, ${channelId}, ${wamid}, ${JSON.stringify(effect)}::jsonb)
    on conflict do nothing`.execute(db);
}

/** Applies what came before a message that has its provider id now. @returns what was applied */
export async function applyEarly(
  db: TenantTransaction,
  tenantId: number,
  channelId: number,
  wamid: string,
): Promise<MessageEffect[]> {
  const { rows } = await sql<{ event: MessageEffect }>`
    with taken as (
      delete from support_early_event where channel_id = ${channelId} and wamid = ${wamid} returning id, event
    ) select event from taken order by id`.execute(db);
  const applied: MessageEffect[] = [];
  for (const { event } of rows)
    if (await applyEffect(db, tenantId, channelId, wamid, event)) applied.push(event);
  return applied;
}
