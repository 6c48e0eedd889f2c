import { widgets } from '../../../widgets/index.ts';
import {
  createRegistry,
  entitiesById,
  expandWith,
  loadSpecs,
  withEntities,
} from '../../engine/core/index.ts';
import { isObject, type JsonObject } from '../../contracts/json.ts';
import type { Menu, MenuGroup } from '../../contracts/menu.ts';
import { matchPath } from '../../contracts/route-path.ts';
import type { Me, UserHome } from '../../contracts/session.ts';
import { defaultColors } from '../../contracts/session.ts';
import type { User } from '../../contracts/user.ts';
import bundledMenu from '../../../screens/menu.json' with { type: 'json' };

const documents = Object.values(
  import.meta.glob<JsonObject>(['../../../screens/*/*.json'], { import: 'default', eager: true }),
);
const registry = createRegistry(await loadSpecs(widgets));
const ofKind = (kind: string): JsonObject[] => documents.filter((one) => one.kind === kind);
const fragments = new Map(ofKind('fragment').map((one) => [String(one.id), one]));
const entityOf = entitiesById(ofKind('entity'));
const served = (document: JsonObject): JsonObject =>
  withEntities(expandWith(document, fragments, registry).document as JsonObject, entityOf);

export const reply = (data: unknown): Response => Response.json({ success: true, data, message: '' });
export const refusal = (status: number, code: string, message: string): Response =>
  Response.json({ success: false, code, message }, { status });

/** A call as the product's server gets it. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: JsonObject;
}

/** Answers a call; undefined leaves it to the server in memory. */
export type Answer = (call: Call) => Response | Promise<Response> | undefined;

/** The signed-in person of the stories. */
export const me: Me = {
  id: 1,
  name: 'Administração Acme',
  login: 'admin',
  email: 'admin@acme.example',
  photourl: null,
  isChangePwd: 'N',
  delegate: null,
  language: null,
  theme: null,
  version: 1,
};

const home: UserHome = {
  colors: defaultColors,
  images: { LAYOUT_HOME_LOGO_LG: null, LAYOUT_HOME_LOGO_XS: null },
  route: '/',
  tenant: { key: 'acme', name: 'Acme' },
  environment: 'prod',
  timeZone: 'America/Sao_Paulo',
  support: true,
};

const all = { read: true, create: true, update: true, delete: true };

/** The product's menu with all rights. */
function menuIn(translate: (key: string) => string): Menu {
  const withRights = (groups: typeof bundledMenu.overview): MenuGroup[] =>
    groups
      .filter(({ submenu }) => submenu.length > 0)
      .map(({ submenu, ...group }) => ({
        ...group,
        show: true,
        submenu: submenu.map((item) => ({
          ...item,
          title: translate(item.title.slice(1)),
          userPermissions: all,
          specialPermissions: [],
        })),
      }));
  return {
    overview: withRights(bundledMenu.overview),
    settings: withRights(bundledMenu.settings),
    specialPermissions: [],
    workPaths: [],
    rights: 'all',
  };
}

const names = ['Ana', 'Beatriz', 'Caio', 'Davi', 'Elisa', 'Fábio', 'Gustavo', 'Helena', 'Ivo', 'Júlia'];
const families = ['Araújo', 'Barros', 'Drummond', 'Fonseca', 'Guimarães', 'Siqueira', 'Tavares'];

/** A person as the list of users sends it. */
export function person(id: number, values: Partial<User> = {}): User {
  const name = `${names[id % names.length]!} ${families[id % families.length]!}`;
  const login = `pessoa.${id}`;
  return {
    id,
    name,
    email: `${login}@acme.example`,
    cpf: null,
    dateBirth: null,
    delegateto: null,
    delegate: null,
    managerId: null,
    manager: null,
    companyId: null,
    company: null,
    uoId: null,
    uo: null,
    login,
    photourl: null,
    authType: 'local',
    havePassword: true,
    isChangePwd: 'N',
    isUser: 'Y',
    isActive: 'Y',
    createdAt: '2026-10-01T12:00:00Z',
    updatedAt: '2026-11-20T12:00:00Z',
    version: 1,
    ...values,
  };
}

/** The person who is signed in, and 59 more. */
export const people = (): User[] => [
  person(1, { name: me.name, login: me.login, email: me.email }),
  ...Array.from({ length: 59 }, (_, at) => person(at + 2)),
];

