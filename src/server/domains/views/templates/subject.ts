import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { hasList, type EntityDocument } from '../../../../engine/core/index.ts';
import type { Definitions } from '../../definitions/index.ts';

/** A field of an entity, by its name. */
export type NamedField = readonly [name: string, field: JsonObject];

/** The records that a view is about, as far as their declaration describes them. */
export interface Subject {
  entity: JsonObject;
  /** Plural name of the records, as the entity writes it. */
  title: Json;
  /** Fields of few values, as far as the declaration says, best first. */
  groupings: NamedField[];
  /** The field by which records are counted over time. */
  time: string;
  /** Whether there is a list of the records with filters, pages and an order; a dataset reads them otherwise. */
  isListed: boolean;
  /** Fields that a table shows. */
  shown: NamedField[];
  /** The field of another entity's records that stands for them. */
  displayOf(entity: string): string;
}

/** Product of a template: the content of a view, and the datasets behind it. */
export interface Draft {
  content: JsonObject;
  datasets: JsonObject[];
}

/** Columns of a generated table. */
const mostColumns = 5;
/** Formats of a text that a table has a cell for. */
const formats = ['cpf', 'cnpj', 'phone', 'cep'];
/** Groups of a generated chart; the rest is one. */
const mostGroups = 10;

export const fieldsOf = (entity: JsonObject): NamedField[] =>
  Object.entries(isObject(entity['fields']) ? entity['fields'] : {}).flatMap(([name, field]) =>
    isObject(field) ? [[name, field] as const] : [],
  );

export const screenOf = (entity: JsonObject): string => {
  const { access, id } = entity;
  return isObject(access) && typeof access['screen'] === 'string' ? access['screen'] : String(id);
};

/** How well a field groups records: 0 is best, null not at all. */
function groupingRank({ type, options, filterable }: JsonObject): number | null {
  if (type === 'boolean') return 2;
  if (options !== undefined) return 0;
  return type === 'reference' && filterable === true ? 1 : null;
}

export function subjectOf(bundled: Pick<Definitions, 'document'>, entity: JsonObject): Subject {
  const fields = fieldsOf(entity);
  const isListed = hasList(entity as unknown as EntityDocument);
  return {
    entity,
    title: entity['plural'] ?? entity['title'] ?? '',
    groupings: fields
      .filter(([name, field]) => name !== entity['tree'] && groupingRank(field) !== null)
      .toSorted(([, one], [, other]) => groupingRank(one)! - groupingRank(other)!),
    time: fields.find(([, { type }]) => type === 'datetime')?.[0] ?? 'createdAt',
    isListed,
    shown: fields
      .filter(([name, { type }]) => name !== 'id' && type !== 'text' && type !== 'list')
      // A dataset shows a name of another record only to those who may read that one.
      .filter(([, { type }]) => isListed || type !== 'reference')
      .slice(0, mostColumns),
    displayOf(id) {
      const target = bundled.document('entity', id);
      return isObject(target) && typeof target['display'] === 'string' ? target['display'] : 'id';
    },
  };
}

/** Id of a dataset of a view. */
export const datasetId = (dashId: number, name: string): string => `view-${dashId}-${name}`;

/** A dataset that counts the records of a subject, unless `more` says otherwise. */
export const countingDataset = (
  dashId: number,
  name: string,
  subject: Subject,
  more: JsonObject,
): JsonObject => ({
  kind: 'dataset',
  formatVersion: 2,
  id: datasetId(dashId, name),
  title: subject.title,
  access: { screen: screenOf(subject.entity), verb: 'read' },
  from: subject.entity['id']!,
  measures: { records: { count: true } },
  ...more,
});

/** A group by a field. References may have many values: the most frequent ones, and the rest as one. */
export const groupBy = (id: string, [name, { type }]: NamedField): JsonObject => ({
  id,
  field: name,
  ...(type === 'reference' && { top: { n: mostGroups, by: 'records' } }),
});

/** The texts of a field's values where they are few, as a prop of the widgets that show them. */
export function valueTexts([, { type, options }]: NamedField): JsonObject {
  if (type === 'boolean') return { map: { true: '$yes', false: '$no' } };
  if (!Array.isArray(options)) return {};
  const texts = options.filter(isObject).map(({ value, label }) => [String(value), label!] as const);
  return { map: Object.fromEntries(texts) };
}

/** Title of a field. */
export const titleOf = ([name, { title }]: NamedField): Json => title ?? name;

/** A table of the records, its source with the given query, and the dataset behind it where there is no list. */
export function recordsTable(
  dashId: number,
  subject: Subject,
  query?: JsonObject,
): { source: JsonObject; props: JsonObject; datasets: JsonObject[] } {
  const { entity, isListed, shown, time } = subject;
  const columns = shown.map((named): JsonObject => {
    const [name, field] = named;
    return {
      field: field['type'] === 'reference' ? `${name}.${subject.displayOf(String(field['entity']))}` : name,
      title: titleOf(named),
      ...(name === entity['display'] && { role: 'title' }),
      ...(isListed && field['sortable'] === true && { sort: true }),
      ...valueTexts(named),
      ...(field['type'] === 'date' && { cell: 'date' }),
      ...(field['type'] === 'datetime' && { cell: 'datetime' }),
      ...(formats.includes(String(field['format'])) && { cell: field['format']! }),
    };
  });
  if (isListed)
    return {
      source: {
        entity: entity['id']!,
        list: 'state.list',
        on: [`entity:${String(entity['id'])}`],
        ...(query && { query }),
      },
      props: { columns },
      datasets: [],
    };
  const fields = Object.fromEntries(shown.map(([name]) => [name, name]));
  const { measures: _, ...records } = countingDataset(dashId, 'records', subject, {
    fields,
    ...(time in fields && { order: [`${time}_desc`] }),
    limit: 100,
  });
  return { source: { dataset: datasetId(dashId, 'records') }, props: { columns }, datasets: [records] };
}
