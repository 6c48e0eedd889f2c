import { isIPv6 } from 'node:net';
import type { RateLimitSettings } from '../env.ts';
import { Budget } from './budget.ts';
import { AppError } from './errors.ts';

const MINUTE_MS = 60_000;
/** Frames that a person's connections may send together: 60 a second, and 300 at once when all of them return. */
const FRAMES = 300;
const FRAMES_MS = 5000;

/** A person of a tenant. */
interface Person {
  tenantId: number;
  userId: number;
}

/**
 * Calls per minute of this process: of a person over all sessions, of an address without a valid token, and of a tenant's
 * people and strangers together. People and strangers of a tenant have a budget each, so that strangers cannot use up that
 * of its people.
 */
export class RateLimits {
  readonly #clock: () => number;
  readonly #person: Budget;
  readonly #people: Budget;
  readonly #address: Budget;
  readonly #strangers: Budget;
  readonly #provider: Budget;
  readonly #frames = new Budget(FRAMES, FRAMES_MS);

  /** @param clock monotonic milliseconds */
  constructor({ person, address, tenant, provider }: RateLimitSettings, clock = () => performance.now()) {
    this.#clock = clock;
    this.#person = new Budget(person, MINUTE_MS);
    this.#people = new Budget(tenant, MINUTE_MS);
    this.#address = new Budget(address, MINUTE_MS);
    this.#strangers = new Budget(tenant, MINUTE_MS);
    this.#provider = new Budget(provider, MINUTE_MS);
  }

  /** Counts a call of a person. @throws AppError TOO_MANY_REQUESTS */
  countPerson(person: Person): void {
    const { tenantId } = person;
    this.#count([this.#person, keyOf(person)], [this.#people, String(tenantId), 'errors.rate.tenant']);
  }

  /** Counts a call without a valid token. @throws AppError TOO_MANY_REQUESTS */
  countAddress(tenantId: number, address: string): void {
    this.#count(
      [this.#address, networkOf(address)],
      [this.#strangers, String(tenantId), 'errors.rate.tenant'],
    );
  }

  /** Counts a call of a provider. All tenants have the same provider, so each has a budget for it. @throws AppError TOO_MANY_REQUESTS */
  countProvider(tenantId: number, address: string): void {
    this.#count([this.#provider, `${tenantId}/${networkOf(address)}`]);
  }

  /** Counts the topics that a person subscribes to, each of which reads the database as a call does. @throws AppError TOO_MANY_REQUESTS */
  countTopics(person: Person, topics: number): void {
    const now = this.#clock();
    const ms = this.#person.wait(keyOf(person), now, topics);
    if (ms > 0) throw tooMany(ms);
    this.#person.use(keyOf(person), now, topics);
  }

  /** Counts a frame of one of a person's connections. @returns whether it may be handled */
  countFrame(person: Person): boolean {
    const now = this.#clock();
    if (this.#frames.wait(keyOf(person), now) > 0) return false;
    this.#frames.use(keyOf(person), now);
    return true;
  }

  /** Uses all of the budgets, or none where one of them is used up. */
  #count(...budgets: [budget: Budget, key: string, message?: string][]): void {
    const now = this.#clock();
    for (const [budget, key, message] of budgets) {
      const ms = budget.wait(key, now);
      if (ms > 0) throw tooMany(ms, message);
    }
    for (const [budget, key] of budgets) budget.use(key, now);
  }
}

const keyOf = ({ tenantId, userId }: Person): string => `${tenantId}/${userId}`;

function tooMany(ms: number, message = 'errors.rate.calls'): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError('TOO_MANY_REQUESTS', { message, params: { seconds }, retryAfter: seconds });
}

/** The network of an address that one customer has: one IPv4 address, or 64 bits of an IPv6 one, within which addresses are free. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]!.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0');
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
