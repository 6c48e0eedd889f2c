import type { TenantTransaction } from '../../../db/tables.ts';
import { enqueue } from '../../../kernel/job.ts';

/** Kind of the jobs that apply the rule of a channel to a chat whose customer wrote. */
export const ARRIVAL = 'support-arrival';
/** Kind of the jobs that give the waiting chats of a channel to agents. */
export const ASSIGN = 'support-assign';

/** Kind of the jobs that warn of a first answer that is due soon. */
export const ANSWER_DUE = 'support-answer-due';

/** Jobs that wait for their time have a key of their own, so that they hold no job for now up. */
const keyOf = (id: number, runAt: Date | undefined): string => `${runAt ? 'later' : 'now'}:${id}`;

export const enqueueArrival = (
  db: TenantTransaction,
  tenantId: number,
  chatId: number,
  runAt?: Date,
): Promise<number | null> =>
  enqueue(db, tenantId, {
    kind: ARRIVAL,
    payload: { chatId },
    key: keyOf(chatId, runAt),
    ...(runAt ? { runAt } : {}),
  });

export const enqueueAssign = (
  db: TenantTransaction,
  tenantId: number,
  channelId: number,
  runAt?: Date,
): Promise<number | null> =>
  enqueue(db, tenantId, {
    kind: ASSIGN,
    payload: { channelId },
    key: keyOf(channelId, runAt),
    ...(runAt ? { runAt } : {}),
  });

/** Adds a job that warns at a time; that of an earlier conversation finds nothing to warn of. */
export const enqueueWarning = (
  db: TenantTransaction,
  tenantId: number,
  chatId: number,
  runAt: Date,
): Promise<number | null> =>
  enqueue(db, tenantId, {
    kind: ANSWER_DUE,
    payload: { chatId },
    key: `${chatId}:${runAt.getTime()}`,
    runAt,
  });
