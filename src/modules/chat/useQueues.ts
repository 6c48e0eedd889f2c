import { useEffect, useState } from 'react';
import { useHost } from '../../engine/react/index.ts';

export interface ChatQueue {
  id: number;
  name: string;
}

/** The queues of a channel that chats can be passed to; none while they are loaded. */
export function useQueues(channelId: number | null): readonly ChatQueue[] {
  const { host } = useHost();
  const [queues, setQueues] = useState<readonly ChatQueue[]>([]);
  useEffect(() => {
    if (channelId === null) return undefined;
    let isCurrent = true;
    host.run({ method: 'get', address: `/adm/v2/sup/queue?channelId=${channelId}` }).then(
      (reply) => isCurrent && setQueues((reply as { data: { rows: ChatQueue[] } }).data.rows),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [host, channelId]);
  return queues;
}
