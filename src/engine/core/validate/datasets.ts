import type { JsonObject } from '../../../contracts/json.ts';
import { parsePeriod, periodNames } from '../../../contracts/periods.ts';
import { isTimeZone } from '../../../contracts/time-zones.ts';
import type { Diagnostic } from '../contract.ts';
import { isCyclic } from '../dataset/buckets.ts';
import { aggregateOf, derivedInOrder, measuredPath, measuresRead } from '../dataset/measures.ts';
import { parameterFits, parameterName, periodConditions } from '../dataset/parameters.ts';
import { BadPath, followPath, manyPart, type DatasetPathTarget } from '../dataset/paths.ts';
import { systemFieldsOf } from '../entity/entity.ts';
import { isExpression } from '../expressions/expression.ts';
import type {
  DatasetDocument,
  DatasetMeasure,
  DatasetParameter,
  EntityDocument,
} from '../generated/documents.ts';
import { diagnostic } from './diagnostics.ts';
import { isEntity } from './entities.ts';
import {
  filterDiagnostics,
  isRuleReference,
  referenceFits,
  rowRuleReferences,
  unreferred,
  type FilterNames,
} from './entity-filters.ts';
import { isFieldValue } from './entity-fields.ts';
import { nearest } from './nearest.ts';
import { References, textDiagnostics, type TextKeys } from './references.ts';
import { languageDiagnostics } from './schema-diagnostics.ts';

const numeric = ['integer', 'number'];
const orderable = [...numeric, 'date', 'datetime'];

/** Types of fields that an aggregate can read; null for all that have one value. */
const aggregateTypes: Readonly<Record<string, readonly string[] | null>> = {
  distinct: null,
  sum: numeric,
  avg: numeric,
  min: orderable,
  max: orderable,
  percentile: numeric,
};

class DatasetCheck {
  readonly #dataset: DatasetDocument;
  readonly #entities: ReadonlyMap<string, EntityDocument>;
  readonly found: Diagnostic[] = [];

  constructor(dataset: DatasetDocument, entities: ReadonlyMap<string, EntityDocument>) {
    this.#dataset = dataset;
    this.#entities = entities;
  }

