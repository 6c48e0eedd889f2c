import type { Json } from '../../../../contracts/json.ts';
import { foldText } from '../../../../contracts/text.ts';
import type { Context } from '../../contract.ts';
import { uniqueRules } from '../constraints.ts';
import type { EntityModel, ModelField } from '../entity-model.ts';
import { rowRules } from '../row-rules.ts';
import { Statement } from '../statement.ts';
import { columnTypes, toStored } from '../values.ts';

/** A field by whose values an import recognises records, since each belongs to one record. */
export interface RecordKey {
  field: ModelField;
  /** Name of its unique index. */
  index: string;
}

export const recordKeys = (model: EntityModel): RecordKey[] =>
  uniqueRules(model).flatMap(({ fields: [field, ...others], index }) =>
    field && others.length === 0 && field.writable && field.target === null ? [{ field, index }] : [],
  );

/** Rows of a file by the records that they are: by their numbers, and by their values of the key that was chosen. */
export interface SeenRows {
  numbers: Map<number, number>;
  values: Map<string, number>;
}

export const noRows = (): SeenRows => ({ numbers: new Map(), values: new Map() });

/** Whether values of a key are equal whatever their case and accents, as its unique index says. */
export async function foldsCase({ db }: Pick<Context, 'db'>, { index }: RecordKey): Promise<boolean> {
  const [found] = await new Statement([index]).run<{ folds: boolean }>(
    db,
    `select pg_get_indexdef(c.oid) like '%molde_fold(%' as folds from pg_class c
     where c.relname = $1 and c.relkind = 'i' and pg_table_is_visible(c.oid)`,
  );
  return found?.folds ?? false;
}

/** A value of a key as others of the file are compared with it; null for none. */
export function keyText({ field }: RecordKey, value: Json, folds: boolean): string | null {
  const stored = toStored(field, value);
  if (stored === null) return null;
  return folds ? foldText(String(stored)) : String(stored);
}

/** The numbers of the records that have values of a key, in the order of the values; null for those of none that the caller sees. */
export async function findRecords(
  ctx: Context,
  model: EntityModel,
  { field }: RecordKey,
  values: readonly Json[],
  folds: boolean,
): Promise<(number | null)[]> {
  const stored = values.map((value) => toStored(field, value));
  const found = values.map((): number | null => null);
  if (stored.every((value) => value === null)) return found;
  const statement = new Statement();
  const equal = folds ? `molde_fold(t.${field.column}) = molde_fold(w.value)` : `t.${field.column} = w.value`;
  const rows = await statement.run<{ at: number; key: number }>(
    ctx.db,
    `select w.at::int as at, t.${model.key.column} as key
     from unnest(${statement.value(stored, `${columnTypes[field.type]}[]`)}) with ordinality w (value, at)
     join ${model.table} t on ${equal} where ${rowRules(ctx, model, 'read', statement)}`,
  );
  for (const { at, key } of rows) found[at - 1] = key;
  return found;
}
