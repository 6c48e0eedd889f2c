import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';

/**
 * The limits of sign-in (decisions.md). Ten failures of one login from one address within 15 minutes lock that pair for
 * 15 minutes. Thirty failures from one address, over all logins, lock the address. Twenty failures of one login from
 * addresses that never signed in to it leave such addresses one attempt in 30 s. The last two do not hold a login that
 * signed in from the address before. The counters are rows, so a restart keeps them.
 */
export const signInLimits = {
  windowSeconds: 15 * 60,
  pair: { failures: 10, lockSeconds: 15 * 60 },
  address: { failures: 30, lockSeconds: 15 * 60 },
  login: { failures: 20, lockSeconds: 30 },
  /** Requests of a new password for one login, known or not, from one address. */
  'reset-pair': { failures: 10, lockSeconds: 15 * 60 },
  /** All of them from one address. */
  'reset-address': { failures: 40, lockSeconds: 15 * 60 },
  /**
   * Requests for one login from addresses that never signed in to it: from then on such addresses get one mail in five
   * minutes. Its link works for thirty, so strangers never leave the person without one.
   */
  'reset-login': { failures: 10, lockSeconds: 5 * 60 },
} as const;

type SignInKind = 'pair' | 'address' | 'login';
type Kind = Exclude<keyof typeof signInLimits, 'windowSeconds'>;

export interface Attempt {
  /** As it was typed. Case does not count. */
  login: string;
  /** Of the client, after forwarded headers of trusted proxies. */
  address: string;
}

/** Returns the seconds until this attempt is allowed; 0 when it is allowed now. */
export async function lockedSeconds(db: TenantTransaction, attempt: Attempt): Promise<number> {
  const subjects = subjectsOf(attempt);
  const { rows: locks } = await sql<{ kind: SignInKind; seconds: number }>`
    select f.kind, ceil(extract(epoch from f.locked_until - clock_timestamp()))::int as seconds
    from sign_in_failure f
    where f.locked_until > clock_timestamp() and (f.kind, f.subject) in (
      ('pair', ${subjects.pair}), ('address', ${subjects.address}), ('login', ${subjects.login}))`.execute(
    db,
  );
  const isPairOnly = locks.every((lock) => lock.kind === 'pair') || (await isKnownAddress(db, attempt));
  const binding = isPairOnly ? locks.filter((lock) => lock.kind === 'pair') : locks;
  return Math.max(0, ...binding.map((lock) => lock.seconds));
}

/**
 * Records a guess whose password was compared. Guesses sent side by side all pass the first look at the locks, so they
 * queue here under the pair's lock, held until the end of the transaction, and the locks are read again.
 * @returns seconds until the next attempt; above 0 the guess is answered as locked, right or wrong, and does not count.
 */
export async function recordGuess(
  db: TenantTransaction,
  attempt: Attempt,
  isRight: boolean,
): Promise<number> {
  const { pair } = subjectsOf(attempt);
  await lockSubject(db, pair);
  const seconds = await lockedSeconds(db, attempt);
  if (seconds === 0 && !isRight) await countFailure(db, attempt);
  return seconds;
}

/** Counts a failure and locks each subject that reaches its limit. */
async function countFailure(db: TenantTransaction, attempt: Attempt): Promise<void> {
  const subjects = subjectsOf(attempt);
  await count(db, 'pair', subjects.pair);
  await count(db, 'address', subjects.address);
  if (!(await isKnownAddress(db, attempt))) await count(db, 'login', subjects.login);
}

/**
 * Counts a request of a new password, the same for logins that do not exist.
 * @returns seconds until the next one is taken; above 0 this one is not.
 */
export async function recordResetRequest(db: TenantTransaction, attempt: Attempt): Promise<number> {
  const { pair, login, address } = subjectsOf(attempt);
  await lockSubject(db, `reset ${login}`);
  const isKnown = await isKnownAddress(db, attempt);
  const counted = [
    ['reset-pair', pair],
    ['reset-address', address],
    ...(isKnown ? [] : [['reset-login', login] as const]),
  ] as const;
  const subjects = sql.join(counted.map(([kind, subject]) => sql`(${kind}, ${subject})`));
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(ceil(extract(epoch from locked_until - clock_timestamp()))), 0)::int as seconds
    from sign_in_failure
    where locked_until > clock_timestamp() and (kind, subject) in (${subjects})`.execute(db);
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds > 0) return seconds;
  for (const [kind, subject] of counted) await count(db, kind, subject);
  return 0;
}

/** Deletes the failures of a login from an address: the person has proved who they are. */
export async function forgetFailures(db: TenantTransaction, attempt: Attempt): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where('kind', '=', 'pair')
    .where('subject', '=', subjectsOf(attempt).pair)
    .execute();
}

/** Deletes the pair's failures and stores that this address has signed in to this login. */
export async function recordSignIn(db: TenantTransaction, attempt: Attempt): Promise<void> {
  const subjects = subjectsOf(attempt);
  await forgetFailures(db, attempt);
  await sql`
    insert into sign_in_address (tenant_id, login, address)
    values (current_setting('app.tenant_id')::int, ${subjects.login}, ${subjects.address})
    on conflict (tenant_id, login, address) do update set last_at = now()`.execute(db);
  await sql`
    delete from sign_in_address
    where login = ${subjects.login} and last_at < now() - interval '180 days'`.execute(db);
}

/** Makes requests for one subject queue behind each other until the end of the transaction. */
async function lockSubject(db: TenantTransaction, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(current_setting('app.tenant_id')), hashtext(${subject}))`.execute(
    db,
  );
}

async function count(db: TenantTransaction, kind: Kind, subject: string): Promise<void> {
  const { failures, lockSeconds } = signInLimits[kind];
  // A window ends 15 minutes after its first failure; the first failure after it starts the next window.
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

function subjectsOf({ login, address }: Attempt): Record<SignInKind, string> {
  const folded = login.trim().toLowerCase();
  const network = networkOf(address);
  // Neither half contains a space, so two pairs never share a subject.
  return { pair: `${network} ${folded}`, address: network, login: folded };
}

/**
 * Returns the network that counts as one address: an IPv4 address, also when mapped into IPv6, and the /64 of an IPv6
 * address, since providers give a whole /64 to one customer.
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
