import { useState } from 'react';
import type { JsonObject } from '../../contracts/json.ts';
import { randomId } from '../../contracts/random-id.ts';
import type { Chat, Sent } from '../../contracts/support.ts';
import type { HostFailure } from '../../engine/core/index.ts';
import { useHost } from '../../engine/react/index.ts';
import { useOpenChat } from './open-chat.ts';

/** Sends what a dialog composed, once however often it is tried, and closes the dialog; a refusal stays in it. */
export function useSend(chat: Chat, replyTo: number | null, onSent: () => void) {
  const { host } = useHost();
  const { sync } = useOpenChat();
  const [clientId] = useState(randomId);
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async (message: JsonObject): Promise<void> => {
    setSending(true);
    setFailure('');
    try {
      const reply = await host.run({
        method: 'post',
        address: `/adm/v2/sup/zap/send/${chat.id}?channelId=${chat.channelId}`,
        body: { ...message, clientId, ...(replyTo === null ? {} : { replyTo }) },
      });
      sync.take(null, [(reply as { data: Sent }).data.message]);
      onSent();
    } catch (error) {
      const { errors, message: reason } = error as HostFailure;
      setFailure(errors[0]?.message ?? reason);
      setSending(false);
    }
  };
  return { send, failure, isSending };
}
