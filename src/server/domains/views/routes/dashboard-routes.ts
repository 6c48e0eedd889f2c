import { Type } from 'typebox';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { viewKey, viewNumber } from '../../../../contracts/view.ts';
import { readerOf, type Context, type RouteSpec } from '../../../kernel/contract.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { askedOrder, decodeParameter, listQuery, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import { findUnstorable } from '../../../kernel/unstorable.ts';
import { datasetReply } from '../../datasets/index.ts';
import { faults, readPublishedWith, titleIn, titlesOf, type Published } from '../../definitions/index.ts';
import { elementData, type DataRequest } from '../view/data.ts';
import type { DataAccess } from '../view/source.ts';
import { readersCopy } from '../view/readers-copy.ts';
import { filtersOf, partsOf } from '../view/elements.ts';
import { filterOptions } from '../view/filter-options.ts';
import { elementReply, idParams, viewId } from './view-schema.ts';

const row = Type.Object({}, { additionalProperties: Type.Unknown() });
const elementId = Type.String({ minLength: 1, maxLength: 200 });
const part = Type.Object({
  type: Type.Unsafe<'header' | 'filters' | 'body'>({ type: 'string', enum: ['header', 'filters', 'body'] }),
  children: Type.Array(elementReply),
});
const option = Type.Object({ value: Type.Unsafe<Json>({}), label: Type.String() });
/** Parts of an element of a dataset beside its rows: their columns and totals, and when they may be others. */
const { rows: _rows, topics, maxAge, ...dataset } = datasetReply.properties;
const freshness = { topics: Type.Optional(topics), maxAge: Type.Optional(maxAge) };
const dataReply = Type.Object({
  ...listReply(row).properties,
  columns: Type.Optional(dataset.columns),
  totals: Type.Optional(dataset.totals),
  truncated: Type.Optional(dataset.truncated),
  ...freshness,
});
const dataQuery = {
  ...listQuery,
  page: Type.Optional({
    ...listQuery.page,
    description: 'Without page and perPage a dataset answers all of its rows.',
  }),
};

/**
 * Reads the published view as its reader may see it, in a transaction that ends before its data is loaded.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
async function openView(published: Published, ctx: Context, dashId: number) {
  const found = await ctx.transaction(
    (db) => published.get({ ...readerOf(ctx), db }, 'dashboard', viewKey(dashId)),
    'read',
  );
  if (found === 'forbidden') throw new AppError('FORBIDDEN');
  if (typeof found === 'string' || !isObject(found.definition as Json)) throw notFound();
  return { ...found, definition: found.definition as JsonObject };
}

/** The view that has a filter, when the client names none: the only one that the caller may open. */
async function viewOfFilter(published: Published, ctx: Context, id: string): Promise<JsonObject> {
  const bar = id.split('.', 1)[0]!;
  const documents = await ctx.transaction(
    (db) => readPublishedWith(db, `"id":${JSON.stringify(bar)}`),
    'read',
  );
  const numbers = documents.flatMap(({ kind, id: key }) => viewNumber(kind, key) ?? []);
  const open: JsonObject[] = [];
  for (const number of numbers) {
    const view = await openView(published, ctx, number).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (view && filtersOf(view.definition).some((one) => one.id === id)) open.push(view.definition);
  }
  if (open.length > 1) throw invalid([{ path: '/dashId', key: 'errors.views.dashId' }]);
  if (open[0] === undefined) throw notFound();
  return open[0];
}

function orderIn(given: string | undefined): DataRequest['order'] {
  const asked = askedOrder(given);
  if (asked === null) return null;
  const plain = /^([A-Za-z][A-Za-z0-9_.]*)_(asc|desc)$/.exec(asked);
  if (plain) return { field: plain[1]!, direction: plain[2] as 'asc' | 'desc' };
  const decoded = decodeParameter(asked);
  const { field, direction } = isObject(decoded) ? decoded : {};
  if (typeof field !== 'string' || (direction !== 'asc' && direction !== 'desc'))
    throw new AppError('BAD_ORDER');
  return { field, direction };
}

function filtersIn(given: string | undefined): Record<string, Json> {
  if (given === undefined || given === '') return {};
  const decoded = decodeParameter(given);
  // Half of a surrogate pair cannot stand in the address of a source.
  if (!isObject(decoded) || findUnstorable(decoded) !== null) throw new AppError('BAD_FILTERS');
  return decoded;
}

/** The calls of a dashboard's page. Readers name view, element and values; the queries are those of the stored view. */
export function dashboardRoutes(access: DataAccess, published: Published): RouteSpec[] {
  const reading = { ...access, bundled: published.bundled };
  return [
    route({
      method: 'GET',
      url: '/handler/v2/dash/load/:id',
      // Each view has a permission of its own.
      access: 'session',
      summary: '$routes.view.load',
      etag: true,
      transaction: 'own',
      errors: ['FORBIDDEN', 'NOT_FOUND'],
      input: { params: idParams },
      reply: Type.Object({
        dashId: Type.Integer(),
        title: Type.String(),
        version: Type.String({
          description: 'v_grid: the body is a grid of 12 columns. nested: one column.',
        }),
        publishedVersion: Type.Integer(),
        children: Type.Array(part),
        definition: Type.Unknown({ description: 'The document that the page of the product renders.' }),
        faults,
      }),
      async handle(ctx, { params }) {
        const { definition, publishedVersion, faults: found } = await openView(published, ctx, params.id);
        return {
          dashId: params.id,
          title: titleIn(titlesOf(definition), ctx.lang),
          version: definition['layout'] === 'nested' ? 'nested' : 'v_grid',
          publishedVersion,
          children: partsOf(definition, ctx.lang),
          definition: readersCopy(definition),
          faults: found,
        };
      },
    }),
    route({
      method: 'GET',
      url: '/handler/v2/dash/load/header/:elementId',
      access: 'session',
      summary: '$routes.view.options',
      transaction: 'own',
      errors: ['FORBIDDEN', 'NOT_FOUND', 'RULE_BROKEN', 'BAD_FILTERS'],
      input: {
        params: Type.Object({ elementId }),
        query: Type.Object({
          filter: Type.Optional(Type.String({ maxLength: 200, description: 'Contained in the label.' })),
          dashId: Type.Optional(viewId),
          filters: listQuery.filters,
        }),
      },
      reply: Type.Object({ rows: Type.Array(option), ...freshness }),
      async handle(ctx, { params, query }) {
        const filters = filtersIn(query.filters);
        const document =
          query.dashId === undefined
            ? await viewOfFilter(published, ctx, params.elementId)
            : (await openView(published, ctx, query.dashId)).definition;
        const request = { filter: query.filter ?? '', filters };
        return filterOptions(reading, ctx, document, params.elementId, request);
      },
    }),
    route({
      method: 'GET',
      url: '/handler/v2/dash/load/data/:elementId/:dashId',
      access: 'session',
      summary: '$routes.view.data',
      transaction: 'own',
      errors: ['FORBIDDEN', 'NOT_FOUND', 'RULE_BROKEN', 'BAD_ORDER', 'BAD_FILTERS'],
      input: { params: Type.Object({ elementId, dashId: viewId }), query: Type.Object(dataQuery) },
      reply: dataReply,
      async handle(ctx, { params, query: { page, perPage, order, filters } }) {
        const request = { page, perPage, order: orderIn(order), filters: filtersIn(filters) };
        const { definition } = await openView(published, ctx, params.dashId);
        return elementData(reading, ctx, definition, params.elementId, request);
      },
    }),
  ];
}
