import { Duplex } from 'node:stream';

/** Takes whole protocol messages up to a point where the database answers, and gives the answer's bytes. */
export type Exchange = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

const QUERY = 0x51;
const SYNC = 0x53;
const TERMINATE = 0x58;

/**
 * Takes the place of the `pg` driver's network socket. The start-up packet is answered here, since the embedded database
 * has one session that is always open: what an earlier connection left in it (a transaction, prepared statements, a role)
 * is put away first. All else is gathered up to a Query or Sync and exchanged in one go.
 */
export class PgliteSocket extends Duplex {
  #pending: Buffer = Buffer.alloc(0);
  #started = false;
  readonly #open: Promise<unknown>;
  readonly #exchange: Exchange;

  /** @param open resolves when the database is there to talk to. */
  constructor(open: Promise<unknown>, exchange: Exchange) {
    super();
    this.#open = open;
    this.#exchange = exchange;
  }

  /** Called by the driver in place of a TCP connect. */
  connect(): this {
    this.#open.then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#forward().then(
      () => done(),
      (error: Error) => done(error),
    );
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  async #forward(): Promise<void> {
    if (!this.#started) {
      if (this.#pending.length < 4 || this.#pending.length < this.#pending.readInt32BE(0)) return;
      this.#pending = this.#pending.subarray(this.#pending.readInt32BE(0));
      this.#started = true;
      for (const statement of ['rollback', 'discard all']) await this.#exchange(query(statement));
      this.push(welcome);
    }
    for (let end = answerable(this.#pending); end > 0; end = answerable(this.#pending)) {
      // A copy of its own, because the thread takes the memory over.
      const messages = new Uint8Array(this.#pending.subarray(0, end));
      this.#pending = this.#pending.subarray(end);
      const answer = await this.#exchange(messages);
      if (!this.destroyed) this.push(answer);
    }
    if (this.#pending[0] === TERMINATE) this.push(null);
  }
}

/** Length of the leading messages that end with one the database answers to; 0 when there is none yet. */
function answerable(bytes: Buffer): number {
  for (let at = 0; at + 5 <= bytes.length;) {
    const type = bytes[at];
    const next = at + 1 + bytes.readInt32BE(at + 1);
    if (next > bytes.length) return 0;
    if (type === QUERY || type === SYNC) return next;
    at = next;
  }
  return 0;
}

/** The message of a plain query. */
function query(text: string): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(1 + 4 + text.length + 1);
  message[0] = QUERY;
  new DataView(message.buffer).setInt32(1, message.length - 1);
  message.set(Buffer.from(text), 5);
  return message;
}

/** AuthenticationOk, client_encoding, ReadyForQuery. */
const welcome = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
  parameterStatus('client_encoding', 'UTF8'),
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
]);

function parameterStatus(name: string, value: string): Buffer {
  const text = Buffer.from(`${name}\0${value}\0`);
  const head = Buffer.alloc(5);
  head[0] = 0x53;
  head.writeInt32BE(4 + text.length, 1);
  return Buffer.concat([head, text]);
}
