import { sql } from 'kysely';
import { Type } from 'typebox';
import { dropEventsSince, eventMark } from '../../../db/pending-events.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import {
  enqueue,
  job,
  jobTransaction,
  PermanentFailure,
  type JobContext,
  type JobSpec,
} from '../../../kernel/job.ts';
import { errorText } from '../../../kernel/error-text.ts';
import { publishMessages, type ChangedMessage } from '../chat/events.ts';
import { enqueueTemplates } from './template-kind.ts';
import { processItem } from './inbound.ts';
import { itemsOf, parsePayload, type PayloadItem } from './payload.ts';

const INBOX = 'whatsapp-inbox';
const ITEM = 'whatsapp-item';
/** Items, and payloads without any, of one transaction: other requests of this and all tenants get their turn after it. */
const MOST_STEPS = 50;
/** Bytes of the payloads that are read at once; a larger one is alone. */
const MOST_BYTES = 262_144;
/** Numbers that a reason names. */
const MOST_NAMED = 5;

interface StoredPayload {
  id: number;
  channelIds: number[];
  receivedAt: Date;
  body: Uint8Array;
}

interface Parsed {
  items: readonly PayloadItem[];
  /** Why it has no items. */
  reason: string | null;
}

/** A payload that is not processed to its end. */
interface OpenPayload extends Omit<StoredPayload, 'body'>, Parsed {
  /** Items that are processed. */
  done: number;
}

/** Next step of a payload: an item, or its end where it has no items. */
interface Step {
  payload: OpenPayload;
  at: number;
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
  await enqueueInbox(db, tenantId);
}

/** Adds a job that processes the payloads which wait. */
export const enqueueInbox = (db: TenantTransaction, tenantId: number): Promise<number | null> =>
  enqueue(db, tenantId, { kind: INBOX, payload: {}, key: 'all' });

/** One after another per tenant, so that two workers never wait for each other's chats. */
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

/** The channel of an item; none for a number of somebody else, or one that another secret signs for. */
function channelOf(
  { channelIds }: Pick<StoredPayload, 'channelIds'>,
  { phoneNumberId }: PayloadItem,
  channels: ReadonlyMap<string, Channel>,
): Channel | undefined {
  const channel = channels.get(phoneNumberId);
  return channel && channelIds.includes(channel.id) ? channel : undefined;
}

function parse(body: Uint8Array): Parsed {
  try {
    return { items: itemsOf(parsePayload(body)), reason: null };
  } catch (error) {
    return { items: [], reason: errorText(error) };
  }
}

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

/** Leaves an item to a job of its own, which administrators see when it gives up. Its neighbours are processed. */
async function leave(
  { tenantId, log }: Pick<JobContext, 'tenantId' | 'log'>,
  db: TenantTransaction,
  webhookId: number,
  pointer: string,
  error: unknown,
): Promise<void> {
  log.warn({ tenantId, webhook: webhookId, pointer, err: error }, 'WHATSAPP_ITEM_FAILED');
  await enqueue(db, tenantId, {
    kind: ITEM,
    payload: { webhookId, pointer },
    key: `${webhookId}${pointer}`,
    maxAttempts: error instanceof PermanentFailure ? 1 : 8,
  });
}

/** Notes how far payloads are processed, with the reason why one that ends has effects on nothing. */
async function note(
  db: TenantTransaction,
  steps: readonly Step[],
  reasonOf: (payload: OpenPayload) => string | null,
): Promise<void> {
  const ends = new Map(steps.map(({ payload, at }) => [payload, Math.min(at + 1, payload.items.length)]));
  const rows = [...ends].map(([payload, done]) => {
    const isDone = done === payload.items.length;
    return { id: payload.id, done, isDone, reason: isDone ? reasonOf(payload) : null };
  });
  await sql`
    update support_webhook w set items_done = r.done, error_text = r.reason,
      processed_at = case when r."isDone" then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (id bigint, done int, "isDone" boolean, reason text)
    where w.id = r.id`.execute(db);
}

/** Takes the turn. @returns whether no other worker went on with the payloads meanwhile */
async function holds(db: TenantTransaction, tenantId: number, steps: readonly Step[]): Promise<boolean> {
  await takeTurn(db, tenantId);
  const firsts = new Map(steps.toReversed().map(({ payload, at }) => [payload.id, at]));
  const { rows } = await sql<{ id: number; done: number }>`
    select id, items_done as done from support_webhook
    where id = any (${[...firsts.keys()]}::bigint[]) and processed_at is null`.execute(db);
  return rows.length === firsts.size && rows.every(({ id, done }) => firsts.get(id) === done);
}

