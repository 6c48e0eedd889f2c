import { isObject, isObjectList, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { isExpression } from '../expressions/expression.ts';
import type { Replacement } from '../expressions/rewrite.ts';
import type { FragmentParameter } from '../generated/documents.ts';

/** The position of a value in the document as it is written, and in the fragment that brought it. */
export type Place = Pick<Diagnostic, 'pointer' | 'fragment'>;

export type ParameterType = FragmentParameter['type'];

/** The value of a parameter where its fragment is used. */
export interface Binding {
  type: ParameterType;
  /** Undefined when none is given and there is no default. */
  value: Json | undefined;
  /** Characters of the value. */
  size: number;
  /** Whether the value only stands for one, because the fragment is validated by itself. */
  isSample: boolean;
  /** Where the value is written; absent for a default. */
  place?: Place | undefined;
}

/** Whether `{ "$with": "name" }` stands for a parameter. */
export function isParameter(value: unknown): value is { $with: string } {
  return isObject(value) && typeof value.$with === 'string' && Object.keys(value).length === 1;
}

const bindPattern = /^state(\.(?!(__proto__|constructor|prototype)(\.|$))[A-Za-z_][A-Za-z0-9_]*)+$/;

const isText = (value: Json): boolean => typeof value === 'string';
const isName = (value: Json): boolean => typeof value === 'string' && /^[A-Za-z][\w-]{0,63}$/.test(value);

/** Values of each type, beside expressions. */
const values: Readonly<Record<ParameterType, (value: Json) => boolean>> = {
  text: isText,
  string: isText,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: Array.isArray,
  object: isObject,
  value: () => true,
  expression: () => false,
  bind: (value) => typeof value === 'string' && bindPattern.test(value),
  address: (value) => typeof value === 'string' && /^\/(?!\/)/.test(value),
  source: isName,
  dialog: isName,
  form: isName,
  access: (value) =>
    isObject(value) && ['verb', 'special', 'any', 'all'].some((key) => Object.hasOwn(value, key)),
  nodes: isObjectList,
  steps: isObjectList,
  columns: isObjectList,
};

/** Types whose value is computed while the screen runs, if it is an expression. */
const computed: readonly ParameterType[] = [
  'text',
  'string',
  'number',
  'boolean',
  'list',
  'object',
  'value',
  'expression',
];

/** Whether a value may be given for a parameter of a type. */
export function fitsType(type: ParameterType, value: Json): boolean {
  if (isExpression(value)) return computed.includes(type);
  return values[type](value);
}

/** Values that stand for parameters in a fragment that is validated by itself. */
const samples: Readonly<Record<ParameterType, Json>> = {
  text: 'text',
  string: 'text',
  number: 1,
  boolean: true,
  list: [],
  object: {},
  value: { $expr: 'params.sample' },
  expression: { $expr: 'params.sample' },
  bind: 'state.sample',
  address: '/sample',
  source: 'sample',
  dialog: 'sample',
  form: 'sample',
  access: { verb: 'read' },
  nodes: [],
  steps: [],
  columns: [],
};

export function sampleOf(type: ParameterType): Binding {
  return { type, value: samples[type], size: 0, isSample: true };
}

/** A name of a path that needs no backquotes. */
const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const plainPath = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;
const words = new Set(['true', 'false', 'null', 'and', 'or', 'in']);

/** Whether an expression is only a path, so that names can follow it. */
export const isPath = (source: string): boolean =>
  plainPath.test(source) && !source.split('.').some((name) => words.has(name));

/** A JSON value, with expressions at any depth, as the source of an expression. */
function toSource(value: Json): string {
  if (isExpression(value)) return `(${value.$expr})`;
  if (Array.isArray(value)) return `[${value.map(toSource).join(', ')}]`;
  if (isObject(value)) {
    const pairs = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${toSource(item)}`);
    return `{${pairs.join(', ')}}`;
  }
  return typeof value === 'number' && value < 0 ? `(${value})` : JSON.stringify(value);
}

/** The value of a path into a parameter, as an expression reads it; null where there is none. */
export function replacementOf(binding: Binding, names: readonly string[]): Replacement {
  const bound = binding.type === 'bind' && typeof binding.value === 'string';
  let value = binding.isSample
    ? { $expr: 'params.sample' }
    : bound
      ? { $expr: String(binding.value) }
      : binding.value;
  let at = 0;
  while (at < names.length && isObject(value) && !isExpression(value)) {
    value = Object.hasOwn(value, names[at]!) ? (value as JsonObject)[names[at]!] : undefined;
    at += 1;
  }
  if (value === undefined) return { text: 'null', kind: 'value' };
  const rest = names.slice(at).map((name) => (plainName.test(name) ? `.${name}` : `.\`${name}\``));
  if (isExpression(value)) {
    const isPlain = isPath(value.$expr);
    const isWhole = isPlain || rest.length > 0;
    const text = isPlain || rest.length === 0 ? value.$expr : `(${value.$expr})`;
    return { text: text + rest.join(''), kind: isWhole ? 'path' : 'expression' };
  }
  // A value of another type has no fields.
  if (rest.length > 0 && !Array.isArray(value)) return { text: 'null', kind: 'value' };
  return { text: toSource(value) + rest.join(''), kind: 'value' };
}
