import { randomBytes } from 'node:crypto';
import type { Failure, ListPage, Success } from '../../../src/contracts/errors.ts';
import type { JsonObject } from '../../../src/contracts/json.ts';
import type { Me, PublicHome } from '../../../src/contracts/session.ts';
import type { User } from '../../../src/contracts/user.ts';
import { sealPassword } from '../../../src/client/cipher.ts';

/** Of every person of the demo tenants. */
export const password = 'molde-demo';

/** What came back, whether it is fine or not. */
export interface Reply<T> {
  status: number;
  body: Success<T> | Failure;
}

/** One signed-in person's calls, beside the browser: what a journey needs to stand there before it begins. */
export interface Api {
  token: string;
  me: Me;
  call<T = unknown>(method: string, path: string, body?: JsonObject): Promise<Reply<T>>;
  /** The data of a GET. @throws when it is refused */
  get<T = unknown>(path: string): Promise<T>;
  /** A new person with a name nobody else has; with a login, `password` opens it. */
  createPerson(values?: JsonObject): Promise<User>;
  /** The person with this login. */
  person(login: string): Promise<User>;
  /** Changes a person as they are now, whoever else is at it. */
  change(id: number, values: JsonObject): Promise<User>;
}

/** Signs in beside the browser. @throws when it is refused */
export async function signInBeside(url: string, login: string, secret = password): Promise<Api> {
  const { loginKey } = fine(await send<PublicHome>(url, null, 'GET', '/adm/v2/pub/home'));
  const seal = (text: string) => sealPassword(text, loginKey);
  const body = { username: login, password: await seal(secret) };
  const { accessToken: token } = fine(
    await send<{ accessToken: string }>(url, null, 'POST', '/adm/v2/sec/login', body),
  );
  const call = <T>(method: string, path: string, values?: JsonObject) =>
    send<T>(url, token, method, path, values);
  const get = async <T>(path: string) => fine(await call<T>('GET', path));
  return {
    token,
    me: await get<Me>('/adm/v2/sec/me'),
    call,
    get,
    async createPerson(values = {}) {
      const mark = unique();
      const person: JsonObject = { name: `Pessoa ${mark}`, email: `${mark}@acme.example`, ...values };
      if ('login' in person) Object.assign(person, { isUser: 'Y', password: await seal(password) });
      return fine(await call<User>('POST', '/adm/v2/sec/user', person));
    },
    async person(handle) {
      const page = await get<ListPage<User>>(`/adm/v2/sec/user?login=${encodeURIComponent(handle)}`);
      const found = page.rows.find((row) => row.login === handle);
      if (!found) throw new Error(`nobody has the login ${handle}`);
      return found;
    },
    async change(id, values) {
      const { version } = await get<User>(`/adm/v2/sec/user/${id}`);
      return fine(await call<User>('PUT', `/adm/v2/sec/user/${id}`, { ...values, version }));
    },
  };
}

/** Letters that no other run of any journey has. */
export function unique(): string {
  return `e${randomBytes(4).toString('hex')}`;
}

function fine<T>({ status, body }: Reply<T>): T {
  if (!body.success) throw new Error(`${status} ${body.code}: ${body.message}`);
  return body.data;
}

async function send<T>(
  url: string,
  token: string | null,
  method: string,
  path: string,
  body?: JsonObject,
): Promise<Reply<T>> {
  const response = await fetch(url + path, {
    method,
    headers: {
      'Accept-Language': 'pt',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Reply<T>['body'] };
}