/** Returns a page of records as the server's lists do. */
function listed(records: readonly JsonObject[], query: URLSearchParams): Response {
  const notFilters = ['page', 'perPage', 'order', 'text'];
  const filters = [...new Set(query.keys())].filter((name) => !notFilters.includes(name));
  const text = query.get('text')?.toLowerCase() ?? '';
  const found = records.filter(
    (one) =>
      filters.every((name) => !(name in one) || query.getAll(name).includes(String(one[name]))) &&
      JSON.stringify(one).toLowerCase().includes(text),
  );
  const [, field = 'name', way] = /^(.+)_(asc|desc)$/.exec(query.get('order') ?? '') ?? [];
  const sign = way === 'desc' ? -1 : 1;
  const sorted = found.toSorted((a, b) => sign * String(a[field]).localeCompare(String(b[field]), 'pt'));
  const perPage = Number(query.get('perPage') ?? 50);
  const start = (Number(query.get('page') ?? 1) - 1) * perPage;
  return reply({ rows: sorted.slice(start, start + perPage), totalRows: found.length });
}

export interface ProductServerOptions {
  /** Records by the address of their list. */
  records?: Record<string, readonly object[]>;
  /** Screens and forms beside the product's; one with the id of the product's takes its place. */
  definitions?: readonly JsonObject[];
  /** Another name of the signed-in person. */
  name?: string;
  /** Answers before the server in memory does. */
  answer?: Answer;
  translate(key: string): string;
}

/** The product's server in memory: definitions of screens/, one person with all rights, and records that calls change. */
export function createProductServer(options: ProductServerOptions): typeof globalThis.fetch {
  const { definitions = [], answer, name = me.name, translate } = options;
  const records = new Map(
    Object.entries({ '/adm/v2/sec/user': people(), ...options.records }).map(
      ([address, list]) => [address, list.map((one) => ({ ...one }) as JsonObject)] as const,
    ),
  );
  const preferences = new Map<string, unknown>();
  const known = [...definitions, ...documents];

  const definition = (document: JsonObject | undefined): Response =>
    document
      ? reply({
          definition: served(document),
          version: 0,
          source: 'bundled',
          publishedVersion: 0,
          faults: [],
        })
      : refusal(404, 'NOT_FOUND', 'Não encontrado.');

  function screenAt(path: string): JsonObject | undefined {
    const matching = known.filter(
      (one) => one.kind === 'screen' && typeof one.path === 'string' && matchPath(one.path, path),
    );
    // An address without parameters counts before a pattern that it fits.
    return matching.find((one) => one.path === path) ?? matching[0];
  }

  function change({ method, path, body }: Call): Response | undefined {
    const [, address = '', key] = /^(.+)\/([^/]+)$/.exec(path) ?? [];
    const list = records.get(address);
    const at = list?.findIndex(({ id }) => String(id) === key) ?? -1;
    if (!list) return undefined;
    if (at < 0) return refusal(404, 'NOT_FOUND', 'Não encontrado.');
    const current = list[at]!;
    if (method === 'DELETE') list.splice(at, 1);
    if (method === 'PUT') list[at] = { ...current, ...body, version: Number(current.version) + 1 };
    return reply(list[at] ?? null);
  }

  function fromMemory(call: Call): Response {
    const { method, path, query, body } = call;
    if (method === 'HEAD') return new Response(null, { status: 404 });
    const preference = /^\/adm\/v2\/sec\/me\/preferences\/(.+)$/.exec(path)?.[1];
    if (preference !== undefined) {
      if (method === 'PUT') preferences.set(preference, body.value);
      return reply({ value: preferences.get(preference) ?? null });
    }
    if (path === '/adm/v2/sec/me') return reply({ ...me, name });
    if (path === '/adm/v2/user/home') return reply(home);
    if (path === '/adm/v2/home/menu2') return reply(menuIn(translate));
    if (path === '/adm/v2/def/screen') return definition(screenAt(query.get('path') ?? ''));
    const [, kind, id] = /^\/adm\/v2\/def\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (kind !== undefined) return definition(known.find((one) => one.kind === kind && one.id === id));
    const list = records.get(path);
    if (list && method === 'GET') return listed(list, query);
    if (list && method === 'POST') {
      const created = { ...body, id: list.length + 1, version: 1 };
      list.push(created);
      return reply(created);
    }
    return change(call) ?? reply({ rows: [], totalRows: 0 });
  }

  return async (input, init) => {
    const url = new URL(String(input), window.location.origin);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    const call: Call = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: isObject(body) ? body : {},
    };
    return (await answer?.(call)) ?? fromMemory(call);
  };
}
