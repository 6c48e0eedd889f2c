import { randomBytes } from 'node:crypto';
import type { Failure, ListPage, Success } from '../../../src/contracts/errors.ts';
import type { JsonObject } from '../../../src/contracts/json.ts';
import type { Me, PublicHome } from '../../../src/contracts/session.ts';
import type { User } from '../../../src/contracts/user.ts';
import { sealPassword } from '../../../src/client/cipher.ts';

/** Password of every person of the demo tenants. */
export const password = 'molde-demo';

/** Password of people that journeys create: nobody may choose the one of the demo. */
export const createdPassword = 'uma jornada bem curta';
const createdLogins = new Set<string>();

/** A reply of any status. */
export interface Reply<T> {
  status: number;
  body: Success<T> | Failure;
}

/** A signed-in person's calls outside of the browser, which set up a journey. */
export interface Api {
  token: string;
  me: Me;
  call<T = unknown>(method: string, path: string, body?: JsonObject): Promise<Reply<T>>;
  /** Returns the data of a GET. @throws Error when it is refused */
  get<T = unknown>(path: string): Promise<T>;
  /** Creates a person with a unique name; with a login, `createdPassword` is the person's password. */
  createPerson(values?: JsonObject): Promise<User>;
  /** Returns the person with this login. */
  person(login: string): Promise<User>;
  /** Changes the current version of a person, also when others change it at the same time. */
  change(id: number, values: JsonObject): Promise<User>;
}

/** Signs in outside of the browser. @throws Error when it is refused */
export async function signInBeside(
  url: string,
  login: string,
  secret = createdLogins.has(login) ? createdPassword : password,
): Promise<Api> {
  const { loginKey } = dataOf(await send<PublicHome>(url, null, 'GET', '/adm/v2/pub/home'));
  const seal = (text: string) => sealPassword(text, loginKey);
  const body = { username: login, password: await seal(secret) };
  const { accessToken: token } = dataOf(
    await send<{ accessToken: string }>(url, null, 'POST', '/adm/v2/sec/login', body),
  );
  const call = <T>(method: string, path: string, values?: JsonObject) =>
    send<T>(url, token, method, path, values);
  const get = async <T>(path: string) => dataOf(await call<T>('GET', path));
  return {
    token,
    me: await get<Me>('/adm/v2/sec/me'),
    call,
    get,
    async createPerson(values = {}) {
      const suffix = unique();
      const person: JsonObject = { name: `Pessoa ${suffix}`, email: `${suffix}@acme.example`, ...values };
      if (typeof person.login === 'string') {
        Object.assign(person, { isUser: 'Y', password: await seal(createdPassword) });
        createdLogins.add(person.login);
      }
      return dataOf(await call<User>('POST', '/adm/v2/sec/user', person));
    },
    async person(handle) {
      const page = await get<ListPage<User>>(`/adm/v2/sec/user?login=${encodeURIComponent(handle)}`);
      const found = page.rows.find((row) => row.login === handle);
      if (!found) throw new Error(`no person has the login ${handle}`);
      return found;
    },
    async change(id, values) {
      const { version } = await get<User>(`/adm/v2/sec/user/${id}`);
      return dataOf(await call<User>('PUT', `/adm/v2/sec/user/${id}`, { ...values, version }));
    },
  };
}

/** Returns letters that no other run of any journey uses. */
export function unique(): string {
  return `e${randomBytes(4).toString('hex')}`;
}

function dataOf<T>({ status, body }: Reply<T>): T {
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
