import { sql } from 'kysely';
import { Type } from 'typebox';
import { enqueue, job, jobTransaction, PermanentFailure, type JobSpec } from '../../../kernel/job.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { openChannel } from './channel-access.ts';
import { GraphError } from './graph.ts';

const READ = 'whatsapp-read';

/** Adds a job that reports to the customer what agents have read of a chat. */
export const enqueueRead = (
  db: TenantTransaction,
  tenantId: number,
  chatId: number,
): Promise<number | null> =>
  enqueue(db, tenantId, { kind: READ, payload: { chatId }, key: `chat:${chatId}`, maxAttempts: 3 });

export function readJob(secrets: Secrets): JobSpec {
  return job({
    kind: READ,
    payload: Type.Object({ chatId: Type.Integer() }),
    maxAttempts: 3,
    async prepare(ctx, { chatId }) {
      const found = await jobTransaction(
        ctx,
        async (db) => {
          const { rows } = await sql<{ wamid: string; channelId: number }>`
            select m.wamid, m.channel_id as "channelId" from support_chat x
            join support_message m on m.chat_id = x.id and m.id <= x.read_id and m.sender = 'client' and m.wamid is not null
            where x.id = ${chatId} order by m.at desc, m.id desc limit 1`.execute(db);
          return rows[0];
        },
        'read',
      );
      const channel = found && (await openChannel(ctx, secrets, found.channelId));
      if (!found || !channel) return;
      try {
        await channel.graph.markRead(channel.phoneNumberId, found.wamid);
      } catch (error) {
        // The provider takes them for thirty days. A customer without the blue ticks loses nothing.
        if (error instanceof GraphError && error.status >= 400 && error.status < 500)
          throw new PermanentFailure(error.message);
        throw error;
      }
    },
    run: async () => undefined,
  });
}
