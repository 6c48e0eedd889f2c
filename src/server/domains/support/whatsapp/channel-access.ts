import { sql } from 'kysely';
import type { JobContext } from '../../../kernel/job.ts';
import { jobTransaction } from '../../../kernel/job.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { Graph } from './graph.ts';
import { readChannelSecrets } from './secrets.ts';

export interface ChannelAccess {
  id: number;
  phoneNumberId: string;
  businessId: string;
  graph: Graph;
}

/** How a job reaches the provider for a channel; null for a channel that is gone or not active. */
export function openChannel(
  ctx: JobContext,
  secrets: Secrets,
  channelId: number,
): Promise<ChannelAccess | null> {
  return jobTransaction(
    ctx,
    async (db) => {
      const { rows } = await sql<{ phoneNumberId: string; businessId: string }>`
        select phone_number_id as "phoneNumberId", business_id as "businessId" from support_channel
        where id = ${channelId} and is_active`.execute(db);
      const [channel] = rows;
      if (!channel) return null;
      const settings = { secrets, whatsApp: ctx.env.whatsApp };
      const { accessToken } = await readChannelSecrets(db, settings, ctx.tenantId, channelId);
      const graph = new Graph({ settings: ctx.env.whatsApp, accessToken, signal: ctx.signal });
      return { id: channelId, ...channel, graph };
    },
    'read',
  );
}