  run(): Diagnostic[] {
    const { from, where, fields = {}, group = [], measures = {}, order = [] } = this.#dataset;
    if (!this.#entities.has(from)) {
      const values = { entity: from, nearest: nearest(from, this.#entities.keys()) };
      return [diagnostic('/from', 'entity-unknown', values)];
    }
    const { zone } = this.#dataset;
    if (zone !== undefined && !isTimeZone(zone)) this.#add('/zone', 'dataset-zone', { zone });
    // They have no effect on rows that are records.
    if (this.#dataset.fields)
      for (const key of ['group', 'having', 'totals', 'minRecords'] as const)
        if (this.#dataset[key] !== undefined) this.#add(`/${key}`, 'unknown-key', { key });
    this.#columns();
    for (const [name, one] of Object.entries(this.#dataset.parameters ?? {})) this.#parameter(name, one);
    if (where) this.found.push(...filterDiagnostics(where, this.#names([]), '/where'));
    for (const [name, path] of Object.entries(fields)) this.#single(path, `/fields/${name}`);
    group.forEach((_, index) => this.#group(index));
    for (const [name, measure] of Object.entries(measures)) this.#measure(name, measure);
    const { circle } = derivedInOrder(this.#dataset);
    if (circle !== null) this.#add(`/measures/${circle}`, 'dataset-circle', { name: circle });
    const columns = this.#dataset.fields ? Object.keys(fields) : this.#columnNames();
    order.forEach((one, index) =>
      this.#known(one.replace(/_desc$/, ''), columns, `/order/${index}`, one.endsWith('_desc') ? one : null),
    );
    for (const name of Object.keys(this.#dataset.having ?? {}))
      this.#known(name, this.#numbers(), `/having/${name}`);
    for (const [at, keys] of (this.#dataset.totals ?? []).entries())
      keys.forEach((key, index) => this.#known(key, this.#groupIds(), `/totals/${at}/${index}`));
    return this.found;
  }

  #add(pointer: string, code: Parameters<typeof diagnostic>[1], values: Diagnostic['values'] = {}): void {
    this.found.push(diagnostic(pointer, code, values));
  }

  readonly #groupIds = (): string[] => (this.#dataset.group ?? []).map(({ id }) => id);
  readonly #columnNames = (): string[] => [...this.#groupIds(), ...Object.keys(this.#dataset.measures ?? {})];

  /** Reports a name that is not among those known. @param other a second reading of the name that is as good */
  #known(name: string, known: readonly string[], pointer: string, other: string | null = null): void {
    if (known.includes(name) || (other !== null && known.includes(other))) return;
    this.#add(pointer, 'dataset-name', { name, nearest: nearest(name, known) });
  }

  /** Reports columns of one name. A group may have two further ones. */
  #columns(): void {
    const groups = (this.#dataset.group ?? []).map(({ id }, index) => ({
      pointer: `/group/${index}/id`,
      names: [id, `${id}Id`, `${id}Rest`],
    }));
    const measures = Object.keys(this.#dataset.measures ?? {}).map((name) => ({
      pointer: `/measures/${name}`,
      names: [name],
    }));
    const seen = new Set<string>();
    for (const { pointer, names } of [...groups, ...measures]) {
      const name = names.find((one) => seen.has(one));
      if (name !== undefined) this.#add(pointer, 'dataset-twice', { name });
      for (const one of names) seen.add(one);
    }
  }

  /** Follows a path, and reports one that leads nowhere. */
  #follow(
    path: string,
    pointer: string,
    isRecords = false,
    from = this.#dataset.from,
  ): DatasetPathTarget | null {
    try {
      return followPath(this.#entities, from, path, isRecords);
    } catch (error) {
      if (!(error instanceof BadPath)) throw error;
      const entity = this.#entities.get(error.entity);
      const known = entity ? [...Object.keys(entity.fields), ...systemFieldsOf(entity)] : [];
      const values = { segment: error.segment, entity: error.entity };
      this.#add(pointer, 'dataset-path', { ...values, nearest: nearest(error.segment, known) });
      return null;
    }
  }

  /** A path to one value of each record. */
  #single(path: string, pointer: string, from = this.#dataset.from): DatasetPathTarget | null {
    const target = this.#follow(path, pointer, false, from);
    if (!target) return null;
    const many = manyPart(target.steps);
    if (many.length > 0 || target.field.type === 'list') {
      this.#add(pointer, 'dataset-many', { path, entity: many.at(-1)?.to ?? target.entity });
      return null;
    }
    return target;
  }

  /** A path to one value of each of the records that a measure is about. */
  #within(path: string, many: readonly string[], pointer: string): DatasetPathTarget | null {
    const target = this.#follow(path, pointer);
    if (!target) return null;
    const count = manyPart(target.steps).length;
    const part = path.split('.').slice(0, count).join('.');
    if (many.includes(part) && target.field.type !== 'list') return target;
    this.#add(pointer, 'dataset-many', { path, entity: target.steps[count - 1]?.to ?? target.entity });
    return null;
  }

  /**
   * Names for conditions.
   * @param many to-many steps whose records the condition is about @param from entity whose records are meant
   */
  #names(many: readonly string[], from = this.#dataset.from): FilterNames {
    return {
      records: (path, pointer) => {
        const before = this.found.length;
        const target = this.#follow(path, pointer, true, from);
        if (!target) return this.found.splice(before)[0]!;
        return manyPart(target.steps).length === target.steps.length
          ? this.#names([], target.entity)
          : diagnostic(pointer, 'dataset-count', { path });
      },
      field: (name, pointer) => {
        const isWithin = many.some((one) => name.startsWith(`${one}.`));
        const before = this.found.length;
        const target = isWithin ? this.#within(name, many, pointer) : this.#single(name, pointer, from);
        // All diagnostics were collected; a filter reports one for each name.
        return target?.field ?? this.found.splice(before)[0]!;
      },
      reference: (field, operator, source, pointer) => {
        const name = parameterName(source);
        if (name === null)
          return !unreferred.has(operator) &&
            operator !== 'in' &&
            isRuleReference(source) &&
            referenceFits(source.trim(), field.type)
            ? []
            : [
                diagnostic(pointer, 'entity-rule-value', {
                  allowed: [...rowRuleReferences, 'params.<name>'].join(', '),
                }),
              ];
        const parameters = this.#dataset.parameters ?? {};
        const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
        if (!parameter) {
          const known = Object.keys(parameters);
          return [diagnostic(pointer, 'dataset-name', { name, nearest: nearest(name, known) })];
        }
        return parameterFits(parameter, operator, field)
          ? []
          : [diagnostic(pointer, 'dataset-parameter', { name, type: parameter.type, key: operator })];
      },
    };
  }

  #parameter(name: string, { type, field, options, default: initial }: DatasetParameter): void {
    const pointer = `/parameters/${name}`;
    if (type === 'choice' && !options) this.#add(pointer, 'required', { key: 'options' });
    if (type === 'values' && field === undefined) this.#add(pointer, 'required', { key: 'field' });
    const target = field === undefined ? null : this.#single(field, `${pointer}/field`);
    if (initial === undefined) return;
    const fits = {
      period: () => typeof initial === 'string' && parsePeriod(initial, '2026-01-01') !== null,
      date: () => isFieldValue({ type: 'date' }, initial),
      text: () => typeof initial === 'string',
      number: () => typeof initial === 'number',
      boolean: () => typeof initial === 'boolean',
      choice: () => typeof initial === 'string' && (options ?? []).includes(initial),
      values: () =>
        Array.isArray(initial) && initial.every((one) => target === null || isFieldValue(target.field, one)),
    };
    if (fits[type]()) return;
    const expected = type === 'period' ? periodNames.join(', ') : type;
    this.#add(`${pointer}/default`, 'type', { expected });
  }

  #group(index: number): void {
    const { field: path, bucket, fill, top } = this.#dataset.group![index]!;
    const pointer = `/group/${index}`;
    const target = this.#single(path, `${pointer}/field`);
    const type = target?.field.type;
    if (type === 'text') this.#add(`${pointer}/field`, 'dataset-field', { path, type });
    const isTime = type === 'date' || type === 'datetime';
    if (type !== undefined && bucket !== undefined && !isTime)
      this.#add(`${pointer}/bucket`, 'dataset-field', { path, type });
    // Instants that differ in microseconds are no groups.
    if (type === 'datetime' && bucket === undefined) this.#add(pointer, 'required', { key: 'bucket' });
    if (isExpression(bucket)) this.#bucket(bucket.$expr, `${pointer}/bucket/$expr`);
    if (fill) this.#fill(index);
    if (top) {
      const { measures = {} } = this.#dataset;
      const plain = Object.keys(measures).filter((name) => aggregateOf(measures[name]!) !== null);
      this.#known(top.by, plain, `${pointer}/top/by`);
    }
  }

  /** Units times the other groups are rows, so that there are few of these. */
  #fill(index: number): void {
    const groups = this.#dataset.group!;
    const { field, bucket, top } = groups[index]!;
    const pointer = `/group/${index}/fill`;
    if (!isCyclic(bucket)) {
      const period = this.#period(field);
      if (bucket === undefined || period === null)
        return this.#add(pointer, 'dataset-period', { path: field });
      this.#needsValue(period.parameter);
    }
    const others = groups.filter((_, at) => at !== index);
    const isFew = ({ field: path, top: kept, bucket: unit }: (typeof groups)[number]): boolean => {
      if (kept) return true;
      const target = this.#follow(path, pointer);
      const isListed = target?.field.type === 'boolean' || target?.field.options !== undefined;
      return isCyclic(unit) || (unit === undefined && isListed);
    };
    if (top || others.length > 1 || !others.every(isFew)) this.#add(pointer, 'dataset-fill');
  }

  #bucket(source: string, pointer: string): void {
    const name = parameterName(source);
    const parameter = name === null ? undefined : this.#dataset.parameters?.[name];
    const units = ['hour', 'day', 'week', 'month', 'quarter', 'year'];
    if (parameter?.type !== 'choice' || !parameter.options?.every((one) => units.includes(one)))
      this.#add(pointer, 'dataset-bucket', { units: units.join(', ') });
    else if (parameter.default === undefined && !parameter.required)
      this.#add(`/parameters/${name}`, 'required', { key: 'default' });
  }

  /** The condition that keeps a field, or any, within a period; null without one. */
  #period(path: string | null): ReturnType<typeof periodConditions>[number] | null {
    const periods = periodConditions(this.#dataset.where as unknown as JsonObject | undefined);
    return periods.find((one) => path === null || one.path === path) ?? null;
  }

  /** Reports a parameter that may be left without a value where one is computed with. */
  #needsValue(name: string): void {
    const parameter = this.#dataset.parameters?.[name];
    if (parameter && !parameter.required && parameter.default === undefined)
      this.#add(`/parameters/${name}`, 'required', { key: 'default' });
  }

