import { sql } from 'kysely';
import { Type } from 'typebox';
import { job, jobTransaction, PermanentFailure, type JobSpec } from '../../../kernel/job.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { openChannel } from './channel-access.ts';
import { GraphError } from './graph.ts';

/** Kind of the jobs that report our reaction to a message. A repeated one changes nothing. */
export const REACT = 'whatsapp-reaction';

interface Reaction {
  wamid: string;
  channelId: number;
  number: string | null;
  userId: string | null;
  emoji: string | null;
}

export function reactionJob(secrets: Secrets): JobSpec {
  return job({
    kind: REACT,
    payload: Type.Object({ messageId: Type.Integer() }),
    async prepare(ctx, { messageId }) {
      const found = await jobTransaction(
        ctx,
        async (db) => {
          const { rows } = await sql<Reaction>`
            select m.wamid, m.channel_id as "channelId", x.customer_number as number, x.customer_user_id as "userId",
              (select r->>'emoji' from jsonb_array_elements(m.reactions) r where r->>'sender' = 'support') as emoji
            from support_message m join support_chat x on x.id = m.chat_id
            where m.id = ${messageId} and m.wamid is not null`.execute(db);
          return rows[0];
        },
        'read',
      );
      const channel = found && (await openChannel(ctx, secrets, found.channelId));
      if (!found || !channel) return;
      try {
        await channel.graph.send(channel.phoneNumberId, {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          ...(found.number === null ? { recipient: found.userId ?? '' } : { to: `+${found.number}` }),
          type: 'reaction',
          reaction: { message_id: found.wamid, emoji: found.emoji ?? '' },
        });
      } catch (error) {
        if (error instanceof GraphError && error.status >= 400 && error.status < 500 && error.status !== 429)
          throw new PermanentFailure(error.message);
        throw error;
      }
    },
    run: async () => undefined,
  });
}
