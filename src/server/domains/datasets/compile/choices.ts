import type {
  ColumnChoice,
  DataChoice,
  ParameterChoice,
  TimeUnit,
} from '../../../../contracts/data-choice.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { DatasetDocument } from '../../../../engine/core/index.ts';
import { followPath, isCyclic, isExpression, parameterName } from '../../../../engine/core/index.ts';
import type { Caller } from '../../../kernel/contract.ts';
import { entityText, mayUse, type EntityModel } from '../../../kernel/entity/entity-model.ts';
import { parameterOf } from '../../../kernel/entity/schemas.ts';
import { text } from '../../../kernel/texts.ts';
import { columnsOf, columnType, type DatasetColumn } from './columns.ts';
import { columnLabel, fieldLabel, ownText } from './labels.ts';

type Models = ReadonlyMap<string, EntityModel>;

type ValueOf = (parameter: string) => unknown;

/** The unit that a column groups by. @param valueOf value of a parameter, which may choose it */
function unitOf({ group = [] }: DatasetDocument, name: string, valueOf: ValueOf): TimeUnit | null {
  const bucket = group.find(({ id }) => id === name)?.bucket;
  const chosen = isExpression(bucket) ? valueOf(parameterName(bucket.$expr)!) : bucket;
  return typeof chosen === 'string' && !isCyclic(chosen) ? (chosen as TimeUnit) : null;
}

/** A parameter without a title: a period is one of a kind, others have their name. */
const nameless = (lang: Language, name: string, type: string): string =>
  type === 'period' ? text(lang, 'screens.datasets.types.period') : name;

/** A dataset as an author chooses it. The caller may run it. */
export function datasetChoice(models: Models, document: DatasetDocument, lang: Language): DataChoice {
  const entities = new Map([...models].map(([id, { document: one }]) => [id, one]));
  const follow = (path: string) => followPath(entities, document.from, path);
  const { parameters = {} } = document;
  const byDefault: ValueOf = (name) => parameters[name]?.default;
  return {
    kind: 'dataset',
    id: document.id,
    title: ownText(document, lang, document.title),
    parameters: Object.entries(parameters).map(([name, parameter]): ParameterChoice => {
      const target = parameter.field === undefined ? null : follow(parameter.field);
      const model = target && models.get(target.entity);
      const found = target && model?.byName.get(target.name);
      const own = ownText(document, lang, parameter.title);
      return {
        name,
        type: parameter.type,
        title:
          own ||
          (model && found ? fieldLabel(model, found).titles[lang] : nameless(lang, name, parameter.type)),
        required: parameter.required === true && parameter.default === undefined,
        options: parameter.options ?? [],
        default: parameter.default ?? null,
        field: target && { entity: target.entity, name: target.name },
      };
    }),
    columns: columnChoices(models, document, columnsOf(document, follow, byDefault), byDefault),
  };
}

/** Names and meanings of a dataset's columns, in their order. @param valueOf value of a parameter */
export function columnChoices(
  models: Models,
  document: DatasetDocument,
  columns: readonly DatasetColumn[],
  valueOf: ValueOf,
): ColumnChoice[] {
  const entities = new Map([...models].map(([id, { document: one }]) => [id, one]));
  const follow = (path: string, many?: boolean) => followPath(entities, document.from, path, many);
  return columns.map((column) => ({
    name: column.name,
    type: column.type,
    unit: unitOf(document, column.name, valueOf),
    ...(document.group?.some(({ id }) => id === column.name) && { isGroup: true }),
    ...columnLabel({ models, document, follow }, column),
  }));
}

/** Types of fields that are no column of a list. */
const unlisted = new Set<string>(['list']);

/** Fields that the list of an entity takes values of, and days as ends of their range. A field that is only searched in is typed, and no choice. */
function listFilters(model: EntityModel, caller: Caller, lang: Language): ParameterChoice[] {
  // Lists with routes of their own have other parameters.
  if (model.document.routes === false) return [];
  const filterable = [...model.byName.values()].filter(
    (one) =>
      one.field.filterable &&
      !one.field.searchable &&
      !unlisted.has(one.type) &&
      one.name !== 'version' &&
      mayUse(one, caller),
  );
  return filterable.flatMap((one): ParameterChoice[] => {
    const field = fieldLabel(model, one).titles[lang];
    const made = { required: false, options: [], default: null };
    if (one.type === 'date' || one.type === 'datetime')
      return (['from', 'to'] as const).map((end) => ({
        ...made,
        name: parameterOf(one.wire, end),
        type: 'date',
        title: text(lang, end === 'from' ? 'records.filterFrom' : 'records.filterTo', { field }),
        field: null,
      }));
    return [
      {
        ...made,
        name: one.wire,
        type: one.type === 'boolean' ? 'boolean' : 'values',
        title: field,
        field: { entity: model.id, name: one.name },
      },
    ];
  });
}

/** The records of an entity as an author chooses them, with the fields that the caller may read. */
export function entityChoice(model: EntityModel, caller: Caller, lang: Language): DataChoice {
  const listed = model.fields.filter((field) => !unlisted.has(field.type) && mayUse(field, caller));
  return {
    kind: 'entity',
    id: model.id,
    title: entityText(model, lang, model.document.plural ?? model.document.title) || model.id,
    record: { key: model.key.wire, display: model.display.wire, filters: listFilters(model, caller, lang) },
    parameters: [],
    columns: listed.map((field): ColumnChoice => {
      const target = field.type === 'reference' && field.target !== null ? model.all.get(field.target) : null;
      const name = target ? `${field.name}.${target.display.wire}` : field.wire;
      const type = target ? 'text' : columnType(field.type);
      return { name, type, unit: null, ...fieldLabel(model, field) };
    }),
  };
}

/** By title, in the reader's language. */
export const byTitle =
  (lang: Language) =>
  (one: DataChoice, other: DataChoice): number =>
    one.title.localeCompare(other.title, lang) || one.id.localeCompare(other.id);
