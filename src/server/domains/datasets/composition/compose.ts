import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { escapeSegment } from '../../../../contracts/json-pointer.ts';
import type { DatasetDocument, DatasetPathTarget } from '../../../../engine/core/index.ts';
import { CompositionReader, isEmpty, list, type ComposeContext } from './composition-reader.ts';
import type { KeyedError } from '../../../kernel/errors.ts';
import { BadValue, toFilter } from './conditions.ts';
import { Names } from './names.ts';
import type {
  ComposedCondition,
  ComposedGroup,
  ComposedMeasure,
  ComposedParameter,
  Composition,
} from './wire.ts';

/** A dataset that was made of a form. */
export interface Composed {
  document: DatasetDocument;
  /** Validation errors, at the fields of the form. */
  errors: KeyedError[];
  /** Whether something was left out that is not filled in yet. */
  isIncomplete: boolean;
  /** The field of the form that a position in the document comes from. */
  fieldOf(pointer: string): string;
}

/** Makes a dataset of a form. Values that are wrong are named at their fields. */
export function composeDataset(composition: Composition, context: ComposeContext): Composed {
  return new Composer(composition, context).compose();
}

class Composer extends CompositionReader {
  /** Names of the parameters that are filled in. */
  readonly #made = new Set<string>();

  compose(): Composed {
    const form = this.form;
    this.names();
    const from = this.need(form.from, '/from') ?? '';
    if (from !== '' && !this.mayRead(from)) this.add('/from', 'entity');
    const { rest } = this.kept;
    const isRecords = form.shape === 'records';
    const { strings: _strings, ...others } = rest;
    const parameters = this.#parameterDocuments();
    const where = this.#where(null);
    const shape: JsonObject = isRecords
      ? { fields: this.#fields() }
      : {
          ...(list(form.groups).length > 0 && { group: this.#groupDocuments() }),
          measures: this.#measureDocuments(),
          ...this.#having(),
          ...this.#totals(),
          ...(!isEmpty(form.minRecords) && { minRecords: form.minRecords! }),
        };
    const document: JsonObject = {
      kind: 'dataset',
      formatVersion: 2,
      id: this.#id(),
      title: this.text('/title', form.title) ?? '',
      ...(!isEmpty(form.access) && { access: { screen: form.access!, verb: 'read' } }),
      from,
      ...(Object.keys(parameters).length > 0 && { parameters }),
      ...(where && { where }),
      ...shape,
      ...this.#order(isRecords),
      ...(!isEmpty(form.limit) && { limit: form.limit! }),
      ...(!isEmpty(form.zone) && { zone: form.zone! }),
      ...(!isEmpty(form.weekStart) && { weekStart: form.weekStart! }),
      ...others,
    };
    const strings = this.strings ?? (isObject(rest['strings']) ? rest['strings'] : null);
    if (strings) document['strings'] = strings;
    if (isEmpty(form.title)) this.need(form.title, '/title');
    return {
      document: document as unknown as DatasetDocument,
      errors: this.errors,
      isIncomplete: this.isIncomplete,
      fieldOf: (pointer) => this.fieldOf(pointer),
    };
  }

  #id(): string {
    if (!isEmpty(this.form.id)) return this.form.id!;
    // A sample is stored nowhere.
    if (this.context.isSample) return 'sample';
    this.need(this.form.id, '/id');
    return '';
  }

  #fields(): JsonObject {
    const names = new Names();
    const columns = list(this.form.columns);
    for (const { name } of columns) if (name) names.take(name);
    if (columns.length === 0) this.need(null, '/columns');
    return Object.fromEntries(
      columns.flatMap(({ name, path }, at): [string, Json][] => {
        const field = `/columns/${at}/path`;
        const written = this.need(path, field);
        if (written === null) return [];
        this.follow(written, field);
        const own = isEmpty(name) ? names.free(written.replaceAll(/[~.]/g, ' '), 'column') : name!;
        this.parts.push([`/fields/${own}`, field]);
        return [[own, written]];
      }),
    );
  }

  #groupDocuments(): JsonObject[] {
    const made: JsonObject[] = [];
    for (const [at, item] of list(this.form.groups).entries()) {
      const place = `/groups/${at}`;
      const path = this.need(item.path, `${place}/path`);
      const id = this.untitled.get(at) ?? this.groups.get((item.title ?? '').trim());
      if (path === null || id === undefined) continue;
      this.follow(path, `${place}/path`);
      made.push(this.#group(item, { id, path, place, at: made.length }));
    }
    return made;
  }

  #group(
    item: ComposedGroup,
    { id, path, place, at }: { id: string; path: string; place: string; at: number },
  ): JsonObject {
    const written = this.text(`/group/${id}`, item.title);
    let bucket: Json | null = isEmpty(item.bucket) ? null : item.bucket!;
    if (bucket === 'parameter') {
      const unit = this.#parameterOf(item.unit, `${place}/unit`);
      bucket = unit === null ? null : { $expr: `params.${unit}` };
    }
    const by = isEmpty(item.top) ? null : this.refer(this.measures, item.topBy, `${place}/topBy`);
    this.parts.push(
      [`/group/${at}`, `${place}/path`],
      [`/group/${at}/id`, `${place}/title`],
      [`/group/${at}/bucket`, `${place}/bucket`],
      [`/group/${at}/fill`, `${place}/fill`],
      [`/group/${at}/top`, `${place}/topBy`],
    );
    return {
      id,
      ...(written !== null && { title: written }),
      field: path,
      ...(bucket !== null && { bucket }),
      ...(item.fill === true && bucket !== null && { fill: true }),
      ...(by !== null && { top: { n: item.top!, by } }),
    };
  }

