import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { languages, type Language } from '../../../../contracts/language.ts';
import {
  aggregateOf,
  isExpression,
  measuredPath,
  parameterName,
  type DatasetDocument,
  type DatasetGroup,
  type DatasetMeasure,
  type DatasetParameter,
} from '../../../../engine/core/index.ts';
import type { EntityModel } from '../../../kernel/entity/entity-model.ts';
import { listCell } from '../../../kernel/entity/files/list-cell.ts';
import { datasetChoice } from '../compile/choices.ts';
import { ownText } from '../compile/labels.ts';
import { readConditions } from './conditions.ts';
import {
  countPreservedParts,
  noPreservedParts,
  writePreservedParts,
  type PreservedParts,
} from './preserved-parts.ts';
import type {
  ComposedCondition,
  ComposedGroup,
  ComposedMeasure,
  ComposedParameter,
  Composition,
} from './wire.ts';

type Models = ReadonlyMap<string, EntityModel>;

/** Keys of a dataset that the form has fields for. */
const known = new Set([
  '$schema',
  'kind',
  'formatVersion',
  'id',
  'title',
  'access',
  'from',
  'parameters',
  'where',
  'fields',
  'group',
  'measures',
  'having',
  'order',
  'limit',
  'totals',
  'minRecords',
  'zone',
  'weekStart',
]);

/** Gives items titles that differ, since others refer to them by these. */
class Titles {
  readonly #given = new Map<string, string>();
  readonly #kept: PreservedParts;

  constructor(kept: PreservedParts) {
    this.#kept = kept;
  }

