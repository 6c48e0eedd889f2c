import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../kernel/contract.ts';
import { route } from '../kernel/route.ts';
import { openTestDatabase, testApp, type TestApp } from '../testing.ts';
import { Installations, withDatabase } from '../testing/installation.ts';
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

/** A TCP proxy to the server that can close its connections, or keep them open and stop forwarding. */
class TcpProxy {
  readonly #sockets = new Set<Socket>();
  #stalled = false;
  #closed = false;
  /** Connections that were begun. */
  begun = 0;
  /** Connections, by the order in which they are begun, that are accepted and never answered. */
  unanswered: readonly number[] = [];
  readonly #server = createServer((client) => {
    if (this.#closed) return void client.destroy();
    this.begun += 1;
    if (this.unanswered.includes(this.begun)) {
      this.#sockets.add(client);
      return;
    }
    const server = connect(Number(this.target.port || 5432), this.target.hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes: Buffer) => void (this.#stalled || to.write(bytes)));
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

  disconnect(): void {
    this.#closed = true;
    this.drop();
  }

  stall(): void {
    this.#stalled = true;
  }

  restore(): void {
    this.#closed = false;
    this.#stalled = false;
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
  let proxy: TcpProxy;
  let address: string;
  let app: TestApp;

  beforeAll(async () => {
    own = await openTestDatabase();
    const { rows } = await sql<{
      name: string;
      owner: string;
    }>`select current_database() as name, current_user::text as owner`.execute(own.owner);
    const url = new URL(base ?? '');
    proxy = new TcpProxy(new URL(url));
    url.port = String(await proxy.open());
    url.hostname = '127.0.0.1';
    url.pathname = `/${rows[0]?.name}`;
    url.username = rows[0]?.owner ?? '';
    url.password = rows[0]?.owner ?? '';
    address = url.href;
    database = openPostgres({ url: address, connections: 5 });
    app = await testApp({ resources: () => [slow], database });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    proxy.close();
    await own.close();
  });

  const call = async (path: string) => {
    const answer = await app.inject({ url: path });
    return [answer.statusCode, answer.json<{ code?: string }>().code];
  };
  const eventually = async (path: string, status: number) => {
    await expect
      .poll(async () => (await app.inject({ url: path })).statusCode, { timeout: 60_000 })
      .toBe(status);
  };

  /** Number of statements of the calls that the server is running. */
  const sleeping = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(
      own.owner,
    );
    return rows[0]!.n;
  };

  it('cancels a statement that exceeds the time limit', async () => {
    const { rows } = await sql`show statement_timeout`.execute(database.owner);
    expect(rows).toEqual([{ statement_timeout: '5s' }]);
    const short = openPostgres({ url: address, connections: 5, statementLimitMs: 2000 });
    const limited = await testApp({ resources: () => [slow], database: short });
    const sleep = async (seconds: number) => limited.inject({ url: `/adm/v2/test/sleep/${seconds}` });
    const answer = await sleep(20);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'TIMED_OUT']);
    expect((await sleep(0)).statusCode).toBe(200);
    await limited.close();
    await short.close();
  });

  it('that is unreachable causes 503 for calls and readiness and 200 for liveness, until it is back', async () => {
    const inFlight = call('/adm/v2/test/sleep/4');
    await expect.poll(sleeping, { timeout: 4_000 }).toBe(1);
    proxy.disconnect();
    expect(await inFlight).toEqual([503, 'UNAVAILABLE']);
    expect(await call('/adm/v2/test/sleep/0')).toEqual([503, 'UNAVAILABLE']);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
    proxy.restore();
    await eventually('/adm/v2/test/sleep/0', 200);
    await eventually('/readyz', 200);
  });

  it('that stops answering causes 503 at once', async () => {
    expect(await call('/adm/v2/test/sleep/0')).toEqual([200, undefined]);
    proxy.stall();
    expect(await call('/adm/v2/test/sleep/0')).toEqual([503, 'UNAVAILABLE']);
    proxy.restore();
    await eventually('/adm/v2/test/sleep/0', 200);
  });
});

describe.runIf(base)('a start on a busy machine', () => {
  const installations = new Installations();
  afterAll(() => installations.remove());

  it('begins other connections when one is not there within its time', async () => {
    const settings = await installations.add('busy');
    const url = new URL(settings['DATABASE_URL']!);
    const proxy = new TcpProxy(new URL(url));
    // The first one is that of the migrations.
    proxy.unanswered = [2, 3];
    url.port = String(await proxy.open());
    url.hostname = '127.0.0.1';
    await withDatabase({ ...settings, DATABASE_URL: url.href }, async ({ owner }) => {
      expect(proxy.begun).toBeGreaterThanOrEqual(4);
      const before = proxy.begun;
      expect((await sql<{ one: number }>`select 1 as one`.execute(owner)).rows).toEqual([{ one: 1 }]);
      expect(proxy.begun).toBe(before);
    });
    proxy.close();
  });
});
