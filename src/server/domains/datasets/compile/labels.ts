import type { ColumnChoice } from '../../../../contracts/data-choice.ts';
import { languages, type Language } from '../../../../contracts/language.ts';
import {
  aggregateOf,
  BadPath,
  derivationOf,
  isCyclic,
  measuredPath,
  measuresRead,
  type DatasetDocument,
  type DatasetMeasure,
  type DatasetPathTarget,
  type Text,
} from '../../../../engine/core/index.ts';
import { entityText, type EntityModel, type ModelField } from '../../../kernel/entity/entity-model.ts';
import { findText, text } from '../../../kernel/texts.ts';
import type { DatasetColumn } from './columns.ts';

/** A text in each language, and the product's key for it. */
export type Label = Pick<ColumnChoice, 'titles' | 'text'>;

/** Inputs of the labels of a dataset's columns. */
interface LabelContext {
  models: ReadonlyMap<string, EntityModel>;
  document: DatasetDocument;
  /** Finds the field of a path; with `many` the records that it leads to. @throws BadPath */
  follow(path: string, many?: boolean): DatasetPathTarget;
}

const inEach = (make: (lang: Language) => string): Record<Language, string> =>
  Object.fromEntries(languages.map((lang) => [lang, make(lang)])) as Record<Language, string>;

/** A text of the product is named by its key, so that it changes with the product. */
const keyOf = (written: Text | undefined, isOwn: (key: string) => boolean): string | null => {
  if (typeof written !== 'string' || !/^\$[^$]/.test(written)) return null;
  const key = written.slice(1);
  return !isOwn(key) && findText('pt', key) !== null ? written : null;
};

export function fieldLabel(model: EntityModel, field: ModelField): Label {
  const { title } = field.field;
  return {
    titles: inEach((lang) => entityText(model, lang, title) || field.name),
    text: keyOf(title, (key) => model.document.strings?.pt?.[key] !== undefined),
  };
}

/** The name of an entity's records. */
function recordsLabel(model: EntityModel): Label {
  const written = model.document.plural ?? model.document.title;
  return {
    titles: inEach((lang) => entityText(model, lang, written)),
    text: keyOf(written, (key) => model.document.strings?.pt?.[key] !== undefined),
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

/** The label of a field that a path leads to; null for a path that leads nowhere any more. */
function pathLabel({ models, follow }: LabelContext, path: string): Label | null {
  try {
    const { entity, name } = follow(path);
    const model = models.get(entity);
    const field = model?.byName.get(name);
    return model && field ? fieldLabel(model, field) : null;
  } catch (error) {
    if (error instanceof BadPath) return null;
    throw error;
  }
}

/** The records that a count counts; null for a path that leads nowhere any more. */
function countLabel({ models, document, follow }: LabelContext, path: string | null): Label | null {
  try {
    const model = models.get(path === null ? document.from : follow(path, true).entity);
    return model ? recordsLabel(model) : null;
  } catch (error) {
    if (error instanceof BadPath) return null;
    throw error;
  }
}

/** The label of a measure without a title: what it counts or reads, with what it does to another measure. */
function measureLabel(context: LabelContext, measure: DatasetMeasure, depth = 0): Label | null {
  const aggregate = aggregateOf(measure);
  const path = measuredPath(measure);
  if (aggregate === 'count') return countLabel(context, path);
  const derivation = derivationOf(measure);
  if (aggregate !== null || derivation === null) {
    const own = path === null ? null : pathLabel(context, path);
    return own && aggregate === 'distinct' ? made('distinct', [own]) : own;
  }
  const { measures = {} } = context.document;
  // A measure that depends on itself has no label.
  if (depth > Object.keys(measures).length) return null;
  const read = measuresRead(measure).map((name) => {
    const one = measures[name];
    return one ? (writtenLabel(context, one.title) ?? measureLabel(context, one, depth + 1)) : null;
  });
  return read.includes(null) ? null : made(derivation, read as Label[]);
}

const made = (how: string, [of, other]: readonly Label[]): Label => ({
  titles: inEach((lang) =>
    text(lang, `errors.dataset.columns.${how}`, {
      title: of!.titles[lang],
      other: other?.titles[lang] ?? '',
    }),
  ),
  text: null,
});

/** The label of times that are put together by their weekday, hour or month. */
const byCycle = ({ titles }: Label, cycle: string): Label => ({
  titles: inEach((lang) => {
    const unit = text(lang, `screens.datasets.buckets.${cycle}`).toLowerCase();
    return text(lang, 'errors.dataset.compose.byUnit', { title: titles[lang], unit });
  }),
  text: null,
});

function writtenLabel({ document }: LabelContext, written: Text | undefined): Label | null {
  if (written === undefined) return null;
  return {
    titles: inEach((lang) => ownText(document, lang, written)),
    text: keyOf(written, (key) => document.strings?.pt?.[key] !== undefined),
  };
}

/** Label of a dataset's column: its title, else what it is about, else its name. */
export function columnLabel(context: LabelContext, { name, field }: DatasetColumn): Label {
  const { models, document } = context;
  const measure = document.measures?.[name];
  const group = document.group?.find(({ id }) => id === name);
  const written = writtenLabel(context, (measure ?? group)?.title);
  if (written) return written;
  const own = measure ? measureLabel(context, measure) : group && pathLabel(context, group.field);
  const cycle = typeof group?.bucket === 'string' && isCyclic(group.bucket) ? group.bucket : null;
  if (own) return cycle === null ? own : byCycle(own, cycle);
  const model = field && models.get(field.entity);
  const found = field && model?.byName.get(field.name);
  return found && model ? fieldLabel(model, found) : { titles: inEach(() => name), text: null };
}
