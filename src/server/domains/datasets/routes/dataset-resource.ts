import { Type } from 'typebox';
import type { Access } from '../../../../contracts/access.ts';
import type { DataChoice, ParameterChoice } from '../../../../contracts/data-choice.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Resource } from '../../../kernel/contract.ts';
import { route } from '../../../kernel/route.ts';
import type { GivenValues } from '../compile/values.ts';
import { columnType, datasetReply, field, timeUnit } from '../run/reply-schema.ts';
import type { Datasets, DatasetDocument } from '../run/run.ts';
import type { Reading } from '../../definitions/index.ts';

const datasetParams = Type.Object({ id: Type.String({ maxLength: 64 }) });
const valueText = Type.String({ maxLength: 10_000 });
/** Value of a parameter of a dataset: a text, or a list of them. */
const parameterValue = Type.Union([valueText, Type.Array(valueText, { maxItems: 10_000 })]);
const datasetQuery = Type.Object(
  {},
  {
    additionalProperties: parameterValue,
    description:
      'Values of the parameters of the dataset, by their names; the parameter repeated for several.',
  },
);
const valuesOf = (given: object): GivenValues => given as GivenValues;

/** Permission of people who edit definitions. */
const mayEdit = { screen: 'admin-definition', verb: 'update' } as const;

/** Permission of people who compose views and saved widgets. */
const mayCompose = {
  any: [
    { screen: 'view-admin', verb: 'update' },
    { screen: 'widget-admin', verb: 'update' },
  ],
} satisfies Access;

const languageTexts = Type.Object({ pt: Type.String(), en: Type.String(), es: Type.String() });
const parameterChoice = Type.Object({
  name: Type.String(),
  type: Type.Unsafe<ParameterChoice['type']>({
    type: 'string',
    enum: ['period', 'date', 'text', 'number', 'boolean', 'choice', 'values'],
  }),
  title: Type.String(),
  required: Type.Boolean(),
  options: Type.Array(Type.String()),
  default: Type.Unsafe<Json>({}),
  field: Type.Union([field, Type.Null()]),
});
const choicesReply = Type.Object({
  rows: Type.Array(
    Type.Object({
      kind: Type.Unsafe<DataChoice['kind']>({ type: 'string', enum: ['dataset', 'entity'] }),
      id: Type.String(),
      title: Type.String(),
      record: Type.Optional(
        Type.Object(
          { key: Type.String(), display: Type.String(), filters: Type.Array(parameterChoice) },
          {
            description: 'Of records: the columns that hold their key and their name, and what filters them.',
          },
        ),
      ),
      parameters: Type.Array(parameterChoice),
      columns: Type.Array(
        Type.Object({
          name: Type.String(),
          type: columnType,
          unit: Type.Union([timeUnit, Type.Null()]),
          isGroup: Type.Optional(Type.Boolean()),
          titles: languageTexts,
          text: Type.Union([Type.String(), Type.Null()], {
            description: 'The label as a definition writes it, where it is a text of the product.',
          }),
        }),
      ),
    }),
  ),
});

/** Where the datasets of a tenant are found. */
export interface StoredDatasets {
  /** Finds a dataset that the caller may read. @throws AppError NOT_FOUND or FORBIDDEN */
  find(ctx: Reading, id: string): Promise<DatasetDocument>;
  /** Finds a dataset that the caller may load by its name. @throws AppError NOT_FOUND or FORBIDDEN */
  open(ctx: Reading, id: string): Promise<DatasetDocument>;
  /** All datasets that the caller may read. */
  all(ctx: Reading): Promise<DatasetDocument[]>;
}

/** Runs stored datasets. The caller names one and gives values to its parameters, never a query. */
export function datasetResource(datasets: Datasets, stored: StoredDatasets): Resource {
  return {
    name: 'dataset',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/dash/datasets',
        access: mayCompose,
        summary: '$routes.dataset.choices',
        input: { query: Type.Object({}) },
        reply: choicesReply,
        handle: async (ctx) => ({ rows: datasets.choices(ctx, await stored.all(ctx)) }),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/dataset/:id',
        // Each dataset has a rule of its own, beside those of the records that it reads, and must be loaded by something that
        // the caller may open.
        access: 'session',
        // Those who wait for a run of another reader hold no connection.
        transaction: 'own',
        summary: '$routes.dataset.rows',
        errors: ['FORBIDDEN', 'NOT_FOUND', 'BAD_FILTERS', 'RULE_BROKEN', 'TIMED_OUT'],
        input: { params: datasetParams, query: datasetQuery },
        reply: datasetReply,
        handle(ctx, { params, query }) {
          const { tenant, caller, lang, log } = ctx;
          return datasets.run(
            ctx,
            (db) => stored.open({ tenant, caller, lang, log, db }, params.id),
            valuesOf(query),
          );
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/dataset/-/rows',
        access: mayEdit,
        reads: true,
        summary: '$routes.dataset.draft',
        errors: ['FORBIDDEN', 'BAD_FILTERS', 'BAD_JSON', 'DEFINITION_INVALID', 'RULE_BROKEN', 'TIMED_OUT'],
        input: {
          body: Type.Object({
            definition: Type.String({ maxLength: 100_000, description: 'The dataset as JSON.' }),
            parameters: Type.Record(Type.String(), Type.Union([parameterValue, Type.Null()]), {
              maxProperties: 30,
              description: 'Values of its parameters, by their names; a list of them for several.',
            }),
          }),
        },
        reply: datasetReply,
        handle(ctx, { body }) {
          const given = Object.entries(body.parameters).filter(([, value]) => value !== null);
          return datasets.tryOut(ctx, body.definition, valuesOf(Object.fromEntries(given)));
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/dataset/:id/-/explain',
        access: mayEdit,
        summary: '$routes.dataset.explain',
        errors: ['FORBIDDEN', 'NOT_FOUND', 'BAD_FILTERS'],
        input: { params: datasetParams, query: datasetQuery },
        reply: Type.Object({
          sql: Type.String(),
          parameters: Type.Array(Type.Unsafe<Json>({}), {
            description: 'Values of the places $1, $2… of the statement.',
          }),
          plan: Type.Array(Type.String(), {
            description: 'Plan of the database, with the rows that it expected and those that it found.',
          }),
          milliseconds: Type.Union([Type.Number(), Type.Null()], {
            description:
              'Time of the run; null for a statement that may not run, since it would read too much.',
          }),
          cache: Type.Union([
            Type.Literal('kept'),
            Type.Literal('shared'),
            Type.Literal('first'),
            Type.Literal('changed'),
          ]),
          topics: Type.Array(Type.String()),
          maxAge: Type.Union([Type.Integer(), Type.Null()]),
        }),
        async handle(ctx, { params, query }) {
          const document = await stored.find(ctx, params.id);
          return datasets.explain(ctx, document, valuesOf(query));
        },
      }),
    ],
  };
}
