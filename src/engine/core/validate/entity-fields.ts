import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { Diagnostic } from '../contract.ts';
import { refers } from '../entity/entity.ts';
import { isExpression } from '../expressions/expression.ts';
import type { EntityField } from '../generated/documents.ts';
import { diagnostic } from './diagnostics.ts';

type Keyword = keyof EntityField & string;

const always = new Set<string>([
  'type',
  'title',
  'description',
  'wire',
  'column',
  'required',
  'readOnly',
  'access',
  'default',
  'compute',
  'filterable',
]);

const textual: Keyword[] = [
  'minLength',
  'maxLength',
  'format',
  'options',
  'searchable',
  'sortable',
  'unique',
];
const numeric: Keyword[] = ['minimum', 'maximum', 'format', 'options', 'sortable', 'unique'];

/** Keywords of fields by their type, beside those that every field has. */
const keywords: Readonly<Record<EntityField['type'], readonly Keyword[]>> = {
  string: textual,
  text: ['minLength', 'maxLength', 'searchable'],
  integer: [...numeric, 'auto'],
  number: [...numeric, 'scale'],
  boolean: ['sortable'],
  date: ['sortable', 'unique'],
  datetime: ['sortable'],
  reference: ['entity', 'onDelete', 'unique'],
  list: ['entity', 'item', 'onDelete', 'options', 'minLength', 'maxLength', 'minimum', 'maximum'],
};

/** Pairs of keywords of which a field can have one. */
const exclusive: readonly (readonly [Keyword, Keyword])[] = [
  ['compute', 'default'],
  ['compute', 'auto'],
  ['compute', 'required'],
  ['auto', 'default'],
  ['access', 'searchable'],
];

/** Whether a text is a day of the calendar, from the year 1 on, as the database has them. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether a constant could be the value of a field. */
export function isFieldValue(field: Pick<EntityField, 'type'>, value: unknown): boolean {
  switch (field.type) {
    case 'string':
    case 'text':
      return typeof value === 'string';
    case 'integer':
    case 'reference':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isDate(value);
    case 'datetime':
      return typeof value === 'string' && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));
    case 'list':
      return Array.isArray(value);
  }
}

function isAllowed(field: EntityField, value: unknown): boolean {
  if (field.type === 'list')
    return (
      Array.isArray(value) &&
      value.every((item) => isAllowed({ ...field, type: field.item ?? 'string' }, item))
    );
  if (!isFieldValue(field, value)) return false;
  if (field.options) return field.options.some((option) => option.value === value);
  if (typeof value === 'number')
    return value >= (field.minimum ?? -Infinity) && value <= (field.maximum ?? Infinity);
  if (typeof value === 'string')
    return value.length >= (field.minLength ?? 0) && value.length <= (field.maxLength ?? Infinity);
  return true;
}

/** Validates a field by itself: its keywords, limits, options and default. */
export function fieldDiagnostics(name: string, field: EntityField): Diagnostic[] {
  const at = `/fields/${escapeSegment(name)}`;
  const found: Diagnostic[] = [];
  const allowed = new Set<string>(keywords[field.type]);
  for (const key of Object.keys(field)) {
    if (!always.has(key) && !allowed.has(key) && !key.startsWith('x-'))
      found.push(diagnostic(`${at}/${key}`, 'entity-keyword', { key, type: field.type }));
  }
  for (const [one, other] of exclusive) {
    if (field[one] && field[other] !== undefined)
      found.push(diagnostic(`${at}/${other}`, 'entity-keyword', { key: other, type: one }));
  }
  if (field.required && field.onDelete === 'empty')
    found.push(diagnostic(`${at}/onDelete`, 'entity-keyword', { key: 'empty', type: 'required' }));
  for (const [least, most] of [
    ['minLength', 'maxLength'],
    ['minimum', 'maximum'],
  ] as const) {
    const [from, to] = [field[least], field[most]];
    if (from !== undefined && to !== undefined && from > to)
      found.push(diagnostic(`${at}/${least}`, 'entity-limits', { from, to }));
  }
  if (refers(field) && field.entity === undefined)
    found.push(diagnostic(at, 'entity-target', { field: name }));
  field.options?.forEach(({ value }, index) => {
    const type = field.type === 'list' ? (field.item ?? 'string') : field.type;
    if (!isFieldValue({ type }, value))
      found.push(diagnostic(`${at}/options/${index}/value`, 'entity-default', { field: name }));
  });
  const initial = field.default;
  if (initial !== undefined && !isExpression(initial) && !isAllowed(field, initial))
    found.push(diagnostic(`${at}/default`, 'entity-default', { field: name }));
  return found;
}