  #measureDocuments(): JsonObject {
    const items = list(this.form.measures);
    if (items.length === 0 && Object.keys(this.kept.measures).length === 0) this.need(null, '/measures');
    const made = items.flatMap((item, at): [string, Json][] => {
      const place = `/measures/${at}`;
      const title = this.need(item.title, `${place}/title`);
      const kind = this.need(item.kind, `${place}/kind`);
      const name = title === null ? undefined : this.measures.get(title.trim());
      if (kind === null || title === null || name === undefined) return [];
      const computed = this.#computation(item, kind, place);
      if (computed === null) return [];
      const written = this.text(`/measures/${name}`, item.title);
      const where = this.#where(title.trim());
      const field = 'of' in item && !isEmpty(item.of) && isEmpty(item.path) ? 'of' : 'path';
      this.parts.push([
        `/measures/${name}`,
        `${place}/${kind === 'count' && isEmpty(item.path) ? 'kind' : field}`,
      ]);
      return [[name, { ...(written !== null && { title: written }), ...computed, ...(where && { where }) }]];
    });
    return { ...Object.fromEntries(made), ...this.kept.measures };
  }

  /** Computation of a measure; null while it is not filled in. */
  #computation(
    item: ComposedMeasure,
    kind: NonNullable<ComposedMeasure['kind']>,
    place: string,
  ): JsonObject | null {
    switch (kind) {
      case 'count': {
        if (isEmpty(item.path)) return { count: true };
        this.follow(item.path!, `${place}/path`, true);
        return { count: item.path! };
      }
      case 'running': {
        const of = this.refer(this.measures, item.of, `${place}/of`);
        const along = this.refer(this.groups, item.along, `${place}/along`);
        return of === null || along === null ? null : { running: { of, along } };
      }
      case 'previous': {
        const of = this.refer(this.measures, item.of, `${place}/of`);
        const by = this.need(item.by, `${place}/by`);
        return of === null || by === null ? null : { previous: { of, by } };
      }
      case 'share': {
        const of = this.refer(this.measures, item.of, `${place}/of`);
        const within = list(item.within).map((title) => this.refer(this.groups, title, `${place}/within`));
        if (of === null || within.includes(null)) return null;
        return { share: { of, ...(within.length > 0 && { within: within as string[] }) } };
      }
      case 'ratio':
      case 'growth': {
        const of = this.refer(this.measures, item.of, `${place}/of`);
        const to = this.refer(this.measures, item.to, `${place}/to`);
        return of === null || to === null
          ? null
          : { ratio: { of, to, ...(kind === 'growth' && { minus: 1 }) } };
      }
      default: {
        const path = this.need(item.path, `${place}/path`);
        if (path !== null) this.follow(path, `${place}/path`);
        if (kind !== 'percentile') return path === null ? null : { [kind]: path };
        const percent = this.need(item.percent, `${place}/percent`);
        return path === null || percent === null ? null : { percentile: { field: path, p: percent / 100 } };
      }
    }
  }

  /** The conditions on all rows, or those of a measure. */
  #where(measure: string | null): JsonObject | null {
    const parts: JsonObject[] = [];
    const base = measure === null ? '/where' : `/measures/${this.measures.get(measure) ?? ''}/where`;
    list(this.form.conditions).forEach((item, at) => {
      const of = isEmpty(item.of) ? null : item.of!.trim();
      const place = `/conditions/${at}`;
      if (measure === null && of !== null && !this.measures.has(of))
        this.add(`${place}/of`, 'unknown', { title: of });
      if (of !== measure) return;
      const filter = this.#condition(item, place);
      if (filter === null) return;
      const last = parts.at(-1);
      const isAlternative = item.or === true && last !== undefined;
      const pointer = isAlternative
        ? `${base}/all/${parts.length - 1}/any/${Array.isArray(last['any']) ? last['any'].length : 1}`
        : `${base}/all/${parts.length}`;
      this.parts.push([pointer, `${place}/path`]);
      if (!isAlternative) parts.push(filter);
      else
        parts[parts.length - 1] = { any: [...(Array.isArray(last['any']) ? last['any'] : [last]), filter] };
    });
    const hidden =
      measure === null ? this.kept.where : (this.kept.measureWhere[this.measures.get(measure) ?? ''] ?? []);
    const all = [...parts, ...hidden];
    return all.length === 0 ? null : { all };
  }

  #condition(item: ComposedCondition, place: string): JsonObject | null {
    const path = this.need(item.path, `${place}/path`);
    const operator = this.need(item.operator, `${place}/operator`);
    if (path === null || operator === null) return null;
    const isRecords = operator === 'exists' || operator === 'notExists';
    const target = this.follow(path, `${place}/path`, isRecords);
    const takesValue = !isRecords && operator !== 'empty' && operator !== 'notEmpty';
    let parameter: string | null = null;
    if (takesValue && item.source === 'parameter') {
      parameter = this.#parameterOf(item.parameter, `${place}/parameter`);
      if (parameter === null) return null;
    } else if (takesValue && list(item.values).length === 0) {
      const field = operator === 'in' || operator === 'notIn' ? 'values' : 'value';
      if (this.need(item.value, `${place}/${field}`) === null) return null;
    }
    try {
      return toFilter({ ...item, path, operator }, target?.field.type ?? null, parameter);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      this.add(`${place}/${list(item.values).length > 0 ? 'values' : 'value'}`, error.rule);
      return null;
    }
  }

  /** The parameter of a title; null also while that parameter is not filled in, which its own fields say. */
  #parameterOf(title: string | null | undefined, path: string): string | null {
    const name = this.refer(this.parameters, title, path);
    return name !== null && this.#made.has(name) ? name : null;
  }

  #parameterDocuments(): JsonObject {
    return Object.fromEntries(
      list(this.form.parameters).flatMap((item, at): [string, Json][] => {
        const place = `/parameters/${at}`;
        const title = this.need(item.title, `${place}/title`);
        const type = this.need(item.type, `${place}/type`);
        const name = title === null ? undefined : this.parameters.get(title.trim());
        if (type === null || name === undefined) return [];
        const made = this.#parameter(item, type, name, place);
        if (made === null) return [];
        this.#made.add(name);
        return [[name, made]];
      }),
    );
  }

  #parameter(
    item: ComposedParameter,
    type: NonNullable<ComposedParameter['type']>,
    name: string,
    place: string,
  ): JsonObject | null {
    const path = type === 'values' ? this.need(item.path, `${place}/path`) : null;
    const target = path === null ? null : this.follow(path, `${place}/path`);
    const options = type === 'choice' ? list(item.options) : [];
    if (type === 'choice' && options.length === 0) this.need(null, `${place}/options`);
    if ((type === 'values' && path === null) || (type === 'choice' && options.length === 0)) return null;
    const at = `/parameters/${name}`;
    this.parts.push(
      [at, `${place}/type`],
      [`${at}/field`, `${place}/path`],
      [`${at}/default`, `${place}/default`],
    );
    const written = this.text(at, item.title);
    const initial = isEmpty(item.default) ? null : this.#default(item.default!.trim(), type, target, place);
    return {
      type,
      ...(written !== null && { title: written }),
      ...(path !== null && { field: path }),
      ...(options.length > 0 && { options: [...options] }),
      ...(initial !== null && { default: initial }),
      ...(item.required === true && { required: true }),
      ...(type === 'period' && !isEmpty(item.maxDays) && { maxDays: item.maxDays! }),
    };
  }

  #default(
    text: string,
    type: NonNullable<ComposedParameter['type']>,
    target: DatasetPathTarget | null,
    place: string,
  ): Json | null {
    const typeOf = { number: 'number', boolean: 'boolean', date: 'date' }[type as string] ?? null;
    const fieldType = type === 'values' ? (target?.field.type ?? null) : typeOf;
    const operator = type === 'values' ? 'in' : 'eq';
    try {
      const filter = toFilter({ path: 'value', operator, value: text }, fieldType, null);
      return (filter['value'] as JsonObject)[operator]!;
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      this.add(`${place}/default`, error.rule);
      return null;
    }
  }

  #having(): JsonObject {
    const limits = list(this.form.limits).flatMap(({ measure, from, to }, at): [string, Json][] => {
      const place = `/limits/${at}`;
      const name = this.refer(this.measures, measure, `${place}/measure`);
      if (name === null) return [];
      if (isEmpty(from) && isEmpty(to)) {
        this.need(null, `${place}/from`);
        return [];
      }
      this.parts.push([`/having/${escapeSegment(name)}`, `${place}/measure`]);
      return [[name, { ...(!isEmpty(from) && { from: from! }), ...(!isEmpty(to) && { to: to! }) }]];
    });
    return limits.length === 0 ? {} : { having: Object.fromEntries(limits) };
  }

  #totals(): JsonObject {
    const single = list(this.form.subtotals).flatMap((title) => {
      const name = this.refer(this.groups, title, '/subtotals');
      return name === null ? [] : [[name]];
    });
    const all: Json[] = [...single, ...this.kept.totals, ...(this.form.grandTotal === true ? [[]] : [])];
    return all.length === 0 ? {} : { totals: all };
  }

  #order(isRecords: boolean): JsonObject {
    const columns = isRecords ? this.#fieldNames() : new Map([...this.groups, ...this.measures]);
    const written = list(this.form.order).flatMap(({ by, desc }, at) => {
      const place = `/order/${at}/by`;
      const name = this.refer(columns, by, place);
      if (name === null) return [];
      this.parts.push([`/order/${at}`, place]);
      return [desc === true ? `${name}_desc` : name];
    });
    return written.length === 0 ? {} : { order: written };
  }

  /** Names of the columns of records by their paths, which the form orders by. */
  #fieldNames(): Map<string, string> {
    return new Map(
      this.parts.flatMap(([pointer, field]) => {
        const match = /^\/columns\/(\d+)\/path$/.exec(field);
        const path = match && this.form.columns?.[Number(match[1])]?.path;
        return match && path ? [[path, pointer.slice('/fields/'.length)] as const] : [];
      }),
    );
  }
}
