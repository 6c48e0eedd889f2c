import { closeCodes, type ClientFrame, type ServerFrame, type SocketTicket } from '../../contracts/events.ts';
import { FollowedTopics, type Follower } from './followed-topics.ts';
import { retryDelay } from './retry-delay.ts';

/** Pause between two PINGs, and the time in which the server answers one. Milliseconds. */
const pingPause = 20_000;
const pongTime = 10_000;
/** Least time between two frames with subscriptions; the server accepts 20 frames a second. Milliseconds. */
const sendPause = 200;
/** Time for which a connection has to stand for the pauses to begin anew. Milliseconds. */
const stableTime = 30_000;
/** Longest pause once the network is back: short, and not the same for all. Milliseconds. */
const wakePause = 2_500;
/** Topics of one frame. A frame has at most 30,000 bytes, a topic 200 characters. */
const topicsPerFrame = 100;

/** Environment that the connection needs. */
export interface SocketSource {
  /** Asks for a ticket; null when the server accepts the token no more. Rejects when it cannot be had now. */
  ticket(): Promise<SocketTicket | null>;
  open(ticket: string): WebSocket;
}

/** One connection to the server for all pages with the same session. It stands as long as a page needs it. */
export class SharedConnection {
  readonly #source: SocketSource;
  readonly #onEnded: () => void;
  readonly #topics = new FollowedTopics();
  readonly #pages = new Set<Follower>();
  #socket: WebSocket | null = null;
  /** Digest of the person's permissions, as far as it is known. */
  #rights: string | null = null;
  #isConnecting = false;
  #isEnded = false;
  #failures = 0;
  #openedAt = 0;
  #sentAt = 0;
  #retryAt = 0;
  #retry: Timer;
  #flush: Timer;
  #ping: Timer;
  #pong: Timer;

  /** @param onEnded called once, when no page needs the connection any more or the session has ended. */
  constructor(source: SocketSource, onEnded: () => void) {
    this.#source = source;
    this.#onEnded = onEnded;
  }

  join(page: Follower): void {
    this.#pages.add(page);
    if (this.#socket && this.#rights !== null)
      page.post({ type: 'rights', rights: this.#rights, changed: false });
    if (!this.#socket && this.#retryAt === 0) void this.#connect();
  }

  leave(page: Follower): void {
    if (!this.#pages.delete(page)) return;
    this.#topics.remove(page);
    if (this.#pages.size === 0) this.#end();
    else this.#sendSoon();
  }

  follow(page: Follower, topics: readonly string[]): void {
    for (const topic of topics) this.#topics.follow(page, topic);
    this.#sendSoon();
  }

  unfollow(page: Follower, topics: readonly string[]): void {
    for (const topic of topics) this.#topics.unfollow(page, topic);
    this.#sendSoon();
  }

  /** Tries soon what waits, and asks an open connection for a sign of life. */
  wake(): void {
    if (this.#socket) this.#sendPing();
    else if (this.#retryAt > 0)
      this.#connectWithin(Math.min(this.#retryAt - Date.now(), Math.random() * wakePause));
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting || this.#isEnded) return;
    this.#isConnecting = true;
    this.#retryAt = 0;
    try {
      const ticket = await this.#source.ticket();
      if (this.#isEnded) return;
      if (ticket === null) this.#endSession();
      else {
        this.#listen(this.#source.open(ticket.ticket));
        // They may have changed since a page loaded its menu, or while there was no connection.
        this.#noteRights(ticket.rights, false);
      }
    } catch {
      this.#connectLater();
    } finally {
      this.#isConnecting = false;
    }
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    this.#expectSign();
    socket.addEventListener('open', () => {
      this.#clearTimers();
      this.#openedAt = Date.now();
      this.#ping = setTimeout(() => this.#sendPing(), pingPause);
      this.#send();
    });
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as ServerFrame));
    socket.addEventListener('close', ({ code }) => this.#closed(socket, code));
  }

  #closed(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#clearTimers();
    this.#topics.disconnected();
    if (code === closeCodes.sessionEnded) this.#endSession();
    else this.#connectLater();
  }

  #connectLater(): void {
    if (this.#isEnded) return;
    if (this.#openedAt > 0 && Date.now() - this.#openedAt >= stableTime) this.#failures = 0;
    this.#openedAt = 0;
    this.#connectWithin(retryDelay(this.#failures, Math.random()));
    this.#failures += 1;
  }

  #connectWithin(time: number): void {
    clearTimeout(this.#retry);
    this.#retryAt = Date.now() + time;
    this.#retry = setTimeout(() => void this.#connect(), time);
  }

  #receive(frame: ServerFrame): void {
    clearTimeout(this.#pong);
    this.#pong = undefined;
    if (frame.type === 'RIGHTS') {
      this.#noteRights(String(frame.data), true);
      this.#topics.retryRefused();
      this.#sendSoon();
    } else if (this.#topics.receive(frame)) this.#sendSoon(retryDelay(0, Math.random()));
  }

  #noteRights(rights: string, changed: boolean): void {
    this.#rights = rights;
    for (const page of this.#pages) page.post({ type: 'rights', rights, changed });
  }

  #sendPing(): void {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => this.#sendPing(), pingPause);
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#write({ type: 'PING' });
    this.#expectSign();
  }

  /** Gives up a connection from which nothing comes: one that died without a word is not closed by itself. */
  #expectSign(): void {
    this.#pong ??= setTimeout(() => {
      const socket = this.#socket;
      if (!socket) return;
      this.#closed(socket, 0);
      socket.close();
    }, pongTime);
  }

  #clearTimers(): void {
    clearTimeout(this.#ping);
    clearTimeout(this.#pong);
    this.#pong = undefined;
  }

  /** Sends the subscriptions of this moment together. */
  #sendSoon(pause = 0): void {
    if (this.#flush !== undefined) return;
    const wait = Math.max(pause, this.#sentAt + sendPause - Date.now(), 0);
    this.#flush = setTimeout(() => {
      this.#flush = undefined;
      this.#send();
    }, wait);
  }

  #send(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#sentAt = Date.now();
    const { added, dropped } = this.#topics.takeRequests();
    for (const topics of inChunks(dropped)) this.#write({ type: 'UNSUB', topics });
    const isNumbered = ([, seq]: [string, number | null]): boolean => seq !== null;
    const numbered = [...added].filter(isNumbered) as [string, number][];
    const others = [...added].filter((one) => !isNumbered(one)).map(([topic]) => topic);
    for (const topics of inChunks(others)) this.#write({ type: 'SUB', topics });
    for (const topics of inChunks(numbered)) this.#write({ type: 'SUB', topics: Object.fromEntries(topics) });
  }

  #write(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #endSession(): void {
    const pages = [...this.#pages];
    this.#end();
    for (const page of pages) page.post({ type: 'ended' });
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#pages.clear();
    for (const timer of [this.#retry, this.#flush, this.#ping, this.#pong]) clearTimeout(timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#onEnded();
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;

function inChunks<T>(list: readonly T[]): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < list.length; at += topicsPerFrame) chunks.push(list.slice(at, at + topicsPerFrame));
  return chunks;
}
