import type { Context } from './contract.ts';
import { AppError } from './errors.ts';

/** The version a write was made on, and where it came from. */
export interface ExpectedVersion {
  /** Null: the caller named none, and the write is audited as unconditional. */
  version: number | null;
}

/**
 * The version in the body, else in `If-Match` (`"7"`, `W/"7"` or 7).
 * @throws AppError VALIDATION_FAILED for an If-Match that is no version.
 */
export function expectedVersion(ctx: Pick<Context, 'headers'>, inBody: number | undefined): ExpectedVersion {
  if (inBody !== undefined) return { version: inBody };
  const header = ctx.headers['if-match'];
  if (header === undefined || header === '*') return { version: null };
  const match = typeof header === 'string' ? /^(?:W\/)?("?)(\d{1,9})\1$/.exec(header.trim()) : null;
  if (!match)
    throw new AppError('VALIDATION_FAILED', {
      message: 'errors.ifMatch',
      errors: [{ path: '/version', key: 'errors.ifMatch' }],
    });
  return { version: Number(match[2]) };
}

/**
 * Optimistic locking: the row must still be in the version the caller saw. Read the row `for update` first.
 * @param present makes the current row's wire form, which the caller needs to decide.
 * @returns whether the write is unconditional, for the audit.
 * @throws AppError VERSION_CONFLICT with the current row
 */
export async function assertVersion(
  expected: ExpectedVersion,
  current: number,
  present: () => unknown,
): Promise<{ unconditional: boolean }> {
  if (expected.version !== null && expected.version !== current) {
    throw new AppError('VERSION_CONFLICT', { data: await present() });
  }
  return { unconditional: expected.version === null };
}
