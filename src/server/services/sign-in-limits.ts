import { sql } from 'kysely';
import type { TenantTransaction } from '../db/tables.ts';

/**
 * The limits of sign-in (decisions.md): ten failures of one login from one address within 15 minutes lock that pair for
 * 15 minutes; one address may fail 30 times over all logins; a login that keeps failing from addresses that never signed
 * in to it lets such strangers try once in half a minute, and nobody else waits. Counters are rows: a restart keeps them.
 */
export const signInLimits = {
  windowSeconds: 15 * 60,
  pair: { failures: 10, lockSeconds: 15 * 60 },
  address: { failures: 30, lockSeconds: 15 * 60 },
  login: { failures: 20, lockSeconds: 30 },
} as const;

type Kind = 'pair' | 'address' | 'login';

export interface Attempt {
  /** As typed; upper and lower case are one login. */
  login: string;
  /** Of the client, forwarded headers already settled. */
  address: string;
}

/** Seconds until this attempt may be made, or 0 when it may be made now. */
export async function waitOf(db: TenantTransaction, attempt: Attempt): Promise<number> {
  const subjects = subjectsOf(attempt);
  const { rows } = await sql<{ kind: Kind; wait: number }>`
    select f.kind, ceil(extract(epoch from f.locked_until - clock_timestamp()))::int as wait
    from sign_in_failure f
    where f.locked_until > clock_timestamp() and (f.kind, f.subject) in (
      ('pair', ${subjects.pair}), ('address', ${subjects.address}), ('login', ${subjects.login}))`.execute(
    db,
  );
  const waits = rows.filter((row) => row.kind !== 'login').map((row) => row.wait);
  const slowed = rows.find((row) => row.kind === 'login');
  if (slowed !== undefined && !(await isKnownAddress(db, attempt))) waits.push(slowed.wait);
  return Math.max(0, ...waits);
}

/**
 * Counts a guess whose password was compared, after the pair's other guesses: those sent side by side all passed the
 * first look, and only so many of them may count. The pair's turn is held until the end of the transaction.
 * @returns seconds to wait; above 0 the guess must be answered as locked, right or wrong.
 */
export async function settleGuess(
  db: TenantTransaction,
  attempt: Attempt,
  isRight: boolean,
): Promise<number> {
  const { pair } = subjectsOf(attempt);
  await sql`select pg_advisory_xact_lock(hashtext(current_setting('app.tenant_id')), hashtext(${pair}))`.execute(
    db,
  );
  const wait = await waitOf(db, attempt);
  if (!isRight) await countFailure(db, attempt);
  return wait;
}

/** Counts a failure and locks what reached its limit. */
async function countFailure(db: TenantTransaction, attempt: Attempt): Promise<void> {
  const subjects = subjectsOf(attempt);
  await count(db, 'pair', subjects.pair);
  await count(db, 'address', subjects.address);
  if (!(await isKnownAddress(db, attempt))) await count(db, 'login', subjects.login);
}

/** Forgets the pair's failures and remembers that this address has signed in to this login. */
export async function noteSuccess(db: TenantTransaction, attempt: Attempt): Promise<void> {
  const subjects = subjectsOf(attempt);
  await db
    .deleteFrom('sign_in_failure')
    .where('kind', '=', 'pair')
    .where('subject', '=', subjects.pair)
    .execute();
  await sql`
    insert into sign_in_address (tenant_id, login, address)
    values (current_setting('app.tenant_id')::int, ${subjects.login}, ${subjects.address})
    on conflict (tenant_id, login, address) do update set last_at = now()`.execute(db);
  await sql`
    delete from sign_in_address
    where login = ${subjects.login} and last_at < now() - interval '180 days'`.execute(db);
}

async function count(db: TenantTransaction, kind: Kind, subject: string): Promise<void> {
  const { failures, lockSeconds } = signInLimits[kind];
  // A window ends 15 minutes after its first failure; what comes later starts the next one.
  await sql`
    insert into sign_in_failure as f (tenant_id, kind, subject, failures)
    values (current_setting('app.tenant_id')::int, ${kind}, ${subject}, 1)
    on conflict (tenant_id, kind, subject) do update set
      failures = case when ${windowIsOver} then 1 else f.failures + 1 end,
      window_started_at = case when ${windowIsOver} then clock_timestamp() else f.window_started_at end,
      locked_until = case
        when not ${windowIsOver} and f.failures + 1 >= ${failures}
          then clock_timestamp() + make_interval(secs => ${lockSeconds})
        else f.locked_until end`.execute(db);
}

const windowIsOver = sql`(f.window_started_at < clock_timestamp() - make_interval(secs => ${sql.lit(signInLimits.windowSeconds)}))`;

async function isKnownAddress(db: TenantTransaction, attempt: Attempt): Promise<boolean> {
  const subjects = subjectsOf(attempt);
  const known = await db
    .selectFrom('sign_in_address')
    .select('address')
    .where('login', '=', subjects.login)
    .where('address', '=', subjects.address)
    .executeTakeFirst();
  return known !== undefined;
}

function subjectsOf({ login, address }: Attempt): Record<Kind, string> {
  const folded = login.trim().toLowerCase();
  const network = networkOf(address);
  // A space can be in neither part, so two pairs never share a subject.
  return { pair: `${network} ${folded}`, address: network, login: folded };
}

/**
 * What counts as one address: an IPv4 address, also when mapped into IPv6, and the /64 of an IPv6 one, since a single
 * customer gets a whole /64 to choose from.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const bare = address.split('%')[0] ?? address;
  if (!bare.includes(':')) return bare;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [
    ...left,
    ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'),
    ...right,
  ];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
