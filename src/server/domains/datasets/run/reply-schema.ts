import { Type } from 'typebox';
import type { ColumnType, TimeUnit } from '../../../../contracts/data-choice.ts';
import type { JsonObject } from '../../../../contracts/json.ts';

const row = Type.Unsafe<JsonObject>({ type: 'object', additionalProperties: true });

/** The field of an entity that a column or a parameter shows. */
export const field = Type.Object({ entity: Type.String(), name: Type.String() });

export const columnType = Type.Unsafe<ColumnType>({
  type: 'string',
  enum: ['text', 'number', 'boolean', 'date', 'time'],
});
/** The time that one value of a column stands for. */
export const timeUnit = Type.Unsafe<TimeUnit>({
  type: 'string',
  enum: ['hour', 'day', 'week', 'month', 'quarter', 'year'],
});

/** Answer of a run of a dataset. */
export const datasetReply = Type.Object({
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      type: columnType,
      title: Type.String({ description: 'Its label in the language of the reader.' }),
      unit: Type.Union([timeUnit, Type.Null()]),
      field: Type.Union([field, Type.Null()]),
      values: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
        description:
          'Texts of its values in the language of the reader; null where they are shown as they are.',
      }),
    }),
  ),
  rows: Type.Array(row),
  totals: Type.Array(Type.Object({ groups: Type.Array(Type.String()), rows: Type.Array(row) })),
  truncated: Type.Boolean({
    description: 'Whether there are more rows than the limit of the dataset.',
  }),
  topics: Type.Array(Type.String(), {
    description: 'Topics of the events after which the rows may be others.',
  }),
  maxAge: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Seconds after which the rows may be others without an event.',
  }),
});
