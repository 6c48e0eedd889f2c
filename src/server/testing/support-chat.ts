import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Json, JsonObject } from '../../contracts/json.ts';
import type { ChatList, ChatWithMessages } from '../../contracts/support.ts';
import { JobWorker } from '../jobs/worker.ts';
import type { TestApp } from '../testing.ts';

/** Test support: a channel of the support chat, and payloads as the messaging provider posts them. */

export const appSecret = 'molde-demo-app-secret';
export const phoneNumberId = '100000000000001';
const silent = { info() {}, warn() {}, error() {} };

export const sign = (body: string | Uint8Array, secret = appSecret): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

export interface Item {
  messages?: JsonObject[];
  statuses?: JsonObject[];
  contacts?: JsonObject[];
}

/** A payload with one change. */
export const payloadOf = ({ contacts, messages, statuses }: Item, phone = phoneNumberId): JsonObject => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '200000000000001',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '553135550142', phone_number_id: phone },
            ...(contacts ? { contacts } : {}),
            ...(messages ? { messages } : {}),
            ...(statuses ? { statuses } : {}),
          },
        },
      ],
    },
  ],
});

export const now = (): number => Math.floor(Date.now() / 1000);

/** A text of a customer. */
export const textFrom = (from: string, body: string, more: JsonObject = {}): JsonObject => ({
  from,
  id: `wamid.${randomUUID()}`,
  timestamp: String(now()),
  type: 'text',
  text: { body },
  ...more,
});

/** A server with one channel per tenant, whose jobs run when a test says so. */
export class SupportTest {
  readonly app: TestApp;
  readonly channelId: number;
  readonly #worker: JobWorker;

  private constructor(app: TestApp, channelId: number) {
    this.app = app;
    this.channelId = channelId;
    // Tests enqueue what they need; the schedules of the product would join in.
    const unscheduled = app.jobs.map(({ schedule: _schedule, ...spec }) => spec);
    this.#worker = new JobWorker(app.database, app.kernel.env, silent, unscheduled);
  }

  static async open(app: TestApp): Promise<SupportTest> {
    const channelId = await addChannel(app, app.tenants.acme);
    const test = new SupportTest(app, channelId);
    await test.#worker.start();
    return test;
  }

  post(body: Json | string | Uint8Array, headers: Record<string, string> = {}, path = '') {
    const payload = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    return this.app.inject({
      method: 'POST',
      url: `/adm/v2/sup/zap/webhook${path}`,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': sign(payload), ...headers },
      payload: Buffer.from(payload),
    });
  }

  /** Waits until no job is left to run now. */
  async settled(): Promise<void> {
    for (;;) {
      const { rows } = await sql`
        select from job where state in ('ready', 'running') or (state = 'waiting' and run_at <= now()) limit 1`.execute(
        this.app.database.owner,
      );
      if (rows.length === 0) return;
      await delay(40);
    }
  }

  async receive(item: Item): Promise<void> {
    const answer = await this.post(payloadOf(item));
    if (answer.statusCode !== 200)
      throw new Error(`the payload was answered ${answer.statusCode}: ${answer.body}`);
    await this.settled();
  }

  async chats(headers: Record<string, string>, query = ''): Promise<ChatList> {
    const answer = await this.app.inject({ method: 'GET', url: `/adm/v2/sup/zap/chat${query}`, headers });
    return answer.json<{ data: ChatList }>().data;
  }

  async chat(headers: Record<string, string>, id: number, query = ''): Promise<ChatWithMessages> {
    const answer = await this.app.inject({
      method: 'GET',
      url: `/adm/v2/sup/zap/chat/${id}${query}`,
      headers,
    });
    return answer.json<{ data: ChatWithMessages }>().data;
  }

  async close(): Promise<void> {
    await this.#worker.stop();
  }
}

export async function addChannel(
  app: Pick<TestApp, 'database'>,
  tenantId: number,
  phone = phoneNumberId,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into support_channel (tenant_id, name, phone_number_id, business_id, phone)
    values (${tenantId}, 'Comercial', ${phone}, '200000000000001', '553135550142') returning id`.execute(
    app.database.owner,
  );
  return rows[0]!.id;
}
