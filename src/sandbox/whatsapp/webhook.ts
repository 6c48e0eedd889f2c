import { createHmac } from 'node:crypto';
import type { Wire } from './json.ts';
import type { Switches } from './switches.ts';

/** Carries a request to the server of the business. Rejects when there is no answer. */
export type Carry = (request: {
  method: 'GET' | 'POST';
  query: string;
  headers: Record<string, string>;
  body: Buffer | null;
}) => Promise<{ status: number; body: string }>;

/** One update: a change of the webhook, before it is sent with others. */
export interface Update {
  field: string;
  value: Wire;
}

/** A webhook, and how its delivery went. */
export interface Delivery {
  id: number;
  at: number;
  updates: number;
  /** Types and statuses in it. */
  summary: string;
  bytes: number;
  copies: number;
  attempts: number;
  /** Copies that were answered with 200. */
  delivered: number;
  /** Last status; 0 for no answer, null before the first one. */
  status: number | null;
}

/** Pauses before the next attempts: at once, then growing. The last one repeats for seven days. */
export const RETRY_PAUSES_MS = [0, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 900_000] as const;
const GIVE_UP_MS = 7 * 86_400_000;
/** Time for which updates are collected that are sent together or in another order. */
const COLLECT_MS = 700;
const LOG = 60;
/** Of the updates that go into one webhook. */
const CHANGES_PER_ENTRY = 3;
const ITEMS_PER_CHANGE = 5;

interface SenderOptions {
  appSecret: string;
  businessId: string;
  carry: Carry;
  switches: () => Switches;
  now: () => number;
  retryPausesMs: readonly number[];
  /** Notified whenever the log changes. */
  onChange: () => void;
}

/** Sends updates to the business as the provider does: signed, repeated until 200, in no promised order. */
export class WebhookSender {
  readonly log: Delivery[] = [];
  readonly #options: SenderOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  #collected: Update[] = [];
  #collecting: NodeJS.Timeout | null = null;
  #closed = false;
  #count = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  push(update: Update): void {
    if (this.#closed) return;
    const { batch, shuffle } = this.#options.switches();
    this.#collected.push(update);
    const full = !shuffle && this.#collected.length >= batch;
    if (full) this.flush();
    else this.#collecting ??= this.#after(COLLECT_MS, () => this.flush());
  }

  /** Sends what was collected. */
  flush(): void {
    if (this.#collecting) this.#cancel(this.#collecting);
    this.#collecting = null;
    const { batch, shuffle, delayMs } = this.#options.switches();
    const updates = shuffle ? shuffled(this.#collected) : this.#collected;
    this.#collected = [];
    for (let at = 0; at < updates.length; at += batch) {
      const part = updates.slice(at, at + batch);
      if (delayMs === 0) this.#send(part);
      else this.#after(delayMs, () => this.#send(part));
    }
  }

  /** Deliveries that no 200 has answered yet, and updates that wait. */
  get pending(): number {
    return this.#collected.length + this.log.filter(({ copies, delivered }) => delivered < copies).length;
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #send(updates: readonly Update[]): void {
    const copies = this.#options.switches().duplicates;
    const body = Buffer.from(JSON.stringify(this.#envelope(updates)));
    this.#count += 1;
    const delivery: Delivery = {
      id: this.#count,
      at: this.#options.now(),
      updates: updates.length,
      summary: [...new Set(updates.flatMap(kindsOf))].join(', '),
      bytes: body.length,
      copies,
      attempts: 0,
      delivered: 0,
      status: null,
    };
    this.log.unshift(delivery);
    this.log.length = Math.min(this.log.length, LOG);
    for (let copy = 0; copy < copies; copy += 1) void this.#attempt(delivery, body, 0);
  }

  async #attempt(delivery: Delivery, body: Buffer, failures: number): Promise<void> {
    if (this.#closed) return;
    delivery.attempts += 1;
    const headers = { 'content-type': 'application/json', 'user-agent': 'facebookexternalua' };
    const status = await this.#options
      .carry({ method: 'POST', query: '', headers: { ...headers, ...this.#signature(body) }, body })
      .then((answer) => answer.status)
      .catch(() => 0);
    delivery.status = status;
    if (status === 200) delivery.delivered += 1;
    this.#options.onChange();
    if (status === 200 || this.#options.now() - delivery.at > GIVE_UP_MS) return;
    const pauses = this.#options.retryPausesMs;
    const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0;
    this.#after(pause, () => void this.#attempt(delivery, body, failures + 1));
  }

  #signature(body: Buffer): Record<string, string> {
    const { signature } = this.#options.switches();
    if (signature === 'missing') return {};
    const secret = signature === 'valid' ? this.#options.appSecret : 'another secret';
    return { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
  }

  /** Several updates become several messages of a change, several changes and several entries. */
  #envelope(updates: readonly Update[]): Wire {
    const changes: Update[] = [];
    for (const update of updates) {
      const last = changes.at(-1);
      if (!last || !join(last, update)) changes.push(structuredClone(update));
    }
    const entry: Wire[] = [];
    for (let at = 0; at < changes.length; at += CHANGES_PER_ENTRY)
      entry.push({ id: this.#options.businessId, changes: changes.slice(at, at + CHANGES_PER_ENTRY) });
    return { object: 'whatsapp_business_account', entry };
  }

  #after(ms: number, run: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, ms).unref();
    this.#timers.add(timer);
    return timer;
  }

  #cancel(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.#timers.delete(timer);
  }
}

/** Adds an update to a change of the same field, as far as a change may grow. */
function join(change: Update, update: Update): boolean {
  if (change.field !== 'messages' || update.field !== 'messages') return false;
  const lists = ['contacts', 'messages', 'statuses'] as const;
  const size = lists.slice(1).reduce((sum, name) => sum + lengthOf(change.value[name]), 0);
  if (size >= ITEMS_PER_CHANGE) return false;
  for (const name of lists) {
    const more = update.value[name];
    if (!Array.isArray(more)) continue;
    const before = change.value[name];
    change.value[name] = [...(Array.isArray(before) ? (before as unknown[]) : []), ...(more as unknown[])];
  }
  return true;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

function kindsOf({ field, value }: Update): string[] {
  const items = [value['messages'], value['statuses']].flatMap((list) =>
    Array.isArray(list) ? (list as Wire[]) : [],
  );
  return items.length === 0 ? [field] : items.map((item) => String(item['status'] ?? item['type']));
}

function shuffled<T>(list: readonly T[]): T[] {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [result[at], result[other]] = [result[other] as T, result[at] as T];
  }
  return result;
}
