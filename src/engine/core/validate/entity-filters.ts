import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { systemFieldsOf, type systemFields } from '../entity/entity.ts';
import { isExpression } from '../expressions/expression.ts';
import type { EntityDocument, EntityField, Filter, FilterHas, FilterValue } from '../generated/documents.ts';
import { diagnostic } from './diagnostics.ts';
import { isFieldValue } from './entity-fields.ts';
import { nearest } from './nearest.ts';

/** References that a row rule can compare with. The database evaluates them, so there are no other expressions. */
export const rowRuleReferences = ['user.id', 'user.unit', 'today'] as const;

const systemTypes: Readonly<Record<(typeof systemFields)[number], EntityField>> = {
  version: { type: 'integer', title: '' },
  createdAt: { type: 'datetime', title: '' },
  createdBy: { type: 'reference', title: '', entity: 'user' },
  updatedAt: { type: 'datetime', title: '' },
  updatedBy: { type: 'reference', title: '', entity: 'user' },
};

/** A field by its name, fields of the system included. */
export function filterField(entity: EntityDocument, name: string): EntityField | undefined {
  if (Object.hasOwn(entity.fields, name)) return entity.fields[name];
  const system = systemFieldsOf(entity).find((one) => one === name);
  return system && systemTypes[system];
}

/** Whether the values of a field can be compared in this way. */
export function takesOperator(field: EntityField, operator: string): boolean {
  switch (operator) {
    case 'from':
    case 'to':
      return ['integer', 'number', 'date', 'datetime'].includes(field.type);
    case 'within':
      return field.type === 'date' || field.type === 'datetime';
    case 'contains':
      return field.searchable === true;
    case 'under':
      return field.type === 'reference';
    case 'eq':
    case 'in':
      return field.type !== 'text';
    default:
      return operator === 'empty';
  }
}

function valueDiagnostics(field: EntityField, value: FilterValue, at: string): Diagnostic[] {
  const type = field.type === 'list' ? (field.item ?? 'string') : field.type;
  return isFieldValue({ type }, value) ? [] : [diagnostic(at, 'type', { expected: type })];
}

/** Names for a filter: the fields of an entity, or also paths and parameters in a dataset. */
export interface FilterNames {
  /** The field of a name, or what is wrong with it. */
  field(name: string, pointer: string): EntityField | Diagnostic;
  /** Names for filters on the records of a path to several; without it, there is no `has`. */
  records?(path: string, pointer: string): FilterNames | Diagnostic;
  /** Diagnostics of an expression that a field is compared with by an operator. */
  reference(field: EntityField, operator: string, source: string, pointer: string): Diagnostic[];
}

/** Operators whose values no reference stands for. */
export const unreferred: ReadonlySet<string> = new Set(['within', 'empty']);

/** The names of a row rule. */
export function ruleNames(entity: EntityDocument): FilterNames {
  return {
    field(name, pointer) {
      const known = [...Object.keys(entity.fields), ...systemFieldsOf(entity)];
      return (
        filterField(entity, name) ??
        diagnostic(pointer, 'entity-field', { field: name, nearest: nearest(name, known) })
      );
    },
    reference: (field, operator, source, pointer) =>
      !unreferred.has(operator) && isRuleReference(source) && referenceFits(source.trim(), field.type)
        ? []
        : [diagnostic(pointer, 'entity-rule-value', { allowed: rowRuleReferences.join(', ') })],
  };
}

/** Whether a field of a type can be compared with what a reference stands for: a key of a record, or a day. */
export const referenceFits = (reference: string, type: EntityField['type']): boolean =>
  (reference === 'today' ? ['date', 'datetime'] : ['reference', 'integer']).includes(type);

export const isRuleReference = (source: string): boolean =>
  rowRuleReferences.some((one) => one === source.trim());

function hasDiagnostics(has: FilterHas['has'], { records }: FilterNames, at: string): Diagnostic[] {
  if (!records) return [diagnostic(at, 'unknown-key', { key: 'has' })];
  return Object.entries(has).flatMap(([path, filter]) => {
    const pointer = `${at}/${escapeSegment(path)}`;
    const names = records(path, pointer);
    if ('pointer' in names) return [names];
    return filter === true ? [] : filterDiagnostics(filter, names, pointer);
  });
}

/** Reports ranges that end before they begin, by numbers, by days, or by times that are written alike. */
function rangeDiagnostics(condition: JsonObject, at: string): Diagnostic[] {
  const ranges = [
    { range: condition, place: at },
    ...(isObject(condition.within) ? [{ range: condition.within, place: `${at}/within` }] : []),
  ];
  return ranges.flatMap(({ range: { from, to }, place }) => {
    const isReversed =
      typeof from === 'number' && typeof to === 'number'
        ? from > to
        : typeof from === 'string' && typeof to === 'string' && from.length === to.length && from > to;
    return isReversed
      ? [diagnostic(`${place}/from`, 'entity-limits', { from, to } as Diagnostic['values'])]
      : [];
  });
}

/** Validates a filter: its fields, operators and values. */
export function filterDiagnostics(filter: Filter, names: FilterNames, at: string): Diagnostic[] {
  for (const group of ['all', 'any'] as const) {
    const list = (filter as Partial<Record<string, unknown>>)[group];
    if (Array.isArray(list))
      return (list as Filter[]).flatMap((one, index) =>
        filterDiagnostics(one, names, `${at}/${group}/${index}`),
      );
  }
  if ('has' in filter) return hasDiagnostics(filter.has as FilterHas['has'], names, `${at}/has`);
  if ('not' in filter) return filterDiagnostics(filter.not as Filter, names, `${at}/not`);
  return Object.entries(filter).flatMap(([name, condition]: [string, unknown]) => {
    const pointer = `${at}/${escapeSegment(name)}`;
    const field = names.field(name, pointer);
    if ('pointer' in field) return [field];
    const compare = (operator: string, value: unknown, place: string): Diagnostic[] =>
      isExpression(value)
        ? names.reference(field, operator, value.$expr, `${place}/$expr`)
        : valueDiagnostics(field, value as FilterValue, place);
    if (!isObject(condition) || isExpression(condition)) return compare('eq', condition, pointer);
    const found = Object.entries(condition).flatMap(([operator, value]) => {
      const place = `${pointer}/${operator}`;
      if (!takesOperator(field, operator))
        return [diagnostic(place, 'entity-keyword', { key: operator, type: field.type })];
      if (operator === 'contains') return [];
      if ((operator === 'within' || operator === 'empty') && !isExpression(value)) return [];
      if (operator !== 'in' || isExpression(value)) return compare(operator, value, place);
      return (value as FilterValue[]).flatMap((one, index) => compare('eq', one, `${place}/${index}`));
    });
    return found.length > 0 ? found : rangeDiagnostics(condition, pointer);
  });
}
