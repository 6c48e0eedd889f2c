import { setTimeout as delay } from 'node:timers/promises';
import { encipher } from './people.ts';

/** Test support: calls of a running server, which may be busy with its start. It says when to ask again then, as to every client. */

export async function askUntilTaken(ask: () => Promise<Response>): Promise<Response> {
  let reply = await ask();
  for (let wait; (wait = reply.headers.get('retry-after')) !== null; reply = await ask())
    await delay(Number(wait) * 1000);
  return reply;
}

/** Signs the administrator in. @returns the access token */
export async function signInAt(address: string): Promise<string> {
  const reply = await askUntilTaken(() =>
    fetch(`${address}/adm/v2/sec/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: encipher('molde-demo') }),
    }),
  );
  if (!reply.ok) throw new Error(`the sign-in was answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as { data: { accessToken: string } }).data.accessToken;
}
