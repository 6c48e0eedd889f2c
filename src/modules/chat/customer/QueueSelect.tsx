import type { Chat } from '../../../contracts/support.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Choice } from '../../../ui/index.ts';
import { useOpenChat } from '../open-chat.ts';
import { useQueues } from '../useQueues.ts';

/** The queue of a chat. A choice passes the chat to the queue, where it waits for one of its agents. */
export function QueueSelect({ chat }: { chat: Chat }) {
  const t = useText();
  const { host } = useHost();
  const { sync, mayWrite } = useOpenChat();
  const queues = useQueues(chat.channelId);
  const isFixed = !mayWrite || chat.isFinished === 'Y';
  if (isFixed || queues.length === 0) return <span>{chat.queueName ?? t('chat.noQueue')}</span>;
  const isOld = chat.queueId !== null && queues.every((queue) => queue.id !== chat.queueId);
  return (
    <Choice
      aria-label={t('chat.queue')}
      value={chat.queueId === null ? '' : String(chat.queueId)}
      placeholder={t('chat.noQueue')}
      options={[
        // One that takes no chats any more.
        ...(isOld ? [{ value: String(chat.queueId), label: chat.queueName ?? '' }] : []),
        ...queues.map((queue) => ({ value: String(queue.id), label: queue.name })),
      ]}
      onChange={(value) => {
        sync
          .change(chat.id, { queueId: value === '' ? null : Number(value), version: chat.version })
          .catch((failure: HostFailure) => host.notify('error', failure.message));
      }}
    />
  );
}
