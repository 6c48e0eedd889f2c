import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTenant } from '../domains/access/tenant/create-tenant.ts';
import { Tokens } from '../kernel/token.ts';
import { openPostgresCopy } from '../testing.ts';
import { bundlePrograms, productionSecrets, type Programs } from '../testing/process.ts';
import { TestSocket } from './testing.ts';

/** Three server processes on one PostgreSQL. */

const base = process.env['TEST_DATABASE_URL'];

describe.skipIf(!base)('three processes', () => {
  const home = mkdtempSync(join(tmpdir(), 'molde-cluster-'));
  const processes: { child: ReturnType<Programs['run']>; port: number }[] = [];
  let programs: Programs;
  let database: Database & { url: string };
  let tenantId: number;
  let headers: Record<string, string>;

  const start = async (): Promise<{ child: ReturnType<Programs['run']>; port: number }> => {
    const child = programs.run('main', [], {
      ...productionSecrets,
      DATABASE_URL: database.url,
      DATA_DIR: join(home, 'data'),
      DATABASE_CONNECTIONS: '4',
      RATE_LIMIT_PERSON: '0',
      RATE_LIMIT_ADDRESS: '0',
    });
    return { child, port: Number(new URL(await child.listening).port) };
  };

  beforeAll(async () => {
    database = await openPostgresCopy(base!);
    const admin = { login: 'admin', name: 'Administração', email: 'a@acme.example', password: 'molde-demo' };
    tenantId = await createTenant(database.owner, { key: 'acme', name: 'acme', hosts: ['localhost'], admin });
    const expiresAt = Math.floor(Date.now() / 1000) + 3600;
    const { rows } = await sql<{ userId: number; sessionId: string }>`
      insert into session (tenant_id, user_id, expires_at, address)
      select tenant_id, id, to_timestamp(${expiresAt}), '127.0.0.1' from app_user where login = 'admin'
      returning user_id as "userId", id as "sessionId"`.execute(database.owner);
    const tokens = new Tokens(new TextEncoder().encode(productionSecrets.TOKEN_SECRET));
    const token = await tokens.sign({ ...rows[0]!, tenantId, expiresAt });
    headers = { authorization: `Bearer ${token}`, host: 'localhost' };
    programs = bundlePrograms();
    processes.push(...(await Promise.all([start(), start(), start()])));
  });
  afterAll(async () => {
    for (const { child } of processes) child.child.kill('SIGKILL');
    await Promise.all(processes.map(({ child }) => child.ended));
    programs.end();
    await database.close();
    rmSync(home, { recursive: true, force: true });
  });

  const any = (): number => processes[Math.floor(Math.random() * processes.length)]!.port;

  /** Creates a unit by whichever process answers, once, however often it is tried. */
  async function write(title: string): Promise<void> {
    const key = randomUUID();
    for (;;) {
      const answer = await fetch(`http://localhost:${any()}/adm/v2/ent/organizational-unit`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ title }),
      }).catch(() => null);
      if (answer?.status === 201) return;
      if (answer && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`);
      await delay(50);
    }
  }

  /** A client that connects again, to any process, whenever it is cut off, and keeps all events. */
  class Follower {
    readonly seqs: number[] = [];
    reconnects = -1;
    #stopped = false;
    #socket: TestSocket | null = null;
    readonly confirmed: Promise<void>;
    readonly #ended: Promise<void>;

    constructor(topic: string) {
      let confirm = (): void => undefined;
      this.confirmed = new Promise((resolve) => (confirm = resolve));
      this.#ended = this.#run(topic, confirm);
    }

    async #run(topic: string, confirm: () => void): Promise<void> {
      let seq: number | null = null;
      while (!this.#stopped) {
        const socket = await TestSocket.open(any(), headers).catch(() => null);
        if (!socket) {
          await delay(50);
          continue;
        }
        this.#socket = socket;
        this.reconnects += 1;
        socket.send({ type: 'SUB', topics: seq === null ? [topic] : { [topic]: seq } });
        try {
          for (;;) {
            const frame = await socket.next();
            if (frame.type === 'SNAPSHOT') throw new Error('a snapshot');
            seq = frame.seq;
            if (frame.type === 'CHANGED') this.seqs.push(frame.seq!);
            else confirm();
          }
        } catch {
          socket.socket.terminate();
        }
      }
    }

    async stop(): Promise<void> {
      this.#stopped = true;
      this.#socket?.socket.terminate();
      await this.#ended;
    }
  }

  it('lose and double no event while one after the other is killed', async () => {
    const followers = Array.from({ length: 6 }, () => new Follower('entity:organizational-unit'));
    await Promise.all(followers.map(({ confirmed }) => confirmed));
    let written = 0;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let at = 0; at < 50; at += 1) {
        await write(`unit ${writer} ${at}`);
        written += 1;
      }
    });
    for (let killed = 0; killed < 2; killed += 1) {
      await expect.poll(() => written, { timeout: 60_000 }).toBeGreaterThan(80 * (killed + 1));
      processes[killed]!.child.child.kill('SIGKILL');
      await processes[killed]!.child.ended;
      processes[killed] = await start();
    }
    await Promise.all(writers);
    const { rows } = await sql<{ seq: number; events: number; units: number }>`
      select t.seq, (select count(*) from event e where e.topic_id = t.id)::int as events,
        (select count(*) from organizational_unit)::int as units
      from topic t where name = 'entity:organizational-unit'`.execute(database.owner);
    expect(rows).toEqual([{ seq: 300, events: 300, units: 300 }]);
    const all = Array.from({ length: 300 }, (_, at) => at + 1);
    await Promise.all(
      followers.map(async ({ seqs }) => {
        while (seqs.at(-1) !== 300) await delay(20);
      }),
    );
    for (const { seqs } of followers) expect(seqs).toEqual(all);
    expect(followers.reduce((sum, { reconnects }) => sum + reconnects, 0)).toBeGreaterThan(0);
    await Promise.all(followers.map((follower) => follower.stop()));
  });

  it('go on when their listening connections are cut', async () => {
    const follower = new Follower('entity:organizational-unit');
    await follower.confirmed;
    for (let round = 0; round < 3; round += 1) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'molde events' and datname = current_database()`.execute(database.owner);
      await write(`cut ${round} a`);
      await write(`cut ${round} b`);
    }
    while (follower.seqs.length < 6) await delay(20);
    expect(follower.seqs).toEqual([301, 302, 303, 304, 305, 306]);
    expect(follower.reconnects).toBe(0);
    await follower.stop();
  });

  it('tell each other who is here, and who lost their rights', async () => {
    const [one, two] = await Promise.all(
      processes.slice(0, 2).map(({ port }) => TestSocket.open(port, headers)),
    );
    await sql`insert into app_user (tenant_id, name, email, login, is_user) values (${tenantId}, 'Outra', 'o@acme.example', 'other', true)`.execute(
      database.owner,
    );
    const expiresAt = Math.floor(Date.now() / 1000) + 3600;
    const { rows } = await sql<{ userId: number; sessionId: string }>`
      with g as (insert into access_group (tenant_id, name) values (${tenantId}, 'Outros') returning id),
      u as (select id from app_user where login = 'other'),
      m as (insert into access_group_member (tenant_id, group_id, user_id) select ${tenantId}, g.id, u.id from g, u),
      s as (insert into access_group_screen (tenant_id, group_id, screen_key, can_read)
        select ${tenantId}, g.id, 'basic-uo', true from g)
      insert into session (tenant_id, user_id, expires_at, address)
      select ${tenantId}, id, to_timestamp(${expiresAt}), '127.0.0.1' from u
      returning user_id as "userId", id as "sessionId"`.execute(database.owner);
    const tokens = new Tokens(new TextEncoder().encode(productionSecrets.TOKEN_SECRET));
    const token = await tokens.sign({ ...rows[0]!, tenantId, expiresAt });
    const other = await TestSocket.open(processes[2]!.port, {
      authorization: `Bearer ${token}`,
      host: 'localhost',
    });
    const topic = 'presence:entity:organizational-unit';
    for (const client of [one!, two!, other]) await client.subscribe(topic);
    await Promise.all(
      [one!, two!, other].map(async (client) => {
        while ((client.of('PRESENCE').at(-1)?.data as { total: number } | undefined)?.total !== 2)
          await client.next('PRESENCE');
      }),
    );
    await sql`delete from access_group_screen where screen_key = 'basic-uo'`.execute(database.owner);
    expect(await other.next('ERROR')).toMatchObject({ topic, data: { code: 'FORBIDDEN' } });
    while ((one!.of('PRESENCE').at(-1)!.data as { total: number }).total !== 1) await one!.next('PRESENCE');
    for (const client of [one!, two!, other]) client.socket.terminate();
  });
});
