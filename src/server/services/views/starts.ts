import { allows } from '../../../contracts/access.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Language } from '../../../contracts/language.ts';
import { viewKey } from '../../../contracts/view.ts';
import { hasList, type EntityDocument } from '../../../engine/core/index.ts';
import type { Context } from '../../kernel/contract.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { resolveText } from '../../kernel/texts.ts';
import { publish, type Editing } from '../definitions/edit.ts';
import type { DefinitionKey } from '../definitions/stored.ts';
import { createDraft } from '../definitions/save.ts';

/** What a new view begins with, in place of nothing. */
export interface ViewStart {
  /** Id of an entity: its number, its records by a field, and the records themselves. */
  entity?: string | undefined;
}

/** Columns of the generated table. */
const mostColumns = 5;
/** Groups of the generated chart; the rest is one. */
const mostGroups = 10;

const strings = {
  pt: { total: 'Total', byMonth: 'Cadastros por mês', by: 'Por grupo', yes: 'Sim', no: 'Não' },
  en: { total: 'Total', byMonth: 'New records by month', by: 'By group', yes: 'Yes', no: 'No' },
  es: { total: 'Total', byMonth: 'Altas por mes', by: 'Por grupo', yes: 'Sí', no: 'No' },
} as const;

const screenOf = (entity: JsonObject): string => {
  const { access, id } = entity;
  return isObject(access) && typeof access['screen'] === 'string' ? access['screen'] : String(id);
};

const fieldsOf = (entity: JsonObject): [string, JsonObject][] =>
  Object.entries(isObject(entity['fields']) ? entity['fields'] : {}).flatMap(([name, field]) =>
    isObject(field) ? [[name, field] as [string, JsonObject]] : [],
  );

/** Entities that the caller may read, by title. */
export function readableEntities(editing: Editing, ctx: Pick<Context, 'caller' | 'lang'>): JsonObject[] {
  return editing.bundled.all
    .map(({ document }) => document as JsonObject)
    .filter(({ kind }) => kind === 'entity')
    .filter((entity) => allows(ctx.caller.grants, { screen: screenOf(entity), verb: 'read' }));
}

/** Plural name of an entity's records. */
export function namesOf(entity: JsonObject, lang: Language): string {
  const written = entity['plural'] ?? entity['title'];
  return typeof written === 'string' ? resolveText(lang, written) : String(entity['id']);
}

/** The field that records are grouped by: of few values, as far as the declaration says. */
function groupingField(entity: JsonObject): [string, JsonObject] | null {
  const fields = fieldsOf(entity).filter(([name]) => name !== entity['tree']);
  const rank = ({ type, options, filterable }: JsonObject): number =>
    type === 'boolean' ? 2 : options !== undefined ? 0 : type === 'reference' && filterable === true ? 1 : 9;
  const [best] = fields.toSorted(([, one], [, other]) => rank(one) - rank(other));
  return best && rank(best[1]) < 9 ? best : null;
}

/** The field by which records are counted over time. */
const timeField = (entity: JsonObject): string =>
  fieldsOf(entity).find(([, { type }]) => type === 'datetime')?.[0] ?? 'createdAt';

const dataset = (n: number, name: string, entity: JsonObject, title: Json, more: JsonObject): JsonObject => ({
  kind: 'dataset',
  formatVersion: 2,
  id: `view-${n}-${name}`,
  title,
  access: { screen: screenOf(entity), verb: 'read' },
  from: entity['id']!,
  measures: { records: { count: true } },
  ...more,
});

/** The newest records of an entity without a list of its own. */
function recordsDataset(
  dashId: number,
  entity: JsonObject,
  title: Json,
  shown: readonly [string, JsonObject][],
): JsonObject {
  const columns = Object.fromEntries(shown.map(([name]) => [name, name]));
  const { measures: _, ...query } = dataset(dashId, 'records', entity, title, { fields: columns });
  return {
    ...query,
    ...(timeField(entity) in columns && { order: [`${timeField(entity)}_desc`] }),
    limit: 100,
  };
}

