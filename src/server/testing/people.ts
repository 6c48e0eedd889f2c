import { createCipheriv, randomBytes } from 'node:crypto';
import type { TSchema } from 'typebox';
import type { RouteSpec } from '../kernel/contract.ts';
import { openPublished } from '../domains/definitions/publication/published.ts';
import { hashPassword } from '../domains/access/password/password-hash.ts';
import { testEnv, type TestApp } from '../testing.ts';
import { resources } from '../resources.ts';

/** Test support: people of the tenant acme, the browser's password cipher, and addresses of routes. */

const demoKey = Uint8Array.from({ length: 32 }, (_, at) => at);

/** Enciphers a password to `ivHex:cipherHex` with the demo's key. */
export function encipher(password: string): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-ctr', demoKey, iv);
  return `${iv.toString('hex')}:${Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]).toString('hex')}`;
}

/** Lists the routes of all resources without a server: resources read nothing else of the platform before a request. */
export function allRoutes(): RouteSpec[] {
  const platform = { env: testEnv(), published: openPublished(), routes: [], topics: [], failures: [] };
  return resources(platform as unknown as Parameters<typeof resources>[0]).flatMap(({ routes }) => routes);
}

export interface Person {
  id: number;
  login: string;
}

/** Letters of the right on the users' screen by login. Each password is `molde-demo`. */
const rights = {
  reader: 'r',
  editor: 'ru',
  creator: 'rc',
  remover: 'rd',
  manager: 'rcud',
  changer: 'r',
  powerless: '',
  inactive: 'r',
  plain: 'r',
};

/**
 * Adds people with different rights on the users' screen. `inactive` is not active, `plain` is no user (isUser N),
 * `powerless` is in no group.
 */
export async function addPeople(app: TestApp): Promise<Record<keyof typeof rights, Person>> {
  const added: [string, Person][] = [];
  for (const [login, letters] of Object.entries(rights)) {
    const person = await addPerson(app, login, letters === '' ? {} : { 'admin-user': letters });
    added.push([login, person]);
  }
  return Object.fromEntries(added) as Record<keyof typeof rights, Person>;
}

/** Adds a person in a group of the same name. @param screens letters of the rights by screen */
export async function addPerson(
  app: TestApp,
  login: string,
  screens: Record<string, string>,
): Promise<Person> {
  const tenant_id = app.tenants.acme;
  const password_hash = await hashPassword('molde-demo');
  const { id } = await app.database.owner
    .insertInto('app_user')
    .values({
      tenant_id,
      name: `Pessoa ${login}`,
      email: `${login}@acme.example`,
      login,
      password_hash,
      is_user: login !== 'plain',
      is_active: login !== 'inactive',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (Object.keys(screens).length > 0) await addToOwnGroup(app, id, login, screens);
  return { id, login };
}

async function addToOwnGroup(
  app: TestApp,
  user_id: number,
  name: string,
  screens: Record<string, string>,
): Promise<void> {
  const tenant_id = app.tenants.acme;
  const { id: group_id } = await app.database.owner
    .insertInto('access_group')
    .values({ tenant_id, name: `Grupo ${name}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const granted = Object.entries(screens).map(([screen_key, letters]) => ({
    tenant_id,
    group_id,
    screen_key,
    can_read: letters.includes('r'),
    can_create: letters.includes('c'),
    can_update: letters.includes('u'),
    can_delete: letters.includes('d'),
  }));
  await app.database.owner.insertInto('access_group_screen').values(granted).execute();
  await app.database.owner
    .insertInto('access_group_member')
    .values({ tenant_id, group_id, user_id })
    .execute();
}

/** Returns an address of a route, with `id` for the id of a row and existing names for other parameters. */
export function addressOf(route: RouteSpec, id: number | string): string {
  const named = route.input?.params?.properties['id'] as { pattern?: string } | undefined;
  const fits = named?.pattern === undefined || new RegExp(named.pattern).test(String(id));
  const address = route.url
    .replace(':id', fits ? String(id) : 'people')
    .replace(':userId', String(id))
    .replace(':taskId', '1')
    .replace(':chatId', String(id))
    .replace(':channelId', String(id))
    .replace(':fileId', '1')
    .replace(':opId', '00000000-0000-4000-8000-000000000000')
    .replace(':dashId', '1')
    .replace(':elementId', 'list')
    .replace(':session', '00000000-0000-4000-8000-000000000000')
    .replace(':account', '1')
    .replace(':login', 'reader')
    .replace(':kind', 'screen')
    .replace(':version', '1')
    .replace(':key', 'table.people');
  const query = route.input?.query;
  if (query && 'path' in query.properties) return `${address}?path=/admin-user`;
  if (query && 'token' in query.properties) return `${address}?token=none`;
  if (query && 'from' in query.properties && query.required?.includes('from'))
    return `${address}?from=company`;
  const required = Object.entries(leastInput(query)).map(([name, value]) => `${name}=${String(value)}`);
  return required.length === 0 ? address : `${address}?${required.join('&')}`;
}

/** An input with nothing but the required numbers, each 1, required lists of one number, and required objects, empty. */
export function leastInput(schema: TSchema | undefined): Record<string, number | object> {
  const { required = [], properties = {} } = (schema ?? {}) as {
    required?: string[];
    properties?: Record<string, { type?: string; items?: { type?: string }; anyOf?: { type?: string }[] }>;
  };
  return Object.fromEntries(
    required.flatMap((name): [string, number | object][] => {
      const type = properties[name]?.type ?? properties[name]?.anyOf?.[0]?.type;
      if (type === 'integer') return [[name, 1]];
      if (type === 'object') return [[name, {}]];
      return type === 'array' && properties[name]?.items?.type === 'integer' ? [[name, [1]]] : [];
    }),
  );
}
