import type { Chat, ChatMessage } from '../../../contracts/support.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import type { PendingMessage } from './days.ts';
import type { ChatServer } from './server.ts';

/** Where messages wait that the server does not have yet, so that they survive a reload. */
export interface OutboxStorage {
  read(): PendingMessage[];
  write(pending: readonly PendingMessage[]): void;
}

interface OutboxListener {
  chatOf(id: number): Chat | undefined;
  changed(pending: readonly PendingMessage[]): void;
  sent(chat: Chat | null, message: ChatMessage): void;
}

/** Pause before a message is sent again that did not reach the server. Milliseconds. */
const resendPause = 5_000;

/** Failures after which the same message may be accepted: no network, or a server that is busy. */
const isPassing = ({ status }: HostFailure): boolean => status === 0 || status === 429 || status >= 500;

/** Sends messages in their order per chat, each until the server has it or refuses it. */
export function createOutbox(server: ChatServer, storage: OutboxStorage, listener: OutboxListener) {
  let pending: readonly PendingMessage[] = storage.read();
  const busy = new Set<number>();
  let stopRetry: (() => void) | null = null;
  if (pending.length > 0) queueMicrotask(() => listener.changed(pending));

  function set(next: readonly PendingMessage[]): void {
    pending = next;
    storage.write(pending);
    listener.changed(pending);
  }

  const replace = (clientId: string, part: Partial<PendingMessage>): void =>
    set(pending.map((one) => (one.clientId === clientId ? { ...one, ...part } : one)));

  async function sendNext(chatId: number): Promise<void> {
    if (busy.has(chatId)) return;
    const next = pending.find((one) => one.chatId === chatId && one.refusal === null);
    const chat = listener.chatOf(chatId);
    if (!next || !chat) return;
    busy.add(chatId);
    try {
      const { message } = await server.send(chat, next);
      set(pending.filter(({ clientId }) => clientId !== next.clientId));
      listener.sent(null, message);
    } catch (error) {
      const failure = error as HostFailure;
      if (!isPassing(failure)) replace(next.clientId, { refusal: failure.message });
      else {
        stopRetry ??= server.after(resendPause, () => {
          stopRetry = null;
          flush();
        });
        return;
      }
    } finally {
      busy.delete(chatId);
    }
    await sendNext(chatId);
  }

  function flush(): void {
    for (const chatId of new Set(pending.map((one) => one.chatId))) void sendNext(chatId);
  }

  return {
    flush,
    add(chatId: number, text: string, replyTo: number | null): void {
      const at = new Date(server.now()).toISOString();
      set([...pending, { clientId: server.makeId(), chatId, text, replyTo, at, refusal: null }]);
      void sendNext(chatId);
    },
    resend(clientId: string): void {
      replace(clientId, { refusal: null });
      flush();
    },
    discard: (clientId: string): void => set(pending.filter((one) => one.clientId !== clientId)),
    dispose: (): void => stopRetry?.(),
  };
}
