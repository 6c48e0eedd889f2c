import type { SocketTicket } from '../../contracts/events.ts';
import type { Language } from '../../contracts/language.ts';
import type { HolderMessage, PageMessage } from './messages.ts';
import { SharedConnection, type SocketSource } from './shared-connection.ts';

const ticketAddress = '/adm/v2/ws/ticket';
const socketAddress = '/adm/v2/ws';

/** Connections by token, so that pages of two sessions never share one. */
const connections = new Map<string, SharedConnection>();

function connectionOf(token: string, language: Language): SharedConnection {
  const known = connections.get(token);
  if (known) return known;
  const made = new SharedConnection(sourceOf(token, language), () => {
    if (connections.get(token) === made) connections.delete(token);
  });
  connections.set(token, made);
  return made;
}

const sourceOf = (token: string, language: Language): SocketSource => ({
  async ticket() {
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': language };
    const response = await fetch(ticketAddress, {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(30_000),
    });
    // 403: nothing is allowed before a new password.
    if (response.status === 401 || response.status === 403) return null;
    if (!response.ok) throw new Error(`no ticket: ${response.status}`);
    return ((await response.json()) as { data: SocketTicket }).data;
  },
  open(ticket) {
    const address = new URL(
      `${socketAddress}?${new URLSearchParams({ ticket, lang: language })}`,
      self.location.href,
    );
    address.protocol = address.protocol.replace('http', 'ws');
    return new WebSocket(address);
  },
});

/** Serves one page over a port, in a shared worker or in the page itself. */
export function servePage(port: MessagePort): void {
  const page = { post: (message: HolderMessage) => port.postMessage(message) };
  let connection: SharedConnection | null = null;
  const leave = (): void => {
    connection?.leave(page);
    connection = null;
  };
  port.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
    switch (data.type) {
      case 'join':
        leave();
        connection = connectionOf(data.token, data.language);
        connection.join(page);
        break;
      case 'lock':
        void navigator.locks.request(data.lock, leave).catch(() => undefined);
        break;
      case 'leave':
        leave();
        break;
      case 'follow':
        connection?.follow(page, data.topics);
        break;
      case 'unfollow':
        connection?.unfollow(page, data.topics);
        break;
      case 'wake':
        connection?.wake();
    }
  });
  port.start();
}
