import { Type, type Static, type TObject } from 'typebox';
import type { ListPage } from '../../contracts/errors.ts';
import { type Json, isObject } from '../../contracts/json.ts';
import type { Context } from './contract.ts';
import { AppError } from './errors.ts';
import { closeObjects } from './route-schemas.ts';
import { COUNT_CAP, type TotalCache } from './totals.ts';
import { compileValidator, schemaErrors, SchemaViolations } from './validation.ts';

/** Limits of a base64 JSON parameter. */
const MAX_BYTES = 8192;
export const MAX_DEPTH = 5;

const orderOptions = {
  maxLength: MAX_BYTES,
  description: 'field_asc, field_desc, or base64 of {"field", "direction"}',
};

/** The query parameters that all lists share, to be spread into a list route's `query`. */
export const listQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  order: Type.Optional(Type.String(orderOptions)),
  filters: Type.Optional(Type.String({ maxLength: MAX_BYTES * 2, description: 'base64 of a JSON object' })),
};

/** Schema of the `data` that a list answers. @param row the schema of its rows. */
export function listReply<Row extends TObject>(row: Row) {
  return Type.Object({
    rows: Type.Array(row),
    page: Type.Integer(),
    perPage: Type.Integer(),
    totalRows: Type.Integer(),
  });
}

interface ListQuery {
  page?: number | undefined;
  perPage?: number | undefined;
  order?: string | undefined;
  filters?: string | undefined;
}

export interface ListOptions<F extends TObject = TObject> {
  /** The fields that a caller may order by. Each needs an index. */
  orders: readonly string[];
  /** `field_asc` or `field_desc`. */
  defaultOrder: string;
  /** Schema of the decoded `filters`. Without it the parameter is refused. */
  filters?: F;
}

export interface ListRequest<F> {
  page: number;
  perPage: number;
  offset: number;
  order: { field: string; direction: 'asc' | 'desc' };
  /** `field_asc` or `field_desc`. */
  orderKey: string;
  /** The decoded and validated `filters`; empty without the parameter. */
  filters: Partial<F>;
}

/** Reads the parameters of a list. */
export class ListReader<F extends TObject = TObject> {
  readonly #options: ListOptions<F>;
  readonly #validFilters: ReturnType<typeof compileValidator> | null;

  constructor(options: ListOptions<F>) {
    this.#options = options;
    this.#validFilters = options.filters ? compileValidator(closeObjects(options.filters), 'body') : null;
  }

  /**
   * @param orders those that this caller may use
   * @throws AppError BAD_ORDER, BAD_FILTERS
   */
  read(
    ctx: Pick<Context, 'lang'>,
    query: ListQuery,
    orders: readonly string[] = this.#options.orders,
  ): ListRequest<Static<F>> {
    const page = query.page ?? 1;
    const perPage = query.perPage ?? 50;
    const order = this.#order(askedOrder(query.order) ?? this.#options.defaultOrder, orders);
    return {
      page,
      perPage,
      offset: (page - 1) * perPage,
      order,
      orderKey: `${order.field}_${order.direction}`,
      filters: query.filters ? this.#filters(ctx, query.filters) : {},
    };
  }

