import type { Context } from './contract.ts';
import { AppError } from './errors.ts';

/** The version that a write is based on. */
export interface ExpectedVersion {
  /** Null when the caller named none; the write is audited as unconditional then. */
  version: number | null;
}

/**
 * Reads the version from the body, else from `If-Match` (`"7"`, `W/"7"` or 7).
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
 * Optimistic locking: checks that the row still has the version that the caller read. Read the row `for update` first.
 * @param present returns the current row in its wire form, for the caller to compare.
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
