import type { Json } from '../../../contracts/json.ts';

const width = 90;

const isContainer = (value: Json): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null;

function oneLine(value: Json): string {
  if (!isContainer(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(oneLine).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** Depth of containers in a value, counted up to two: formatting distinguishes no more. */
function levels(value: Json): number {
  if (!isContainer(value)) return 0;
  const items = Array.isArray(value) ? value : Object.values(value);
  let most = 0;
  for (const item of items) {
    most = Math.max(most, levels(item));
    if (most > 1) break;
  }
  return most + 1;
}

function write(value: Json, indent: string, taken: number): string {
  if (!isContainer(value)) return JSON.stringify(value);
  if (levels(value) <= 1 || (Array.isArray(value) && value.length === 0)) {
    const line = oneLine(value);
    if (indent.length + taken + line.length <= width) return line;
  }
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => inner + write(item, inner, 0)).join(',\n')}\n${indent}]`;
  }
  const pairs = Object.entries(value).map(([key, item]) => {
    const name = `${JSON.stringify(key)}: `;
    return inner + name + write(item, inner, name.length);
  });
  return `{\n${pairs.join(',\n')}\n${indent}}`;
}

/** Formats JSON with two spaces per level; lists and objects of scalars take one line where they fit. */
export function formatJson(value: Json): string {
  return write(value, '', 0);
}
