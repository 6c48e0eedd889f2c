import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { systemFields } from '../entity.ts';
import { isExpression } from '../expressions/expression.ts';
import type { EntityDocument, EntityField, Filter, FilterValue } from '../generated/documents.ts';
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
  return Object.hasOwn(systemTypes, name) ? systemTypes[name as keyof typeof systemTypes] : undefined;
}

/** Whether the values of a field can be compared in this way. */
export function takesOperator(field: EntityField, operator: string): boolean {
  switch (operator) {
    case 'from':
    case 'to':
      return ['integer', 'number', 'date', 'datetime'].includes(field.type);
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
  if (isExpression(value)) {
    return rowRuleReferences.some((one) => one === value.$expr.trim())
      ? []
      : [diagnostic(`${at}/$expr`, 'entity-rule-value', { allowed: rowRuleReferences.join(', ') })];
  }
  const type = field.type === 'list' ? (field.item ?? 'string') : field.type;
  return isFieldValue({ type }, value) ? [] : [diagnostic(at, 'type', { expected: type })];
}

/** Validates the filter of a row rule: its fields, operators and values. */
export function filterDiagnostics(filter: Filter, entity: EntityDocument, at: string): Diagnostic[] {
  for (const group of ['all', 'any'] as const) {
    const list = (filter as Partial<Record<string, unknown>>)[group];
    if (Array.isArray(list))
      return (list as Filter[]).flatMap((one, index) =>
        filterDiagnostics(one, entity, `${at}/${group}/${index}`),
      );
  }
  if ('not' in filter) return filterDiagnostics(filter.not as Filter, entity, `${at}/not`);
  return Object.entries(filter).flatMap(([name, condition]: [string, unknown]) => {
    const pointer = `${at}/${escapeSegment(name)}`;
    const field = filterField(entity, name);
    if (field === undefined) {
      const known = [...Object.keys(entity.fields), ...systemFields];
      return [diagnostic(pointer, 'entity-field', { field: name, nearest: nearest(name, known) })];
    }
    if (!isObject(condition) || isExpression(condition))
      return valueDiagnostics(field, condition as FilterValue, pointer);
    return Object.entries(condition).flatMap(([operator, value]) => {
      if (!takesOperator(field, operator))
        return [diagnostic(`${pointer}/${operator}`, 'entity-keyword', { key: operator, type: field.type })];
      if (operator === 'contains' || operator === 'empty') return [];
      const values = operator === 'in' ? (value as FilterValue[]) : [value as FilterValue];
      return values.flatMap((one, index) =>
        valueDiagnostics(field, one, `${pointer}/${operator}${operator === 'in' ? `/${index}` : ''}`),
      );
    });
  });
}