  #isReference(path: string): boolean {
    try {
      return followPath(this.#entities, this.#dataset.from, path).field.type === 'reference';
    } catch {
      // A path that leads nowhere has its own diagnostic.
      return false;
    }
  }

  /** The measures that are numbers. */
  #numbers(): string[] {
    const { measures = {} } = this.#dataset;
    const isNumber = (measure: DatasetMeasure | undefined): boolean => {
      if (measure?.previous) return isNumber(measures[measure.previous.of]);
      const path = measure?.min ?? measure?.max;
      if (path === undefined) return true;
      try {
        return numeric.includes(followPath(this.#entities, this.#dataset.from, path).field.type);
      } catch {
        return true;
      }
    };
    return Object.keys(measures).filter((name) => isNumber(measures[name]));
  }

  #measure(name: string, measure: DatasetMeasure): void {
    const pointer = `/measures/${name}`;
    const kind = aggregateOf(measure);
    if (kind === null) return this.#derived(measure, pointer);
    const path = measuredPath(measure);
    const at = kind === 'percentile' ? `${pointer}/percentile/field` : `${pointer}/${kind}`;
    const target = path === null ? null : this.#follow(path, at, kind === 'count');
    const many = manyPart(target?.steps ?? []);
    if (target && kind === 'count' && many.length !== target.steps.length)
      this.#add(at, 'dataset-count', { path: path! });
    if (target && kind !== 'count') {
      const { type } = target.field;
      const types = aggregateTypes[kind];
      if (type === 'list' || type === 'text' || (types && !types.includes(type)))
        this.#add(at, 'dataset-field', { path: path!, type });
    }
    const prefixes = many.map((_, index) =>
      path!
        .split('.')
        .slice(0, index + 1)
        .join('.'),
    );
    if (measure.where)
      this.found.push(...filterDiagnostics(measure.where, this.#names(prefixes), `${pointer}/where`));
  }

  #derived(measure: DatasetMeasure, pointer: string): void {
    const { measures = {} } = this.#dataset;
    if (measure.where) this.#add(`${pointer}/where`, 'unknown-key', { key: 'where' });
    const { running, previous, share } = measure;
    // The value of an earlier period can also be a day.
    const known = previous ? Object.keys(measures) : this.#numbers();
    for (const read of measuresRead(measure)) this.#known(read, known, pointer);
    if (running) {
      // The names of records have another order than their keys.
      const ids = (this.#dataset.group ?? [])
        .filter(({ field }) => !this.#isReference(field))
        .map(({ id }) => id);
      this.#known(running.along, ids, `${pointer}/running/along`);
    }
    for (const one of share?.within ?? []) this.#known(one, this.#groupIds(), `${pointer}/share/within`);
    if (!previous) return;
    const { of } = previous;
    if (Object.hasOwn(measures, of) && aggregateOf(measures[of]!) === null)
      this.#add(`${pointer}/previous/of`, 'dataset-name', { name: of, nearest: '' });
    const period = this.#period(null);
    if (period === null) return this.#add(`${pointer}/previous`, 'dataset-period', { path: '' });
    this.#needsValue(period.parameter);
    // Units of another time than that of the period would not meet those of the earlier one.
    (this.#dataset.group ?? []).forEach(({ field, bucket }, index) => {
      if (bucket !== undefined && field !== period.path)
        this.#add(`/group/${index}/bucket`, 'dataset-period', { path: field });
    });
  }
}

function collectTexts(dataset: DatasetDocument): References['texts'] {
  const references = new References();
  references.addText(dataset.title, '/title');
  for (const [name, { title }] of Object.entries(dataset.parameters ?? {}))
    references.addText(title, `/parameters/${name}/title`);
  (dataset.group ?? []).forEach(({ title }, index) => references.addText(title, `/group/${index}/title`));
  for (const [name, { title }] of Object.entries(dataset.measures ?? {}))
    references.addText(title, `/measures/${name}/title`);
  return references.texts;
}

/**
 * Validates a dataset. Paths are followed, and text keys looked up, where entities and texts are known.
 */
export function datasetDiagnostics(
  document: JsonObject,
  texts?: TextKeys,
  entities?: readonly JsonObject[],
): Diagnostic[] {
  const invalid = languageDiagnostics('dataset', document, '');
  if (invalid.length > 0) return invalid;
  const dataset = document as unknown as DatasetDocument;
  if (!entities) return [];
  const known = new Map(entities.filter(isEntity).map((one) => [one.id, one as EntityDocument]));
  const found = new DatasetCheck(dataset, known).run();
  return found.length > 0 || !texts ? found : textDiagnostics(document, collectTexts(dataset), texts);
}
