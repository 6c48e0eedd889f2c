import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { bindPath, compileExpression, renameStatePath } from '../../engine/core/index.ts';

// A state path stands in expressions, in addresses within braces, alone as what is bound or needed, and as the key of what a
// step sets.

/** Whether a written path is another one, or leads into it. */
const isBelow = (written: string, path: string): boolean =>
  written === path || written.startsWith(`${path}.`);

function expressionReads(source: string, path: string): boolean {
  try {
    return compileExpression(source).refs.some((ref) => isBelow(ref.join('.'), path));
  } catch {
    // It is reported where it stands.
    return false;
  }
}

const inBraces = (text: string, path: string): boolean =>
  text.includes(`{${path}}`) || text.includes(`{${path}.`);

/** Whether a value reads or writes a state path. */
export function mentionsPath(value: Json | undefined, path: string): boolean {
  if (typeof value === 'string') return isBelow(value, path) || inBraces(value, path);
  if (Array.isArray(value)) return value.some((item) => mentionsPath(item, path));
  if (!isObject(value)) return false;
  if (typeof value.$expr === 'string') return expressionReads(value.$expr, path);
  return Object.entries(value).some(([key, item]) => isBelow(key, path) || mentionsPath(item, path));
}

const renamedText = (text: string, from: string, to: string): string => {
  if (isBelow(text, from)) return to + text.slice(from.length);
  return text.replaceAll(`{${from}}`, `{${to}}`).replaceAll(`{${from}.`, `{${to}.`);
};

/** A value in which a state path has another name; the same value when it does not name it. */
export function withPathRenamed<Value extends Json>(value: Value, from: string, to: string): Value {
  return renamedIn(value, from, to) as Value;
}

function renamedIn(value: Json, from: string, to: string): Json {
  if (typeof value === 'string') return renamedText(value, from, to);
  if (Array.isArray(value)) {
    const items = value.map((item) => renamedIn(item, from, to));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!isObject(value)) return value;
  if (typeof value.$expr === 'string') {
    const renamed = renameStatePath(value.$expr, bindPath(from), bindPath(to));
    return renamed === value.$expr ? value : { ...value, $expr: renamed };
  }
  const entries = Object.entries(value).map(([key, item]): [string, Json] => [
    isBelow(key, from) ? to + key.slice(from.length) : key,
    renamedIn(item, from, to),
  ]);
  const before = Object.entries(value);
  const isSame = entries.every(([key, item], at) => key === before[at]![0] && item === before[at]![1]);
  return isSame ? value : (Object.fromEntries(entries) as JsonObject);
}
