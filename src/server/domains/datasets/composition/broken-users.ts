import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { DatasetDocument } from '../../../../engine/core/index.ts';
import type { Context } from '../../../kernel/contract.ts';
import { documentsUsing, readForEdit, titleIn, titlesOf, type Editing } from '../../definitions/index.ts';

/** A published document that uses what a draft has no longer. */
export interface BrokenUser {
  kind: string;
  id: string;
  title: string;
}

/** The published documents that name a parameter or a column which the draft of their dataset has no longer. */
export async function brokenUsers(
  editing: Editing,
  ctx: Pick<Context, 'db' | 'lang' | 'tenant'>,
  id: string,
): Promise<BrokenUser[]> {
  const key = { kind: 'dataset', id } as const;
  const { definition, published } = await readForEdit(editing, ctx, key);
  if (!published) return [];
  const gone = (namesOf: (dataset: DatasetDocument) => string[]): Set<string> => {
    const left = namesOf(definition as DatasetDocument);
    return new Set(namesOf(published as DatasetDocument).filter((name) => !left.includes(name)));
  };
  const parameters = gone((dataset) => Object.keys(dataset.parameters ?? {}));
  const columns = gone(columnsOf);
  if (parameters.size + columns.size === 0) return [];
  const users = await documentsUsing(editing.bundled, ctx, key);
  return users
    .filter(({ whole }) => givesOne(whole, id, parameters) || showsOne(whole, columns))
    .map(({ user, whole }) => ({ ...user.key, title: titleIn(titlesOf(whole), ctx.lang) }));
}

const columnsOf = ({ group = [], measures = {}, fields = {} }: DatasetDocument): string[] => [
  ...group.map(({ id }) => id),
  ...Object.keys(measures),
  ...Object.keys(fields),
];

/** Whether a source of the dataset gives a value to one of the parameters. */
function givesOne(value: Json, dataset: string, parameters: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((one) => givesOne(one, dataset, parameters));
  if (!isObject(value)) return false;
  const { query } = value;
  if (
    value['dataset'] === dataset &&
    isObject(query) &&
    Object.keys(query).some((one) => parameters.has(one))
  )
    return true;
  return Object.values(value).some((one) => givesOne(one, dataset, parameters));
}

/** Keys that name a document and its parts, or hold texts for people, name no column. */
const unread = new Set(['id', 'type', 'title', 'strings', 'kind']);

/** Whether a part of a document names one of the columns, by itself or in an expression. */
function showsOne(value: Json, columns: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((one) => showsOne(one, columns));
  if (typeof value === 'string') return columns.has(value);
  if (!isObject(value)) return false;
  return Object.entries(value as JsonObject).some(([key, one]) => {
    if (key === '$expr' && typeof one === 'string')
      return (one.match(/[A-Za-z]\w*/g) ?? []).some((word) => columns.has(word));
    return !unread.has(key) && showsOne(one, columns);
  });
}
