import type { WebSocket } from 'ws';
import type { ServerFrame } from '../../contracts/events.ts';
import { closeCodes } from '../../contracts/events.ts';
import type { Language } from '../../contracts/language.ts';
import { digestOfGrants } from '../kernel/access.ts';
import type { Caller, Tenant, TopicSpec, TopicView } from '../kernel/contract.ts';
import { failureOf, type AppError } from '../kernel/errors.ts';
import { slowConnections, socketFrames } from '../kernel/metrics.ts';

/** Bytes that a client has not read yet, above which its connection is ended: it then catches up by its numbers. */
const MAX_BUFFERED = 1_048_576;
/** Frames that a client may send per second, and at once. */
const FRAMES_PER_SECOND = 20;
const FRAMES_AT_ONCE = 40;

/** The person and session that opened a connection. */
export interface Admitted {
  tenant: Tenant;
  caller: Caller;
  lang: Language;
  /** Milliseconds since 1970 at which the session ends. */
  expiresAt: number;
  /** Digest of the permissions that the client received with its ticket; null: those at the opening count. */
  knownRights: string | null;
  /** Changes of rights that the process had heard of before these were read. */
  rightsChanges: number;
}

/** A topic that a connection is subscribed to. */
export interface Subscription {
  topic: string;
  connection: Connection;
  spec: TopicSpec;
  rest: string;
  view: TopicView;
  /** Last event that was sent, while that is not the log's own; null: from now on. */
  seq: number | null;
  isConfirmed: boolean;
  /** Whether the client is told to load again instead of getting what it missed. */
  isStale: boolean;
}

/** The client of one open WebSocket. */
export class Connection {
  readonly tenant: Tenant;
  readonly lang: Language;
  readonly subscriptions = new Map<string, Subscription>();
  caller: Caller;
  /** Digest of the permissions that the client knows of: those of its ticket, and those of its last frame RIGHTS. */
  knownRights: string;
  /** Whether nothing is delivered, because the rights are being checked again. */
  isHeld = false;
  /** Number of times the rights may have changed. */
  changes = 0;
  isAlive = true;
  readonly #socket: WebSocket;
  readonly #expiry: NodeJS.Timeout;
  #allowance = FRAMES_AT_ONCE;
  #allowedAt = performance.now();
  #work: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, { tenant, caller, lang, expiresAt, knownRights }: Admitted) {
    this.#socket = socket;
    this.tenant = tenant;
    this.caller = caller;
    this.knownRights = knownRights ?? digestOfGrants(caller.grants);
    this.lang = lang;
    const rest = Math.min(Math.max(expiresAt - Date.now(), 0), 2 ** 31 - 1);
    this.#expiry = setTimeout(() => this.endSession(), rest).unref();
  }

  get isOpen(): boolean {
    return this.#socket.readyState === 1;
  }

  send(frame: ServerFrame): void {
    this.sendText(JSON.stringify(frame));
  }

  /** Sends a frame that was encoded once for all its receivers. */
  sendText(text: string): void {
    if (!this.isOpen) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED) {
      slowConnections.inc();
      this.#socket.terminate();
      return;
    }
    socketFrames.inc({ direction: 'out' });
    this.#socket.send(text);
  }

  sendError(error: AppError, topic: string | null = null): void {
    const { code, message } = failureOf(error, this.lang);
    this.send({ type: 'ERROR', topic, data: { code, message }, seq: null });
  }

  /** Counts a frame of the client. @returns whether it may be handled. */
  countFrame(): boolean {
    socketFrames.inc({ direction: 'in' });
    this.isAlive = true;
    const now = performance.now();
    const earned = ((now - this.#allowedAt) / 1000) * FRAMES_PER_SECOND;
    this.#allowance = Math.min(FRAMES_AT_ONCE, this.#allowance + earned) - 1;
    this.#allowedAt = now;
    return this.#allowance >= 0;
  }

  /** Runs the client's requests behind each other. */
  enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(() => (this.isOpen ? work() : undefined));
  }

  /** Ends a connection that gave no sign of life since the last call; asks all others for one. */
  probe(): void {
    if (!this.isAlive) return this.#socket.terminate();
    this.isAlive = false;
    if (this.isOpen) this.#socket.ping();
  }

  endSession(): void {
    this.close(closeCodes.sessionEnded);
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Called once, when the socket is closed. */
  dispose(): void {
    clearTimeout(this.#expiry);
  }
}
