import { allows, type Access, type Grants } from './access.ts';
import { isObject, type JsonObject } from './json.ts';

/** Callers of a route: everybody, every signed-in person, or people with a permission. */
export type RouteAccess = 'public' | 'session' | Access;

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A route of the server, as far as definitions need to know it. */
export interface RouteInfo {
  method: RouteMethod;
  /** `/adm/v2/sec/user/:id`. */
  path: string;
  summary: string;
  access: RouteAccess;
  /** Whether calling the route changes nothing. Sources may only call such routes. */
  reads: boolean;
  /** JSON Schemas of its input; an absent one accepts nothing. */
  params?: JsonObject;
  query?: JsonObject;
  body?: JsonObject;
  /** JSON Schema of `data` in its answer. Absent for an answer without an envelope, such as a file. */
  reply?: JsonObject;
  /** Id of the entity under whose address it lies, where the caller may read one. */
  entity?: string;
}

/** A fragment that documents can use. */
export interface FragmentInfo {
  id: string;
  title: string;
  /** Names of the lists that it has, such as body or columns. */
  lists: string[];
  parameters: ParameterInfo[];
}

export interface ParameterInfo {
  name: string;
  type: string;
  title?: string;
  description?: string;
  required: boolean;
  /** The only values that it takes. */
  enum?: string[];
}

/** The data that definitions can use: GET /adm/v2/def/catalogue, filtered to the routes that the caller may call. */
export interface DataCatalogue {
  routes: readonly RouteInfo[];
  /** Documents of kind `entity`. */
  entities: readonly JsonObject[];
  /** Topics that sources can follow; `*` stands for a part of the name. */
  topics?: readonly string[];
  /** Whether routes are left out that the caller may not call. */
  partial?: boolean;
  /** Texts of the product by key, in the caller's language. */
  texts?: Readonly<Record<string, string>>;
  /** Screens that permissions are granted on. */
  permissions?: readonly { screen: string; title: string }[];
  /** The published and the bundled fragments. */
  fragments?: readonly FragmentInfo[];
  /** Screens and dashboards, by their paths. */
  screens?: readonly { path: string; title: string }[];
}

/** Whether a value that was loaded is a catalogue. */
export function isDataCatalogue(value: unknown): value is DataCatalogue {
  return isObject(value) && Array.isArray(value.routes) && Array.isArray(value.entities);
}

/** Whether a person may call a route. */
export function mayCall(grants: Grants, { access }: Pick<RouteInfo, 'access'>): boolean {
  return access === 'public' || access === 'session' || allows(grants, access);
}

const reference = /\{[^{}]*\}/g;

function segmentsOf(path: string): string[] {
  return (path.split(/[?#]/)[0] ?? '').split('/');
}

/**
 * Whether an address can lead to a path, as the server matches them. A segment with a reference in braces has any value, so
 * it also matches a fixed segment; a fixed segment that contains an escape or a dot alone matches nothing.
 */
function leadsTo(address: readonly string[], path: readonly string[]): boolean {
  return (
    address.length === path.length &&
    address.every((segment, at) => {
      const expected = path[at] ?? '';
      if (segment === '.' || segment === '..' || segment.includes('%')) return false;
      if (expected.startsWith(':')) return segment !== '';
      const [first = '', ...rest] = segment.split(reference);
      if (rest.length === 0) return segment === expected;
      const last = rest.at(-1) ?? '';
      return (
        expected.startsWith(first) && expected.endsWith(last) && expected.length > first.length + last.length
      );
    })
  );
}

/**
 * Returns every route that an address with references can lead to, the most literal one first: `/user/{params.id}` may also
 * reach `/user/export`.
 */
export function routesOfAddress<Route extends Pick<RouteInfo, 'method' | 'path'>>(
  routes: readonly Route[],
  method: RouteMethod,
  address: string,
): Route[] {
  const segments = segmentsOf(address);
  return routes.filter((route) => route.method === method && leadsTo(segments, segmentsOf(route.path)));
}

/**
 * Returns the route that an author means by an address: the one whose parameters stand where the references do, else any
 * that it can lead to.
 */
export function routeOfAddress<Route extends Pick<RouteInfo, 'method' | 'path'>>(
  routes: readonly Route[],
  method: RouteMethod,
  address: string,
): Route | null {
  const found = routesOfAddress(routes, method, address);
  const written = segmentsOf(address);
  const fits = ({ path }: Route): boolean =>
    segmentsOf(path).every((segment, at) => segment.startsWith(':') === (written[at] ?? '').includes('{'));
  const literal = (route: Route): number =>
    segmentsOf(route.path).filter((segment) => !segment.startsWith(':')).length;
  const mostLiteral = [...found].sort((left, right) => literal(right) - literal(left));
  return mostLiteral.find(fits) ?? mostLiteral[0] ?? null;
}
