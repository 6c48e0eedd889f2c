import { sql } from 'kysely';
import { Type } from 'typebox';
import { dropEventsSince, eventMark } from '../../db/pending-events.ts';
import type { TenantTransaction } from '../../db/tables.ts';
import {
  enqueue,
  job,
  jobTransaction,
  PermanentFailure,
  type JobContext,
  type JobSpec,
} from '../../kernel/job.ts';
import { publishMessages, type ChangedMessage } from '../support/events.ts';
import { enqueueTemplates } from './template-kind.ts';
import { processItem } from './inbound.ts';
import { itemsOf, parsePayload, type PayloadItem } from './payload.ts';

const INBOX = 'whatsapp-inbox';
const ITEM = 'whatsapp-item';
/** Payloads of one transaction: many small ones cost little, and a large one is alone. */
const MOST_PAYLOADS = 20;
const MOST_BYTES = 262_144;
/** Characters of a reason that is kept. */
const MOST_REASON = 500;

interface StoredPayload {
  id: number;
  channelIds: number[];
  receivedAt: Date;
  body: Uint8Array;
}

/** Stores a signed payload as it came, with a job that processes it. */
export async function storePayload(
  db: TenantTransaction,
  tenantId: number,
  channelIds: readonly number[],
  body: Uint8Array,
): Promise<void> {
  await sql`
    insert into support_webhook (tenant_id, channel_ids, body) values (${tenantId}, ${[...channelIds]}::bigint[], ${body})`.execute(
    db,
  );
  await enqueue(db, tenantId, { kind: INBOX, payload: {}, key: 'all' });
}

/** One payload after another per tenant, so that two workers never wait for each other's chats. */
const takeTurn = (db: TenantTransaction, tenantId: number) =>
  sql`select pg_advisory_xact_lock(726101, ${tenantId})`.execute(db);

interface Channel {
  id: number;
  isRuled: boolean;
}

const channelsOf = async (db: TenantTransaction): Promise<ReadonlyMap<string, Channel>> => {
  const { rows } = await sql<Channel & { number: string }>`
    select h.id, h.phone_number_id as number, exists (
      select from support_rule r where r.channel_id = h.id and r.is_active) as "isRuled"
    from support_channel h where h.is_active`.execute(db);
  return new Map(rows.map(({ number, ...channel }) => [number, channel]));
};

/** Processes an item in a savepoint. @returns why it failed */
async function attempt(db: TenantTransaction, work: () => Promise<void>): Promise<Error | null> {
  await sql`savepoint item`.execute(db);
  const mark = eventMark(db);
  try {
    await work();
    await sql`release savepoint item`.execute(db);
    return null;
  } catch (error) {
    await sql`rollback to savepoint item`.execute(db);
    dropEventsSince(db, mark);
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function processPayload(
  { tenantId, log }: Pick<JobContext, 'tenantId' | 'log'>,
  db: TenantTransaction,
  { id, channelIds, receivedAt, body }: StoredPayload,
  channels: ReadonlyMap<string, Channel>,
): Promise<void> {
  let reason: string | null = null;
  let items: PayloadItem[] = [];
  try {
    items = itemsOf(parsePayload(body));
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  if (items.some(({ kind }) => kind === 'template')) await enqueueTemplates(db, tenantId);
  const foreign = new Set<string>();
  const changed: ChangedMessage[] = [];
  for (const item of items) {
    if (item.kind === 'template') continue;
    const channel = channels.get(item.phoneNumberId);
    // A number of somebody else, or one that another secret signs for.
    if (!channel || !channelIds.includes(channel.id)) {
      foreign.add(item.phoneNumberId);
      continue;
    }
    const before = changed.length;
    const error = await attempt(db, () =>
      processItem(
        { db, tenantId, channelId: channel.id, isRuled: channel.isRuled, receivedAt, changed },
        item,
      ),
    );
    if (!error) continue;
    changed.splice(before);
    // Its neighbours are processed. This one is tried again by a job of its own, which administrators see when it gives up.
    log.warn({ tenantId, webhook: id, pointer: item.pointer, err: error }, 'WHATSAPP_ITEM_FAILED');
    await enqueue(db, tenantId, {
      kind: ITEM,
      payload: { webhookId: id, pointer: item.pointer },
      key: `${id}${item.pointer}`,
      maxAttempts: error instanceof PermanentFailure ? 1 : 8,
    });
  }
  await publishMessages(db, changed);
  if (foreign.size > 0) reason = `no channel with this signature has the number ${[...foreign].join(', ')}`;
  await sql`
    update support_webhook set processed_at = now(), error_text = ${reason?.slice(0, MOST_REASON) ?? null} where id = ${id}`.execute(
    db,
  );
}

/** Takes the next payloads, oldest first. @returns their number */
async function drain(ctx: JobContext): Promise<number> {
  return jobTransaction(ctx, async (db) => {
    await takeTurn(db, ctx.tenantId);
    const { rows } = await sql<StoredPayload>`
      with waiting as (
        select id, channel_ids, received_at, body,
          sum(octet_length(body)) over (order by id) - octet_length(body) as before
        from (select * from support_webhook where processed_at is null order by id limit ${MOST_PAYLOADS}) w
      )
      select id, channel_ids as "channelIds", received_at as "receivedAt", body from waiting
      where before < ${MOST_BYTES} order by id`.execute(db);
    if (rows.length === 0) return 0;
    const channels = await channelsOf(db);
    for (const payload of rows) await processPayload(ctx, db, payload, channels);
    return rows.length;
  });
}

/** Processes what the provider posted. */
export const inboxJob: JobSpec = job({
  kind: INBOX,
  payload: Type.Object({}),
  async prepare(ctx) {
    while ((await drain(ctx)) > 0) ctx.signal.throwIfAborted();
  },
  run: async () => undefined,
});

/** Processes one item that failed with its payload. */
export const itemJob: JobSpec = job({
  kind: ITEM,
  payload: Type.Object({ webhookId: Type.Integer(), pointer: Type.String() }),
  async run({ db, tenantId }, { webhookId, pointer }) {
    await takeTurn(db, tenantId);
    const { rows } = await sql<StoredPayload>`
      select id, channel_ids as "channelIds", received_at as "receivedAt", body from support_webhook
      where id = ${webhookId}`.execute(db);
    const [payload] = rows;
    if (!payload) throw new PermanentFailure('the payload is no longer stored');
    const item = itemsOf(parsePayload(payload.body)).find((one) => one.pointer === pointer);
    const channel = item && (await channelsOf(db)).get(item.phoneNumberId);
    if (!item || !channel || !payload.channelIds.includes(channel.id))
      throw new PermanentFailure('the item belongs to no channel');
    const changed: ChangedMessage[] = [];
    const { id: channelId, isRuled } = channel;
    await processItem({ db, tenantId, channelId, isRuled, receivedAt: payload.receivedAt, changed }, item);
    await publishMessages(db, changed);
  },
});
