import { sql } from 'kysely';
import { Type } from 'typebox';
import type { MessageState } from '../../../../contracts/support.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { job, jobTransaction, type JobContext, type JobSpec } from '../../../kernel/job.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { applyEarly, WINDOW_CLOSED_CODE } from '../message/effects.ts';
import { publishMessages } from '../chat/events.ts';
import { enqueueSend, SEND } from '../message/queue-message.ts';
import { openChannel, type ChannelAccess } from './channel-access.ts';
import { actionOf, templateCodes } from './error-actions.ts';
import { GraphError, LostAnswer } from './graph.ts';
import { requestOf, type Outgoing } from './outbound.ts';
import { enqueueTemplates } from './template-kind.ts';

/** Attempts at a message that the provider could not take for now. */
const MOST_ATTEMPTS = 8;
/** Seconds between attempts double from this one; the provider asks for 4^n after its limit of a pair. */
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 900;

interface Next extends Outgoing {
  channelId: number;
  attempts: number;
  fileId: number | null;
  mime: string;
}

/** Outcome of an attempt. */
type Outcome =
  | { kind: 'sent'; wamid: string }
  | { kind: 'unconfirmed' }
  | { kind: 'failed'; code: number | null; text: string }
  /** Not now: for this customer, the channel, or until an administrator corrects the channel. */
  | { kind: 'later'; seconds: number; scope: 'message' | 'pair' | 'channel' }
  | { kind: 'stopped'; code: number | null; text: string };

type Claim = { kind: 'none' } | { kind: 'wait'; until: Date } | { kind: 'message'; message: Next };

const pauseOf = (attempts: number, base = 2): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * base ** attempts) * (0.75 + Math.random() / 2);

/**
 * Takes the oldest message that the chat has to send. A message that this job was sending when it was killed may have arrived:
 * it is `unconfirmed`, and is not sent again.
 */
async function claim(db: TenantTransaction, { jobId }: JobContext, chatId: number): Promise<Claim> {
  const { rows: chats } = await sql<{ until: Date | null; stopped: boolean }>`
    select greatest(x.paused_until, h.paused_until) as until, (h.error_code is not null or not h.is_active) as stopped
    from support_chat x join support_channel h on h.id = x.channel_id where x.id = ${chatId} for update of x`.execute(
    db,
  );
  const { rows: interrupted } = await sql<{ id: number }>`
    update support_message set state = 'unconfirmed', version = version + 1
    where chat_id = ${chatId} and state = 'sending' and (send_job = ${jobId} or not exists (
      select from job j where j.id = send_job and j.state = 'running'))
    returning id`.execute(db);
  await publishMessages(
    db,
    interrupted.map(({ id }) => ({ id, type: 'MSG_UPD' })),
  );
  const [chat] = chats;
  if (!chat || chat.stopped) return { kind: 'none' };
  const { rows } = await sql<Next & { state: MessageState }>`
    select m.id, m.type, m.content, m.details, m.state, m.attempts, m.channel_id as "channelId", x.customer_number as number,
      x.customer_user_id as "userId", m.reply_wamid as "replyWamid", d.provider_id as "mediaId", d.file_id as "fileId",
      coalesce(d.mime, '') as mime, coalesce(d.file_name, '') as "fileName"
    from support_message m join support_chat x on x.id = m.chat_id left join support_media d on d.message_id = m.id
    where m.chat_id = ${chatId} and m.state in ('queued', 'sending') order by m.id limit 1`.execute(db);
  const [message] = rows;
  // Another job is sending: it takes what follows.
  if (!message || message.state === 'sending') return { kind: 'none' };
  if (chat.until && chat.until.getTime() > Date.now()) return { kind: 'wait', until: chat.until };
  await sql`
    update support_message set state = 'sending', send_job = ${jobId}, attempts = attempts + 1, version = version + 1
    where id = ${message.id}`.execute(db);
  await publishMessages(db, [{ id: message.id, type: 'MSG_UPD' }]);
  return { kind: 'message', message: { ...message, attempts: message.attempts + 1 } };
}

function outcomeOf(error: unknown, { attempts }: Next): Outcome {
  if (error instanceof LostAnswer) return { kind: 'unconfirmed' };
  if (!(error instanceof GraphError)) throw error;
  const { code, detail: text } = error;
  const isLast = attempts >= MOST_ATTEMPTS;
  switch (actionOf(error)) {
    case 'channel':
      return { kind: 'stopped', code, text };
    case 'pause-channel':
      return { kind: 'later', seconds: pauseOf(attempts), scope: 'channel' };
    case 'pause-pair':
      return isLast
        ? { kind: 'failed', code, text }
        : { kind: 'later', seconds: pauseOf(attempts, 4), scope: 'pair' };
    case 'retry':
      return isLast
        ? { kind: 'failed', code, text }
        : { kind: 'later', seconds: pauseOf(attempts), scope: 'message' };
    case 'fail':
      return { kind: 'failed', code, text };
  }
}

