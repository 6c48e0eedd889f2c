import { SignJWT } from 'jose';
import pg from 'pg';
import { WebSocket } from 'ws';

/** Secret of the servers under measurement, which signs the tokens of their people. */
export const tokenSecret = 'k8Jq2mZx7Vn4Rt9Lw3Pf6Hs1Dc5Gb0Ay';

/**
 * Creates people of the demo's first tenant who may read and change a screen, each with a session.
 *
 * @param {string} [screen] its key
 * @returns {Promise<{ tenantId: number, people: { id: number, token: string }[] }>}
 */
export async function addPeople(connectionString, count, screen = 'basic-uo') {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows: tenants } = await client.query('select id from tenant order by id limit 1');
  const tenantId = tenants[0].id;
  const { rows } = await client.query(
    `with u as (
       insert into app_user (tenant_id, name, email, login, is_user)
       select $1, 'Pessoa ' || n, 'p' || n || '@bench.example', 'bench' || n, true from generate_series(1, $2::int) n
       returning id
     ), g as (insert into access_group (tenant_id, name) values ($1, 'Sockets') returning id),
     s as (
       insert into access_group_screen (tenant_id, group_id, screen_key, can_read, can_update)
       select $1, id, $3, true, true from g returning group_id
     ), m as (
       insert into access_group_member (tenant_id, group_id, user_id) select $1, g.id, u.id from g, u, s returning user_id
     )
     insert into session (tenant_id, user_id, expires_at, address)
     select $1, user_id, now() + interval '1 day', '127.0.0.1' from m
     returning id as session, user_id as "userId"`,
    [tenantId, count, screen],
  );
  await client.end();
  const secret = new TextEncoder().encode(tokenSecret);
  const people = await Promise.all(
    rows.map(async ({ session, userId }) => ({
      id: Number(userId),
      token: await new SignJWT({ sid: session, tid: tenantId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer('molde')
        .setSubject(String(userId))
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + 86_000)
        .sign(secret),
    })),
  );
  return { tenantId, people };
}

/** Opens a socket and subscribes it. @returns once the subscription is confirmed. */
export function openSocket(url, query, frame, onText) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/adm/v2/ws?${query}`, {
      perMessageDeflate: false,
    });
    const subscribe = () => socket.send(JSON.stringify(frame));
    socket.on('open', subscribe);
    socket.on('message', (data) => {
      const text = data.toString();
      if (text.includes('"SUBSCRIBED"')) resolve(socket);
      // As long as the server is too busy, the product's client asks again.
      else if (text.includes('"UNAVAILABLE"')) setTimeout(subscribe, 2_500 + Math.random() * 5_000);
      onText?.(text);
    });
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)));
  });
}

/** Runs a task for each entry, some at a time. */
export async function inTurn(list, atATime, task) {
  const waiting = [...list.entries()];
  const results = [];
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        results[next[0]] = await task(next[1], next[0]);
    }),
  );
  return results;
}