  /** Schema of the `order` parameter, to be spread after `listQuery`. `x-orders` names the fields for checks of definitions. */
  get query() {
    return { order: Type.Optional(Type.String({ ...orderOptions, 'x-orders': [...this.#options.orders] })) };
  }

  #order(given: string, orders: readonly string[]): ListRequest<F>['order'] {
    const plain = /^([A-Za-z][A-Za-z0-9]*)_(asc|desc)$/.exec(given);
    const [field, direction] = plain ? [plain[1], plain[2]] : orderOf(decodeParameter(given));
    if (
      typeof field !== 'string' ||
      (direction !== 'asc' && direction !== 'desc') ||
      !orders.includes(field)
    ) {
      const allowed = orders.flatMap((one) => [`${one}_asc`, `${one}_desc`]).join(', ');
      const message = 'errors.entity.parameter';
      const params = { name: 'order', allowed };
      throw new AppError('BAD_ORDER', {
        message,
        params,
        errors: [{ path: '/order', key: message, params }],
      });
    }
    return { field, direction };
  }

  #filters(ctx: Pick<Context, 'lang'>, given: string): Partial<Static<F>> {
    const decoded = decodeParameter(given);
    if (!this.#validFilters || !isObject(decoded)) {
      throw new AppError('BAD_FILTERS');
    }
    const result = this.#validFilters(decoded);
    if (result !== true) {
      const found = result.error instanceof SchemaViolations ? result.error.found : [];
      const errors = schemaErrors(found, ctx.lang);
      throw new AppError('BAD_FILTERS', {
        message: 'errors.entity.filterAt',
        params: { path: errors[0]?.path || '/' },
        errors: errors.map((error) => ({ ...error, path: `/filters${error.path}` })),
      });
    }
    return decoded as Partial<Static<F>>;
  }
}

/** One end of a range that a list is filtered by: the parameter, and its value. */
type RangeEnd = readonly [name: string, value: string | number | undefined];

/**
 * Refuses a range that ends before it begins, of which a list could only be empty. The values compare as what they stand for.
 * @throws AppError BAD_FILTERS
 */
export function assertRange([from, least]: RangeEnd, [to, most]: RangeEnd): void {
  if (least === undefined || most === undefined || least <= most) return;
  const message = 'errors.entity.range';
  const params = { from, to };
  const errors = [from, to].map((name) => ({ path: `/${name}`, key: message, params }));
  throw new AppError('BAD_FILTERS', { message, params, errors });
}

/** The order that is asked for. @returns null for none: no parameter, or the base64 JSON of an empty object */
export function askedOrder(given: string | undefined): string | null {
  const decoded = given ? decodeParameter(given) : {};
  return isObject(decoded) && Object.keys(decoded).length === 0 ? null : (given ?? null);
}

function orderOf(decoded: Json | undefined): [unknown, unknown] {
  if (!isObject(decoded)) return [null, null];
  return Object.keys(decoded).length === 2 ? [decoded['field'], decoded['direction']] : [null, null];
}

/** Decodes base64 JSON (either alphabet). Undefined when it is too large, too deep or no base64 JSON. */
export function decodeParameter(given: string): Json | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(given)) return undefined;
  const bytes = Buffer.from(given, 'base64');
  if (bytes.length === 0 || bytes.length > MAX_BYTES) return undefined;
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json;
    return isPlain(value, MAX_DEPTH) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is at most so deep and names no prototype. */
export function isPlain(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth - 1));
  return Object.entries(value).every(
    ([key, item]) => key !== '__proto__' && key !== 'constructor' && isPlain(item, depth - 1),
  );
}

export interface PageQueries<Row> {
  request: Pick<ListRequest<unknown>, 'page' | 'perPage'>;
  /** Key of the total within the tenant: the list's name and every filter. */
  key: Json;
  /**
   * Reads the page, and counts up to COUNT_CAP + 1 unless a total is known.
   * @param known the cached total above COUNT_CAP, or null.
   */
  read(known: number | null): Promise<{ rows: Row[]; total: number }>;
  /** Counts all matches. Called when there are more than COUNT_CAP. */
  count(): Promise<number>;
}

/** Reads a page with its exact total: counted in the page's statement up to 10,000, above that cached for 60 s. */
export async function listPage<Row>(
  ctx: Pick<Context, 'tenant'>,
  totals: TotalCache,
  work: PageQueries<Row>,
): Promise<ListPage<Row>> {
  const key = JSON.stringify([ctx.tenant.id, work.key]);
  const known = totals.get(key);
  const { rows, total } = await work.read(known);
  const counted =
    known === null && total > COUNT_CAP ? await totals.getOrCount(key, () => work.count()) : total;
  return { rows, page: work.request.page, perPage: work.request.perPage, totalRows: counted };
}
