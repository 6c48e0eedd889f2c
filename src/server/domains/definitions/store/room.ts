import type { TenantTransaction } from '../../../kernel/database.ts';
import { AppError } from '../../../kernel/errors.ts';
import { countDefinitions, isFree, type StoredState } from './stored-definitions.ts';

/** Own definitions that a tenant may have at once, including those that override bundled ones. */
const mostDefinitions = 2000;

/** @throws AppError RULE_BROKEN when the tenant would have more definitions than it may have, once these are written */
export async function assertRoom(db: TenantTransaction, states: Iterable<StoredState>): Promise<void> {
  const added = [...states].filter(isFree).length;
  if (added > 0 && (await countDefinitions(db)) + added > mostDefinitions)
    throw new AppError('RULE_BROKEN', {
      message: 'errors.definitions.tooMany',
      params: { limit: mostDefinitions },
    });
}