/** Processes items in their order, in one transaction. */
async function processSteps(ctx: JobContext, steps: readonly Step[]): Promise<void> {
  const { tenantId } = ctx;
  await jobTransaction(ctx, async (db) => {
    if (!(await holds(db, tenantId, steps))) return;
    const channels = await channelsOf(db);
    const changedMessages: ChangedMessage[] = [];
    for (const { payload, at } of steps) {
      const item = payload.items[at];
      if (!item) continue;
      if (item.kind === 'template') {
        await enqueueTemplates(db, tenantId);
        continue;
      }
      const channel = channelOf(payload, item, channels);
      if (!channel) continue;
      const before = changedMessages.length;
      const { id: channelId, isRuled } = channel;
      const { id, receivedAt } = payload;
      const error = await attempt(db, () =>
        processItem({ db, tenantId, channelId, isRuled, receivedAt, changedMessages }, item),
      );
      if (!error) continue;
      changedMessages.splice(before);
      await leave(ctx, db, id, item.pointer, error);
    }
    await publishMessages(db, changedMessages);
    await note(db, steps, (payload) => payload.reason ?? foreignNumbers(payload, channels));
  });
}

function foreignNumbers(payload: OpenPayload, channels: ReadonlyMap<string, Channel>): string | null {
  const foreign = new Set(
    payload.items.flatMap((item) =>
      item.kind === 'template' || channelOf(payload, item, channels) ? [] : [item.phoneNumberId],
    ),
  );
  if (foreign.size === 0) return null;
  const named = [...foreign].slice(0, MOST_NAMED).join(', ');
  return errorText(`no channel with this signature has the number ${named}`);
}

/** Processes items in one transaction, or one by one where that fails: what fails alone is marked, and passed. */
async function processOrMark(ctx: JobContext, steps: readonly Step[]): Promise<void> {
  try {
    await processSteps(ctx, steps);
  } catch (error) {
    ctx.signal.throwIfAborted();
    const [step] = steps;
    if (!step) throw error;
    if (steps.length > 1) {
      for (const one of steps) await processOrMark(ctx, [one]);
      return;
    }
    const { payload, at } = step;
    await jobTransaction(ctx, async (db) => {
      if (!(await holds(db, ctx.tenantId, steps))) return;
      const item = payload.items[at];
      if (item) await leave(ctx, db, payload.id, item.pointer, error);
      await note(db, steps, () => errorText(error));
    });
  }
}

/** Reads the payloads that wait, oldest first, and parses those that are not among the known ones. */
async function readOpen(ctx: JobContext, known: ReadonlyMap<number, Parsed>): Promise<OpenPayload[]> {
  const rows = await jobTransaction(
    ctx,
    async (db) => {
      const found = await sql<Omit<StoredPayload, 'body'> & { body: Uint8Array | null; done: number }>`
        with waiting as (
          select *, sum(octet_length(body)) over (order by id) - octet_length(body) as before from (
            select id, channel_ids, received_at, body, items_done from support_webhook
            where processed_at is null order by id limit ${MOST_STEPS}) w
        )
        select id, channel_ids as "channelIds", received_at as "receivedAt", items_done as done,
          case when not id = any (${[...known.keys()]}::bigint[]) then body end as body
        from waiting where before < ${MOST_BYTES} order by id`.execute(db);
      return found.rows;
    },
    'read',
  );
  return rows.map(({ body, ...row }) => {
    const { items, reason } = body ? parse(body) : known.get(row.id)!;
    return { ...row, items, reason };
  });
}

/** The next items of payloads, in the order in which they came. */
function nextSteps(payloads: readonly OpenPayload[]): Step[] {
  const steps: Step[] = [];
  for (const payload of payloads)
    for (let at = payload.done; at < Math.max(payload.items.length, payload.done + 1); at += 1) {
      if (steps.length === MOST_STEPS) return steps;
      steps.push({ payload, at });
    }
  return steps;
}

/**
 * Processes what the provider posted, fifty items at a time. How far a payload is processed is stored with the effects of its
 * items, so that a kill between them repeats none and loses none.
 */
export const inboxJob: JobSpec = job({
  kind: INBOX,
  payload: Type.Object({}),
  async prepare(ctx) {
    let open: OpenPayload[] = [];
    for (;;) {
      ctx.signal.throwIfAborted();
      open = await readOpen(ctx, new Map(open.map((payload) => [payload.id, payload])));
      if (open.length === 0) return;
      await processOrMark(ctx, nextSteps(open));
    }
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
    const channel = item && channelOf(payload, item, await channelsOf(db));
    if (!item || !channel) throw new PermanentFailure('the item belongs to no channel');
    const changedMessages: ChangedMessage[] = [];
    const { id: channelId, isRuled } = channel;
    await processItem(
      { db, tenantId, channelId, isRuled, receivedAt: payload.receivedAt, changedMessages },
      item,
    );
    await publishMessages(db, changedMessages);
  },
});