/** Takes a file of ours to the provider, once per message. */
async function uploadFile(
  ctx: JobContext,
  files: Files,
  channel: ChannelAccess,
  message: Next,
): Promise<string> {
  const source = await files.source(ctx.tenantId, message.fileId!);
  const content = await source.read(0, source.bytes);
  const file = new Blob([content as Uint8Array<ArrayBuffer>], { type: message.mime });
  const id = await channel.graph.upload(channel.phoneNumberId, file, message.fileName || 'file');
  await jobTransaction(ctx, (db) =>
    sql`update support_media set provider_id = ${id} where message_id = ${message.id}`.execute(db),
  );
  return id;
}

async function send(ctx: JobContext, files: Files, channel: ChannelAccess, message: Next): Promise<Outcome> {
  let { mediaId } = message;
  if (mediaId === null && message.fileId !== null) {
    try {
      mediaId = await uploadFile(ctx, files, channel, message);
    } catch (error) {
      // A file whose upload is lost sends nothing, so that it can be repeated.
      const lost = error instanceof LostAnswer ? new GraphError(2, 503, error.message) : error;
      return outcomeOf(lost, message);
    }
  }
  try {
    const wamid = await channel.graph.send(channel.phoneNumberId, requestOf({ ...message, mediaId }));
    return { kind: 'sent', wamid };
  } catch (error) {
    return outcomeOf(error, message);
  }
}

/** Stores what became of a message. A status may have been faster, so that the state is only moved forward. */
async function settle(
  db: TenantTransaction,
  tenantId: number,
  { chatId, message }: { chatId: number; message: Next },
  outcome: Outcome,
): Promise<void> {
  const { id, channelId } = message;
  switch (outcome.kind) {
    case 'sent':
      await sql`
        update support_message set wamid = coalesce(wamid, ${outcome.wamid}),
          state = case when state in ('sending', 'unconfirmed') then 'sent' else state end, version = version + 1
        where id = ${id}`.execute(db);
      await applyEarly(db, tenantId, channelId, outcome.wamid);
      break;
    case 'unconfirmed':
      await sql`
        update support_message set state = 'unconfirmed', version = version + 1 where id = ${id} and state = 'sending'`.execute(
        db,
      );
      break;
    case 'failed':
      await sql`
        update support_message set state = 'failed', error_code = ${outcome.code}, error_text = ${outcome.text},
          version = version + 1
        where id = ${id} and state = 'sending'`.execute(db);
      if (outcome.code === WINDOW_CLOSED_CODE)
        await sql`
          update support_chat set window_closed_at = now(), version = version + 1 where id = ${chatId}`.execute(
          db,
        );
      if (outcome.code !== null && templateCodes.has(outcome.code)) await enqueueTemplates(db, tenantId);
      break;
    case 'stopped':
      await sql`
        update support_channel set error_code = ${outcome.code ?? 0}, error_text = ${outcome.text}, version = version + 1,
          updated_at = now() where id = ${channelId}`.execute(db);
      await backToQueue(db, id);
      break;
    case 'later': {
      const until = sql`now() + make_interval(secs => ${outcome.seconds})`;
      if (outcome.scope === 'channel')
        await sql`update support_channel set paused_until = ${until} where id = ${channelId}`.execute(db);
      else await sql`update support_chat set paused_until = ${until} where id = ${chatId}`.execute(db);
      await backToQueue(db, id);
    }
  }
  await publishMessages(db, [{ id, type: 'MSG_UPD' }]);
}

const backToQueue = (db: TenantTransaction, id: number) =>
  sql`
    update support_message set state = 'queued', send_job = null, version = version + 1
    where id = ${id} and state = 'sending'`.execute(db);

/**
 * Sends the messages of a chat in their order. A message is marked as being sent before the call and settled after it, each
 * in a transaction of its own, so that a kill between them leaves it `unconfirmed` and never sent twice.
 */
export function sendJob(files: Files, secrets: Secrets): JobSpec {
  return job({
    kind: SEND,
    payload: Type.Object({ chatId: Type.Integer() }),
    async prepare(ctx, { chatId }): Promise<Date | null> {
      let channel: ChannelAccess | null = null;
      for (;;) {
        ctx.signal.throwIfAborted();
        const next = await jobTransaction(ctx, (db) => claim(db, ctx, chatId));
        if (next.kind === 'none') return null;
        if (next.kind === 'wait') return next.until;
        const { message } = next;
        channel ??= await openChannel(ctx, secrets, message.channelId);
        const outcome: Outcome = channel
          ? await send(ctx, files, channel, message)
          : { kind: 'stopped', code: 0, text: 'the channel is not active' };
        await jobTransaction(ctx, (db) => settle(db, ctx.tenantId, { chatId, message }, outcome));
      }
    },
    async run({ db, tenantId }, { chatId }, until) {
      if (until) await enqueueSend(db, tenantId, chatId, until);
    },
  });
}

/** Adds jobs for all chats of a channel that have something to send, once an administrator has corrected it. */
export async function resumeChannel(
  db: TenantTransaction,
  tenantId: number,
  channelId: number,
): Promise<void> {
  const { rows } = await sql<{ chatId: number }>`
    select distinct chat_id as "chatId" from support_message where channel_id = ${channelId} and state = 'queued'`.execute(
    db,
  );
  for (const { chatId } of rows) await enqueueSend(db, tenantId, chatId);
}
