import { Type, type Static, type TSchema } from 'typebox';
import type { DatasetDocument } from '../../../../engine/core/index.ts';

/** Ways to compute a measure, as a person chooses one. `growth` is a ratio less one. */
export const measureKinds = [
  'count',
  'distinct',
  'sum',
  'avg',
  'min',
  'max',
  'percentile',
  'running',
  'previous',
  'share',
  'ratio',
  'growth',
] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** Comparisons of a condition. */
export const operators = [
  'eq',
  'ne',
  'in',
  'notIn',
  'from',
  'to',
  'contains',
  'notContains',
  'within',
  'under',
  'empty',
  'notEmpty',
  'exists',
  'notExists',
] as const;
export type Operator = (typeof operators)[number];

/** Types of parameters. */
export const parameterTypes = ['period', 'date', 'text', 'number', 'boolean', 'choice', 'values'] as const;

const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values] });
/** Forms send null for what is empty. */
const maybe = <T extends TSchema>(type: T) => Type.Optional(Type.Union([type, Type.Null()]));
const listOf = <T extends TSchema>(type: T, maxItems: number) => maybe(Type.Array(type, { maxItems }));

const title = maybe(Type.String({ maxLength: 120 }));
const path = maybe(Type.String({ maxLength: 300 }));
const name = maybe(
  Type.String({ maxLength: 50, description: 'Name that the stored dataset has for it; of a new one, none.' }),
);

const group = Type.Object({
  name,
  title,
  path,
  bucket: maybe(
    oneOf([
      'hour',
      'day',
      'week',
      'month',
      'quarter',
      'year',
      'hourOfDay',
      'weekday',
      'monthOfYear',
      'parameter',
    ] as const),
  ),
  unit: maybe(Type.String({ maxLength: 120, description: 'Parameter that chooses the unit of time.' })),
  fill: maybe(Type.Boolean()),
  top: maybe(Type.Integer({ minimum: 1, maximum: 100 })),
  topBy: maybe(Type.String({ maxLength: 120 })),
});

const measure = Type.Object({
  name,
  title,
  kind: maybe(oneOf(measureKinds)),
  path,
  percent: maybe(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 100 })),
  of: maybe(Type.String({ maxLength: 120 })),
  to: maybe(Type.String({ maxLength: 120 })),
  along: maybe(Type.String({ maxLength: 120 })),
  by: maybe(oneOf(['period', 'week', 'month', 'quarter', 'year'] as const)),
  within: listOf(Type.String({ maxLength: 120 }), 5),
});

const condition = Type.Object({
  or: maybe(Type.Boolean({ description: 'Whether it may match in place of the condition before it.' })),
  of: maybe(Type.String({ maxLength: 120, description: 'Measure that it is for; without one, all rows.' })),
  path,
  operator: maybe(oneOf(operators)),
  source: maybe(oneOf(['value', 'parameter'] as const)),
  value: maybe(Type.String({ maxLength: 10_000 })),
  values: maybe(
    Type.Array(Type.String({ maxLength: 1000 }), {
      maxItems: 500,
      description: 'Values that a comparison with several has, in place of value.',
    }),
  ),
  parameter: maybe(Type.String({ maxLength: 120 })),
});

const parameter = Type.Object({
  name,
  title,
  type: maybe(oneOf(parameterTypes)),
  path,
  options: listOf(Type.String({ minLength: 1, maxLength: 100 }), 50),
  default: maybe(Type.String({ maxLength: 10_000 })),
  required: maybe(Type.Boolean()),
  maxDays: maybe(Type.Integer({ minimum: 1, maximum: 36_600 })),
});

/**
 * A dataset as a form has it: lists whose items have titles, by which others refer to them. A part for which the form has no field
 * stands in `kept`.
 */
export const composition = Type.Object({
  id: maybe(Type.String({ maxLength: 64 })),
  otherId: maybe(
    Type.String({
      maxLength: 64,
      description: 'Identifier written in place of the suggested one; id has it.',
    }),
  ),
  title,
  from: maybe(Type.String({ maxLength: 64 })),
  access: maybe(Type.String({ maxLength: 64, description: 'Screen whose readers may read the rows.' })),
  shape: maybe(oneOf(['groups', 'records'] as const)),
  columns: listOf(Type.Object({ name, path }), 50),
  groups: listOf(group, 6),
  measures: listOf(measure, 20),
  conditions: listOf(condition, 50),
  parameters: listOf(parameter, 30),
  limits: listOf(
    Type.Object({
      measure: maybe(Type.String({ maxLength: 120 })),
      from: maybe(Type.Number()),
      to: maybe(Type.Number()),
    }),
    20,
  ),
  order: listOf(Type.Object({ by: maybe(Type.String({ maxLength: 300 })), desc: maybe(Type.Boolean()) }), 6),
  limit: maybe(Type.Integer({ minimum: 1, maximum: 10_000 })),
  grandTotal: maybe(Type.Boolean()),
  subtotals: listOf(Type.String({ maxLength: 120 }), 4),
  minRecords: maybe(Type.Integer({ minimum: 2, maximum: 1000 })),
  zone: maybe(Type.String({ maxLength: 60 })),
  weekStart: maybe(oneOf<NonNullable<DatasetDocument['weekStart']>>(['monday', 'sunday', 'saturday'])),
  kept: maybe(
    Type.String({
      maxLength: 100_000,
      description: 'JSON of what the stored dataset has and the form has no field for.',
    }),
  ),
  stored: maybe(Type.Boolean({ description: 'Whether it is stored under its identifier already.' })),
  version: maybe(Type.Integer({ description: 'Version of the stored dataset that the form began with.' })),
  keptCount: maybe(Type.Integer({ description: 'Conditions and measures among what is kept.' })),
});

export type Composition = Static<typeof composition>;
export type ComposedGroup = Static<typeof group>;
export type ComposedMeasure = Static<typeof measure>;
export type ComposedCondition = Static<typeof condition>;
export type ComposedParameter = Static<typeof parameter>;
