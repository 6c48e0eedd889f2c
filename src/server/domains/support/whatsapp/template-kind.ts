import type { TenantTransaction } from '../../../db/tables.ts';
import { enqueue } from '../../../kernel/job.ts';

/** Kind of the jobs that read the templates of all channels of a tenant from the provider. */
export const TEMPLATES = 'whatsapp-templates';

export const enqueueTemplates = (db: TenantTransaction, tenantId: number): Promise<number | null> =>
  enqueue(db, tenantId, { kind: TEMPLATES, payload: {}, key: 'all', maxAttempts: 5 });
