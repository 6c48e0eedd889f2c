import { sql } from 'kysely';
import type { ChatPlace } from '../../../../contracts/support.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { ChatState } from './transitions.ts';
import { windowEnd } from './rows.ts';

export interface LockedChat extends ChatState {
  id: number;
  channelId: number;
  contactId: number | null;
  queueId: number | null;
  customerKey: string;
  version: number;
  stateVersion: number;
  /** Whether free text may be sent. */
  isOpen: boolean;
}

export const placeOf = ({ queueId, attendantId }: ChatPlace): ChatPlace => ({ queueId, attendantId });

/** Reads a chat and keeps others from writing to it. @throws AppError NOT_FOUND */
export async function lockChat(db: TenantTransaction, id: number): Promise<LockedChat> {
  const { rows } = await sql<LockedChat>`
    select x.id, x.channel_id as "channelId", x.contact_id as "contactId", x.queue_id as "queueId", x.customer_key as "customerKey",
      x.attendant_id as "attendantId", x.is_active as "isActive", x.is_finished as "isFinished", x.version,
      x.state_version as "stateVersion", coalesce(${windowEnd} > now(), false) as "isOpen"
    from support_chat x where x.id = ${id} for update`.execute(db);
  const [chat] = rows;
  if (!chat) throw notFound();
  return chat;
}
