import { foldText, trimText } from '../../../../contracts/text.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../contract.ts';
import type { EntityModel, ModelField } from '../entity-model.ts';
import { rowRules } from '../row-rules.ts';
import { Statement } from '../statement.ts';
import { BadCell } from '../../reading/cell-value.ts';
import type { Column } from './columns.ts';
import { storable } from '../../unstorable.ts';
import { cellText, unreadable, type FileCell, type FileRow } from '../../reading/rows.ts';
import { itemsOfCell } from './list-cell.ts';

/** Keys of records by what cells call them. null: several records have that name. */
type KeysByName = ReadonlyMap<string, number | null>;

/** The records that a file refers to, by the reference. */
export type References = ReadonlyMap<string, KeysByName>;

const textOf = (cell: FileCell | null): string =>
  // A name that no database takes is one that no record has.
  trimText(storable(cellText(cell)));

/** The names that a cell may mean: as a whole, and of a list its parts. */
function namesIn({ type }: ModelField, cell: FileCell | null): string[] {
  const whole = textOf(cell);
  if (whole === '') return [];
  return type === 'list' ? [whole, ...partsOf(whole)] : [whole];
}

const partsOf = (whole: string): string[] =>
  (itemsOfCell(whole) ?? []).map(trimText).filter((part) => part !== '');

/**
 * Finds the records that the file refers to: by their keys, else by their names, whatever case and accents. Two statements
 * per reference.
 */
export async function readReferences(
  ctx: Context,
  model: EntityModel,
  columns: readonly (Column | null)[],
  records: readonly FileRow[],
): Promise<References> {
  const found = new Map<string, Map<string, number | null>>();
  for (const [at, column] of columns.entries()) {
    const target = column?.part === 'name' ? model.all.get(column.field.target ?? '') : undefined;
    if (!column || !target) continue;
    const names = new Set(records.flatMap(({ cells }) => namesIn(column.field, cells.get(at) ?? null)));
    found.set(
      column.field.name,
      new Map([...(await byNames(ctx, target, [...names])), ...(await byKeys(ctx, target, [...names]))]),
    );
  }
  return found;
}

async function byKeys(
  ctx: Context,
  target: EntityModel,
  names: readonly string[],
): Promise<[string, number][]> {
  const keys = names
    .filter((name) => /^[1-9]\d{0,15}$/.test(name))
    .map(Number)
    .filter(Number.isSafeInteger);
  if (keys.length === 0) return [];
  const statement = new Statement();
  const column = `t.${target.key.column}`;
  const rows = await statement.run<{ key: number }>(
    ctx.db,
    `select ${column} as key from ${target.table} t
     where ${column} = any(${statement.value(keys, 'bigint[]')}) and ${rowRules(ctx, target, 'read', statement)}`,
  );
  return rows.map(({ key }) => [String(key), key]);
}

async function byNames(
  ctx: Context,
  target: EntityModel,
  names: readonly string[],
): Promise<[string, number | null][]> {
  if (names.length === 0) return [];
  const statement = new Statement();
  const rows = await statement.run<{ name: string; key: number; hits: number }>(
    ctx.db,
    `select w.name, min(t.${target.key.column}) as key, count(*)::int as hits
     from unnest(${statement.value(names, 'text[]')}) w (name)
     join ${target.table} t on molde_fold(t.${target.display.column}::text) = molde_fold(w.name)
     where ${rowRules(ctx, target, 'read', statement)} group by w.name`,
  );
  return rows.map(({ name, key, hits }) => [name, hits > 1 ? null : key]);
}

/**
 * The key that a cell names, or the keys of a list.
 * @throws BadCell for a cell without a value to read, a name that no record has, and one that several have
 */
export function referenceValue(
  field: ModelField,
  cell: FileCell | null,
  found: KeysByName | undefined,
): Json {
  const rule = unreadable(cell);
  if (rule) throw new BadCell(rule);
  const whole = textOf(cell);
  if (whole === '') return null;
  const keyOf = (name: string): number => {
    const key = found?.get(name);
    if (key === undefined) throw new BadCell('name');
    if (key === null) throw new BadCell('names');
    return key;
  };
  if (field.type !== 'list') return keyOf(whole);
  // A name may contain a comma itself.
  if (found?.has(whole)) return [keyOf(whole)];
  if (itemsOfCell(whole) === null) throw new BadCell('list');
  return [...new Set(partsOf(whole).map(keyOf))];
}

/**
 * Puts rows off that refer to a record which another row of the file creates. Rows in a circle, which nothing can create, are
 * not put off.
 */
export function referringLast(
  model: EntityModel,
  { columns }: { columns: readonly (Column | null)[] },
  records: readonly FileRow[],
  names: References,
): { now: readonly FileRow[]; later: readonly FileRow[] } {
  const own = [...columns.entries()].flatMap(([at, column]) =>
    column?.part === 'name' && column.field.target === model.id ? [{ at, field: column.field }] : [],
  );
  const named = columns.findIndex((column) => column?.field === model.display);
  if (own.length === 0 || named < 0) return { now: records, later: [] };
  const nameOf = ({ cells }: FileRow): string => foldText(textOf(cells.get(named) ?? null));
  const made = new Set(records.map(nameOf));
  const isPutOff = (record: FileRow): boolean =>
    own.some(({ at, field }) =>
      namesIn(field, record.cells.get(at) ?? null).some(
        (name) =>
          names.get(field.name)?.has(name) !== true &&
          made.has(foldText(name)) &&
          foldText(name) !== nameOf(record),
      ),
    );
  const later = new Set(records.filter(isPutOff));
  if (later.size === records.length) return { now: records, later: [] };
  return { now: records.filter((record) => !later.has(record)), later: [...later] };
}
