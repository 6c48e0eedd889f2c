import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createTurns } from '../../../kernel/in-turn.ts';

/**
 * Cost of argon2id, the library's default algorithm: 19 MiB and two passes, OWASP's first recommendation. The thread pool
 * does the work.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A core stays free for requests, which many sign-ins at once would otherwise slow down. */
const inTurn = createTurns(Math.max(1, availableParallelism() - 1));

/** A hash without a password, created at the start, so that the first unknown login takes no longer than others. */
const noHash = hash(crypto.randomUUID(), cost);

/** Hashes a password. It takes tens of milliseconds, so call it outside of a transaction. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/**
 * Whether the password is the stored one. Without a stored hash (an unknown login, a person without a password) or without
 * a password the same work is done against a hash that no password has, so that the time reveals nothing.
 */
export async function passwordMatches(stored: string | null, password: string | null): Promise<boolean> {
  const expected = stored ?? (await noHash);
  const matches = await inTurn(() => verify(expected, password ?? ''));
  return matches && stored !== null && password !== null;
}
