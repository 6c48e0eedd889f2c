import { useRows } from './list/useRows.ts';

export interface ChatQueue {
  id: number;
  name: string;
}

const none: readonly ChatQueue[] = [];

/** The queues of a channel that chats can be passed to; none while they are loaded. */
export const useQueues = (channelId: number | null): readonly ChatQueue[] =>
  useRows<ChatQueue>(channelId === null ? null : `/adm/v2/sup/queue?channelId=${channelId}`) ?? none;