/** The content of a view of an entity's records, and the datasets behind it. */
function contentOf(
  { bundled }: Editing,
  dashId: number,
  entity: JsonObject,
): { content: JsonObject; datasets: JsonObject[] } {
  const title = entity['plural'] ?? entity['title'] ?? '';
  const grouping = groupingField(entity);
  const group: JsonObject = grouping
    ? {
        id: 'group',
        field: grouping[0],
        ...(grouping[1]['type'] === 'reference' && { top: { n: mostGroups, by: 'records' } }),
      }
    : { id: 'group', field: timeField(entity), bucket: 'month', fill: true };
  const isListed = hasList(entity as unknown as EntityDocument);
  const shown = fieldsOf(entity)
    .filter(([name, { type }]) => name !== 'id' && type !== 'text' && type !== 'list')
    // A dataset shows a name of another record only to those who may read that one.
    .filter(([, { type }]) => isListed || type !== 'reference')
    .slice(0, mostColumns);
  const datasets = [
    dataset(dashId, 'total', entity, title, {}),
    dataset(dashId, 'groups', entity, title, {
      group: [group],
      order: [grouping ? 'records_desc' : 'group'],
      ...(grouping
        ? {}
        : {
            parameters: { period: { type: 'period', default: 'last-12-months' } },
            where: { [timeField(entity)]: { within: { $expr: 'params.period' } } },
          }),
    }),
    ...(isListed ? [] : [recordsDataset(dashId, entity, title, shown)]),
  ];
  const displayOf = (id: string): string => {
    const target = bundled.document('entity', id);
    return isObject(target) && typeof target['display'] === 'string' ? target['display'] : 'id';
  };
  const columns = shown.map(([name, field]) => ({
    field: field['type'] === 'reference' ? `${name}.${displayOf(String(field['entity']))}` : name,
    title: field['title'] ?? name,
    ...(name === entity['display'] && { role: 'title' }),
    ...(isListed && field['sortable'] === true && { sort: true }),
    ...(field['type'] === 'boolean' && { map: { true: '$yes', false: '$no' } }),
    ...(field['type'] === 'date' && { cell: 'date' }),
    ...(field['type'] === 'datetime' && { cell: 'datetime' }),
  }));
  const chart: JsonObject = {
    title: grouping ? (grouping[1]['title'] ?? '$by') : '$byMonth',
    category: 'group',
    series: [{ field: 'records', label: '$total', kind: grouping ? 'bar' : 'area' }],
    ...(grouping ? { horizontal: true } : { unit: 'month' }),
    ...(grouping?.[1]['type'] === 'boolean' && { map: { true: '$yes', false: '$no' } }),
  };
  return {
    datasets,
    content: {
      state: { list: {} },
      sources: {
        total: { dataset: `view-${dashId}-total` },
        groups: { dataset: `view-${dashId}-groups` },
        records: isListed
          ? { entity: entity['id']!, list: 'state.list', on: [`entity:${String(entity['id'])}`] }
          : { dataset: `view-${dashId}-records` },
      },
      body: [
        {
          id: 'total',
          type: 'stat',
          source: 'total',
          at: { x: 0, y: 0, w: 3, h: 6 },
          props: { label: title, field: 'records' },
        },
        { id: 'groups', type: 'chart', source: 'groups', at: { x: 3, y: 0, w: 9, h: 6 }, props: chart },
        {
          id: 'records',
          type: 'table',
          source: 'records',
          at: { x: 0, y: 6, w: 12, h: 9 },
          props: { columns: columns as unknown as Json },
        },
      ],
      strings: structuredClone(strings) as unknown as JsonObject,
    },
  };
}

/**
 * The content that a new view starts with. Its datasets are published with it, since a view without them shows nothing; their
 * rows are those that each reader may read.
 * @throws AppError VALIDATION_FAILED for an entity that does not exist, FORBIDDEN for one that the caller may not read
 */
export async function startContent(
  editing: Editing,
  ctx: Context,
  dashId: number,
  { entity: id }: ViewStart,
): Promise<JsonObject> {
  if (id === undefined) return {};
  const entity = editing.bundled.document('entity', id);
  if (!isObject(entity)) throw invalid([{ path: '/start/entity', key: 'errors.views.startEntity' }]);
  if (!allows(ctx.caller.grants, { screen: screenOf(entity), verb: 'read' })) throw new AppError('FORBIDDEN');
  const { content, datasets } = contentOf(editing, dashId, entity);
  for (const definition of datasets) {
    const key = { kind: 'dataset', id: String(definition['id']) } as const;
    await createDraft(editing, ctx, { ...definition, ...key } as JsonObject & DefinitionKey, null);
    await publish(editing, ctx, key, { comment: viewKey(dashId) });
  }
  return content;
}
