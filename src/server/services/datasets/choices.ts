import type { ColumnChoice, DataChoice, ParameterChoice, TimeUnit } from '../../../contracts/data-choice.ts';
import { languages, type Language } from '../../../contracts/language.ts';
import type { DatasetDocument, DatasetMeasure, Text } from '../../../engine/core/index.ts';
import { followPath, isCyclic, isExpression, parameterName } from '../../../engine/core/index.ts';
import type { Caller } from '../../kernel/contract.ts';
import { entityText, mayUse, type EntityModel, type ModelField } from '../../kernel/entity/model.ts';
import { findText } from '../../kernel/texts.ts';
import { columnsOf, columnType, type DatasetColumn } from './columns.ts';

type Models = ReadonlyMap<string, EntityModel>;

/** A text in each language, and the product's key for it. */
type Label = Pick<ColumnChoice, 'titles' | 'text'>;

const inEach = (make: (lang: Language) => string): Record<Language, string> =>
  Object.fromEntries(languages.map((lang) => [lang, make(lang)])) as Record<Language, string>;

/** A text of the product is named by its key, so that it changes with the product. */
const keyOf = (written: Text | undefined, isOwn: (key: string) => boolean): string | null => {
  if (typeof written !== 'string' || !/^\$[^$]/.test(written)) return null;
  const key = written.slice(1);
  return !isOwn(key) && findText('pt', key) !== null ? written : null;
};

function fieldLabel(model: EntityModel, field: ModelField): Label {
  const { title } = field.field;
  return {
    titles: inEach((lang) => entityText(model, lang, title) || field.name),
    text: keyOf(title, (key) => model.document.strings?.pt?.[key] !== undefined),
  };
}

/** A text of a dataset in a language. */
export function ownText({ strings }: DatasetDocument, lang: Language, written: Text | undefined): string {
  if (typeof written !== 'string') return '';
  if (!written.startsWith('$')) return written;
  if (written.startsWith('$$')) return written.slice(1);
  const key = written.slice(1);
  return strings?.[lang]?.[key] ?? findText(lang, key) ?? strings?.pt?.[key] ?? key;
}

const isCount = ({ count, distinct }: DatasetMeasure): boolean =>
  count !== undefined || distinct !== undefined;

function datasetLabel(models: Models, document: DatasetDocument, { name, field }: DatasetColumn): Label {
  const measure = document.measures?.[name];
  const written = measure ? measure.title : document.group?.find(({ id }) => id === name)?.title;
  if (written !== undefined)
    return {
      titles: inEach((lang) => ownText(document, lang, written)),
      text: keyOf(written, (key) => document.strings?.pt?.[key] !== undefined),
    };
  const model = field && models.get(field.entity);
  const found = field && model?.byName.get(field.name);
  if (found && model) return fieldLabel(model, found);
  const root = models.get(document.from);
  // A number of records is best known by what is counted.
  if (measure && isCount(measure) && measure.count === true && root)
    return {
      titles: inEach((lang) => entityText(root, lang, root.document.plural ?? root.document.title)),
      text: keyOf(
        root.document.plural ?? root.document.title,
        (key) => root.document.strings?.pt?.[key] !== undefined,
      ),
    };
  return { titles: inEach(() => name), text: null };
}

/** The unit that a column groups by: of a parameter that chooses it, the default. */
function unitOf({ group = [], parameters = {} }: DatasetDocument, name: string): TimeUnit | null {
  const bucket = group.find(({ id }) => id === name)?.bucket;
  const chosen = isExpression(bucket) ? parameters[parameterName(bucket.$expr)!]?.default : bucket;
  return typeof chosen === 'string' && !isCyclic(chosen) ? (chosen as TimeUnit) : null;
}

/** A dataset as an author chooses it. The caller may run it. */
export function datasetChoice(models: Models, document: DatasetDocument, lang: Language): DataChoice {
  const entities = new Map([...models].map(([id, { document: one }]) => [id, one]));
  const follow = (path: string) => followPath(entities, document.from, path);
  const { parameters = {} } = document;
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
        title: own || (model && found ? fieldLabel(model, found).titles[lang] : name),
        required: parameter.required === true && parameter.default === undefined,
        options: parameter.options ?? [],
        default: parameter.default ?? null,
        field: target && { entity: target.entity, name: target.name },
      };
    }),
    columns: columnsOf(document, follow, (name) => parameters[name]?.default).map((column) => ({
      name: column.name,
      type: column.type,
      unit: unitOf(document, column.name),
      ...datasetLabel(models, document, column),
    })),
  };
}

/** Types of fields that are no column of a list. */
const unlisted = new Set<string>(['list']);

/** The records of an entity as an author chooses them, with the fields that the caller may read. */
export function entityChoice(model: EntityModel, caller: Caller, lang: Language): DataChoice {
  const listed = model.fields.filter((field) => !unlisted.has(field.type) && mayUse(field, caller));
  return {
    kind: 'entity',
    id: model.id,
    title: entityText(model, lang, model.document.plural ?? model.document.title) || model.id,
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
