import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { ServerFrame } from '../../contracts/events.ts';
import type { TestApp } from '../testing.ts';

/** Test support: clients of the real-time connection, over real sockets. */

/** Makes the server listen. @returns its port. */
export async function listen(app: TestApp): Promise<number> {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  return (app.fastify.server.address() as AddressInfo).port;
}

export class TestSocket {
  readonly socket: WebSocket;
  readonly frames: ServerFrame[] = [];
  readonly closed: Promise<number>;
  #onFrame: (() => void) | null = null;
  #seen = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as ServerFrame);
      this.#onFrame?.();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', resolve));
  }

  /** @throws Error naming the status with which the server refused. */
  static async open(
    port: number,
    { authorization = '', host = 'localhost' }: Record<string, string>,
    query = '',
  ): Promise<TestSocket> {
    const address = `ws://127.0.0.1:${port}/adm/v2/ws?${query || `token=${authorization.slice(7)}&lang=en`}`;
    const socket = new WebSocket(address, { headers: { host } });
    const opened = new TestSocket(socket);
    await once(socket, 'open');
    return opened;
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** The next frame that has not been returned yet and fits; others before it count as returned. */
  async next(type?: string, topic?: string): Promise<ServerFrame> {
    for (;;) {
      while (this.#seen < this.frames.length) {
        const frame = this.frames[this.#seen]!;
        this.#seen += 1;
        if ((type === undefined || frame.type === type) && (topic === undefined || frame.topic === topic))
          return frame;
      }
      if (this.socket.readyState > 1) throw new Error('the socket is closed');
      const arrived = new Promise<'frame'>((resolve) => {
        this.#onFrame = () => resolve('frame');
      });
      if ((await Promise.race([arrived, this.closed])) !== 'frame') throw new Error('the socket was closed');
    }
  }

  /** Subscribes and waits until the last topic is confirmed or refused. */
  async subscribe(...topics: string[]): Promise<ServerFrame[]> {
    this.send({ type: 'SUB', topics });
    const answers: ServerFrame[] = [];
    while (answers.length < topics.length) {
      const frame = await this.next();
      if (['SUBSCRIBED', 'ERROR'].includes(frame.type)) answers.push(frame);
    }
    return answers;
  }

  /** Waits until the server has handled all that was sent, by a PING; what it sent before is in `frames`. */
  async settle(): Promise<void> {
    this.send({ type: 'PING' });
    await this.next('PONG');
  }

  /** Frames of a type so far. */
  of(type: string): ServerFrame[] {
    return this.frames.filter((frame) => frame.type === type);
  }
}
