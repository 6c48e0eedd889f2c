import { sql } from 'kysely';
import { Type } from 'typebox';
import { isoTime, nullable } from '../../../kernel/schema-parts.ts';

/** When a comment or an item of a checklist was made and changed, and by whom last, under the names of the specification. */
export const noted = {
  created: Type.String({ description: 'ISO 8601.' }),
  updated: Type.String({ description: 'ISO 8601; at first the time when it was made.' }),
  updatedById: nullable(Type.Integer({ description: 'At first who made it.' })),
};

/** The same as columns of a row `c`. */
export const notedColumns = sql`
  ${isoTime('c.created_at')} as created, ${isoTime('c.updated_at')} as updated,
  coalesce(c.updated_by, c.created_by) as "updatedById"`;
