// Tables of keys, types and descriptions, as Markdown, from JSON Schemas.

export const code = (value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
export const cell = (text) =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ').trim();

const alternatives = (schema) => schema.anyOf ?? schema.oneOf?.filter((way) => !isRequirement(way)) ?? [];
const isRequirement = (way) => Object.keys(way).join() === 'required';

function limits({ minimum, maximum }) {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  return maximum === undefined ? '' : `, at most ${maximum}`;
}

const grouped = (number) => number.toLocaleString('en-US');

/** Describes the values that a schema allows. `link` returns the Markdown link for a reference. */
export function typeOf(schema, link) {
  if (schema.$ref) return link(schema.$ref);
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  const ways = alternatives(schema);
  if (ways.length > 0) return [...new Set(ways.map((way) => typeOf(way, link)))].join(' or ');
  if (schema.type === 'array') {
    const most = schema.maxItems === undefined ? '' : `, at most ${grouped(schema.maxItems)}`;
    return (schema.items ? `list of ${typeOf(schema.items, link)}` : 'list') + most;
  }
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `object of ${typeOf(schema.additionalProperties, link)}`;
  return [schema.type ?? 'any value'].flat().join(' or ') + limits(schema);
}

/** Returns a row for each key, and for those of inline objects: `empty.title`, `columns[].field`. */
function rowsOf(schema, link, above = '') {
  const required = new Set(schema.required);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = `${above}${name}`;
    const set = part.default === undefined ? '' : code(part.default);
    const row = `| \`${path}\`${required.has(name) ? ' (required)' : ''} | ${cell(typeOf(part, link))} | ${cell(set)} | ${cell(part.description ?? '')} |`;
    const inner = part.type === 'array' ? (part.items ?? {}) : part;
    return [row, ...rowsOf(inner, link, `${path}${part.type === 'array' ? '[].' : '.'}`)];
  });
  return [...own, ...alternatives(schema).flatMap((way) => rowsOf(way, link, above))];
}

/** Returns the table of a schema's keys; no lines if it has none. */
export function tableOf(schema, link) {
  const rows = rowsOf(schema, link);
  return rows.length === 0
    ? []
    : ['| key | type | default | description |', '|---|---|---|---|', ...rows, ''];
}

/** Returns JSON in as few lines as fit. */
export function jsonLines(value, indent = '') {
  const line = JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll('[ ', '[')
    .replaceAll(' ]', ']');
  if (indent.length + line.length <= 100 || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => inner + jsonLines(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${jsonLines(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}
