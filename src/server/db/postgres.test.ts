import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../kernel/contract.ts';
import { route } from '../kernel/route.ts';
import { openTestDatabase, testApp, type TestApp } from '../testing.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';

const base = process.env['TEST_DATABASE_URL'];

const slow: Resource = {
  name: 'slow',
  routes: [
    route({
      method: 'GET',
      url: '/adm/v2/test/sleep/:seconds',
      access: 'public',
      summary: 'Sleeps in the database',
      input: { params: Type.Object({ seconds: Type.Integer() }) },
      reply: Type.Null(),
      async handle(ctx, { params }) {
        await sql`select pg_sleep(${params.seconds})`.execute(ctx.db);
        return null;
      },
    }),
  ],
};

/** A wire to the server that can be cut, and that can go silent without being cut. */
class Wire {
  readonly #sockets = new Set<Socket>();
  #silent = false;
  #cut = false;
  readonly #server = createServer((near) => {
    if (this.#cut) return void near.destroy();
    const far = connect(Number(this.target.port || 5432), this.target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes: Buffer) => void (this.#silent || to.write(bytes)));
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  });

  constructor(readonly target: URL) {}

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#cut = true;
    this.drop();
  }

  silence(): void {
    this.#silent = true;
  }

  mend(): void {
    this.#cut = false;
    this.#silent = false;
    this.drop();
  }

  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  close(): void {
    this.drop();
    this.#server.close();
  }
}

describe.runIf(base)('a PostgreSQL server', () => {
  let own: Database;
  let database: Database;
  let wire: Wire;
  let app: TestApp;

  beforeAll(async () => {
    own = await openTestDatabase();
    const { rows } = await sql<{
      name: string;
      owner: string;
    }>`select current_database() as name, current_user::text as owner`.execute(own.owner);
    const url = new URL(base ?? '');
    wire = new Wire(new URL(url));
    url.port = String(await wire.open());
    url.hostname = '127.0.0.1';
    url.pathname = `/${rows[0]?.name}`;
    url.username = rows[0]?.owner ?? '';
    url.password = rows[0]?.owner ?? '';
    database = openPostgres({ url: url.href, connections: 5 });
    app = await testApp({ resources: () => [slow], database });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    wire.close();
    await own.close();
  });

  const call = async (path: string) => {
    const answer = await app.inject({ url: path });
    return [answer.statusCode, answer.json<{ code?: string }>().code];
  };
  const eventually = async (path: string, status: number) => {
    for (;;) {
      if ((await app.inject({ url: path })).statusCode === status) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  it('ends a statement beyond its budget', async () => {
    expect(await call('/adm/v2/test/sleep/20')).toEqual([503, 'TIMED_OUT']);
    expect(await call('/adm/v2/test/sleep/0')).toEqual([200, undefined]);
  });

  it('that is gone means 503 for calls and readiness, 200 for liveness, until it is back', async () => {
    const inFlight = call('/adm/v2/test/sleep/4');
    await new Promise((resolve) => setTimeout(resolve, 300));
    wire.cut();
    expect(await inFlight).toEqual([503, 'UNAVAILABLE']);
    expect(await call('/adm/v2/test/sleep/0')).toEqual([503, 'UNAVAILABLE']);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
    wire.mend();
    await eventually('/adm/v2/test/sleep/0', 200);
    await eventually('/readyz', 200);
  });

  it('that stops answering is not waited for', async () => {
    expect(await call('/adm/v2/test/sleep/0')).toEqual([200, undefined]);
    wire.silence();
    expect(await call('/adm/v2/test/sleep/0')).toEqual([503, 'UNAVAILABLE']);
    wire.mend();
    await eventually('/adm/v2/test/sleep/0', 200);
  });
});
