import type { Context } from '../contract.ts';
import type { StoredRow } from './rows.ts';

/** Special behaviour of an entity, beside its declaration. All hooks run in the transaction of the write. */
export interface EntityHooks {
  /** Changes or refuses the values of a record before it is written. @param before null for a new record. */
  beforeWrite?(ctx: Context, values: StoredRow, before: StoredRow | null): Promise<void>;
  afterWrite?(ctx: Context, row: StoredRow, before: StoredRow | null): Promise<void>;
  beforeDelete?(ctx: Context, row: StoredRow): Promise<void>;
}
