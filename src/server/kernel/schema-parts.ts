import { sql, type RawBuilder } from 'kysely';
import { Type } from 'typebox';

/** Parts of the schemas of routes that are written by hand. */
export const id = Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1 });
export const idParams = Type.Object({ id });
export const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const opId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'UUID of the gesture. Sent again, it does nothing twice.',
});
/** Of routes that delete, which take no body. */
export const gestureQuery = Type.Object({ opId: Type.Optional(opId) });
export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
/** YYYY-MM-DD. */
export const date = Type.String({ format: 'date' });

/** A time of the database, a column or an expression, as ISO 8601 in UTC, also within JSON that the database makes. */
export const isoTime = (time: string | RawBuilder<unknown>) =>
  sql<string>`to_char(${typeof time === 'string' ? sql.ref(time) : time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Format of a file that is exported. */
export const fileFormat = Type.Optional(
  Type.Unsafe<'csv' | 'xlsx'>({ type: 'string', enum: ['csv', 'xlsx'], default: 'csv' }),
);

/** Reply with all rows at once. */
export const allRows = <Row extends Parameters<typeof Type.Array>[0]>(row: Row) =>
  Type.Object({ rows: Type.Array(row) });

/** A filter by a part of a text. */
export const textFilter = (description: string) =>
  Type.Optional(Type.String({ maxLength: 200, description }));