  /** @param at position of the text, for `kept` */
  give(name: string, at: string, shown: string, written: Json | undefined): string {
    const all = new Set(this.#given.values());
    let title = shown === '' ? name : shown;
    for (let count = 2; all.has(title); count += 1) title = `${shown} ${count}`;
    this.#given.set(name, title);
    this.#kept.texts[at] = { written: written ?? null, shown: title };
    return title;
  }

  readonly of = (name: string): string => this.#given.get(name) ?? name;
}

/** A stored dataset as its form has it. */
export function readComposition(models: Models, document: DatasetDocument, lang: Language): Composition {
  const kept = noPreservedParts();
  const {
    group = [],
    measures = {},
    parameters = {},
    access,
    having = {},
    order = [],
    totals = [],
  } = document;
  kept.rest = Object.fromEntries(
    Object.entries(document as unknown as JsonObject).filter(([key]) => !known.has(key)),
  );
  const labels = labelsOf(models, document, lang);
  const title = ownText(document, lang, document.title);
  kept.texts['/title'] = { written: document.title as Json, shown: title };
  const columns = new Titles(kept);
  for (const { id, title: written } of group)
    columns.give(id, `/group/${id}`, labels.get(id) ?? id, written as Json | undefined);
  for (const [name, { title: written }] of Object.entries(measures))
    columns.give(name, `/measures/${name}`, labels.get(name) ?? name, written as Json | undefined);
  const given = new Titles(kept);
  for (const [name, { title: written }] of Object.entries(parameters))
    given.give(
      name,
      `/parameters/${name}`,
      ownText(document, lang, written) || name,
      written as Json | undefined,
    );
  const parameterTitle = (name: string) => (Object.hasOwn(parameters, name) ? given.of(name) : null);

  const { shown, hidden } = readConditions(document.where as JsonObject | undefined, parameterTitle);
  kept.where = hidden;
  const conditions: ComposedCondition[] = [...shown];
  const composed = Object.entries(measures).flatMap(([name, measure]): ComposedMeasure[] => {
    const read = readMeasure(name, measure, columns.of);
    if (read === null) {
      kept.measures[name] = measure as unknown as JsonObject;
      return [];
    }
    const own = readConditions(measure.where as JsonObject | undefined, parameterTitle);
    if (own.hidden.length > 0) kept.measureWhere[name] = own.hidden;
    conditions.push(...own.shown.map((one) => ({ ...one, of: columns.of(name) })));
    return [read];
  });
  const simple = totals.filter((names) => names.length === 1);
  kept.totals = totals.filter((names) => names.length > 1);
  const screen = screenOf(access);
  if (access !== undefined && screen === null)
    kept.rest = { ...kept.rest, access: access as unknown as Json };
  return {
    stored: true,
    id: document.id,
    title,
    from: document.from,
    access: screen,
    shape: document.fields ? 'records' : 'groups',
    columns: Object.entries(document.fields ?? {}).map(([name, path]) => ({ name, path })),
    groups: group.map((one) => readGroup(one, columns.of, given.of)),
    measures: composed,
    conditions,
    parameters: Object.entries(parameters).map(([name, one]) => readParameter(name, one, given.of)),
    limits: Object.entries(having).map(([name, { from, to }]) => ({
      measure: columns.of(name),
      from: from ?? null,
      to: to ?? null,
    })),
    order: order.map((one) => readOrder(one, document, columns.of)),
    limit: document.limit ?? null,
    grandTotal: totals.some((names) => names.length === 0),
    subtotals: simple.map(([name]) => columns.of(name!)),
    minRecords: document.minRecords ?? null,
    zone: document.zone ?? null,
    weekStart: document.weekStart ?? null,
    kept: writePreservedParts(kept),
    keptCount: countPreservedParts(kept),
  };
}

/** The labels of columns; none where fields were removed since. */
function labelsOf(models: Models, document: DatasetDocument, lang: Language): ReadonlyMap<string, string> {
  try {
    return new Map(
      datasetChoice(models, document, lang).columns.map(({ name, titles }) => [
        name,
        titles[lang] ?? titles[languages[0]],
      ]),
    );
  } catch {
    return new Map();
  }
}

/** The screen of an access that its readers have; null for any other rule. */
function screenOf(access: DatasetDocument['access']): string | null {
  if (!isObject(access as Json | undefined)) return null;
  const { screen, verb, ...more } = access as unknown as JsonObject;
  return typeof screen === 'string' && verb === 'read' && Object.keys(more).length === 0 ? screen : null;
}

function readGroup(
  { id, field, bucket, fill, top }: DatasetGroup,
  titleOf: (name: string) => string,
  parameterOf: (name: string) => string,
): ComposedGroup {
  const chosen = isExpression(bucket) ? parameterName(bucket.$expr) : null;
  return {
    name: id,
    title: titleOf(id),
    path: field,
    bucket: isExpression(bucket) ? 'parameter' : (bucket ?? null),
    unit: chosen === null ? null : parameterOf(chosen),
    fill: fill ?? false,
    top: top?.n ?? null,
    topBy: top ? titleOf(top.by) : null,
  };
}

function readMeasure(
  name: string,
  measure: DatasetMeasure,
  titleOf: (name: string) => string,
): ComposedMeasure | null {
  const base = { name, title: titleOf(name) };
  const kind = aggregateOf(measure);
  if (kind !== null) {
    const percent = measure.percentile ? Math.round(measure.percentile.p * 1e9) / 1e7 : null;
    return { ...base, kind, path: measuredPath(measure), percent };
  }
  const { running, previous, share, ratio } = measure;
  if (running) return { ...base, kind: 'running', of: titleOf(running.of), along: titleOf(running.along) };
  if (previous) return { ...base, kind: 'previous', of: titleOf(previous.of), by: previous.by };
  if (share)
    return { ...base, kind: 'share', of: titleOf(share.of), within: (share.within ?? []).map(titleOf) };
  if (!ratio || (ratio.minus !== undefined && ratio.minus !== 1 && ratio.minus !== 0)) return null;
  return {
    ...base,
    kind: ratio.minus === 1 ? 'growth' : 'ratio',
    of: titleOf(ratio.of),
    to: titleOf(ratio.to),
  };
}

function readParameter(
  name: string,
  { type, field, options, default: initial, required, maxDays }: DatasetParameter,
  titleOf: (name: string) => string,
): ComposedParameter {
  return {
    name,
    title: titleOf(name),
    type,
    path: field ?? null,
    options: options ?? [],
    default:
      initial === undefined ? null : Array.isArray(initial) ? listCell(initial.map(String)) : String(initial),
    required: required ?? false,
    maxDays: maxDays ?? null,
  };
}

function readOrder(
  written: string,
  { fields, group = [], measures = {} }: DatasetDocument,
  titleOf: (name: string) => string,
): { by: string; desc: boolean } {
  const names = fields ? Object.keys(fields) : [...group.map(({ id }) => id), ...Object.keys(measures)];
  const desc = !names.includes(written) && written.endsWith('_desc');
  const name = desc ? written.slice(0, -'_desc'.length) : written;
  return { by: fields ? (fields[name] ?? name) : titleOf(name), desc };
}
