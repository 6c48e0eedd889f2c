import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id, the library's default algorithm, with 19 MiB and two passes (OWASP's first recommendation). The work is done
 * on the thread pool, never on the main thread.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Made at once, so that not even the first unknown login takes longer than the others. */
const noHash = hash(crypto.randomUUID(), cost);

/** The stored form of a password; takes tens of milliseconds, so call it outside of a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * Whether the password is the stored one. Without a stored hash (unknown login, a person without a password) or without
 * a readable password, the same work is done against a hash nobody's password has, so that the time tells nothing.
 */
export async function passwordMatches(stored: string | null, password: string | null): Promise<boolean> {
  const matches = await verify(stored ?? (await noHash), password ?? '');
  return matches && stored !== null && password !== null;
}
