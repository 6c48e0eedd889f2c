import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';

const folder = join(root, 'schemas/widgets');
export const referenceFile = join(root, 'docs/widget-reference.md');

/** Names of the language's schemas, by their file. docs/definitions.md explains each. */
const named = {
  text: '[text](definitions.md#texts)',
  expression: '[expression](definitions.md#expressions)',
  'row-expression': '[row expression](definitions.md#tables)',
  action: '[steps](definitions.md#actions)',
  address: '[address](definitions.md#addresses)',
  url: '[address](definitions.md#addresses)',
  bind: 'state path',
  access: '[access](definitions.md#nodes)',
  child: 'id of a child',
  'source-id': 'id of a source',
  option: '[option](definitions.md#options)',
  options: '[options](definitions.md#options)',
};

const code = (value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ').trim();

function typeOfReference(reference, widget) {
  const own = /^#\/\$defs\/(.+)$/.exec(reference)?.[1];
  if (own) return `[${own}](#${anchor(widget, own)})`;
  const event = /event\.schema\.json#\/\$defs\/(.+)$/.exec(reference)?.[1];
  if (event) return `[${event}](definitions.md#events)`;
  const file = /([a-z-]+)\.schema\.json/.exec(reference)?.[1] ?? reference;
  return named[file] ?? file;
}

const anchor = (widget, part) => `${widget}-${part}`.toLowerCase();

/** Describes the values that a schema allows. */
function typeOf(schema, widget) {
  if (schema.$ref) return typeOfReference(schema.$ref, widget);
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return [...new Set(ways.map((way) => typeOf(way, widget)))].join(' or ');
  if (schema.type === 'array') return schema.items ? `list of ${typeOf(schema.items, widget)}` : 'list';
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `object of ${typeOf(schema.additionalProperties, widget)}`;
  return [schema.type ?? 'any value'].flat().join(' or ');
}

/** Returns a row for each property, and for those of inline objects: `empty.title`. */
function rowsOf(schema, widget, above = '') {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = `${above}${name}`;
    const words = [
      part.description ?? '',
      part.default === undefined ? '' : `Default ${code(part.default)}.`,
    ];
    const inner = part.type === 'array' ? part.items : part;
    const dots = part.type === 'array' ? '[].' : '.';
    return [
      `| \`${path}\`${required.has(name) ? ' (required)' : ''} | ${cell(typeOf(part, widget))} | ${cell(words.join(' '))} |`,
      ...(inner?.properties ? rowsOf(inner, widget, `${path}${dots}`) : []),
    ];
  });
}

function tableOf(schema, widget) {
  const rows = rowsOf(schema, widget);
  return rows.length === 0
    ? ['No props.', '']
    : ['| prop | type | description |', '|---|---|---|', ...rows, ''];
}

/** Returns a row for each event, with what steps read as `event`. */
function eventsOf(widget, schema, words, shapes) {
  const events = Object.entries(schema['x-events'] ?? {});
  if (events.length === 0) return [];
  const rows = events.map(([name, payload]) => {
    const fields = Object.entries(payload?.properties ?? {}).map(
      ([field, part]) => `\`event.${field}\` (${typeOf(part, widget)}): ${part.description ?? ''}`,
    );
    const shared = /event\.schema\.json#\/\$defs\/(.+)$/.exec(payload?.$ref ?? '')?.[1];
    const described = shared ? shapes[shared] : payload;
    const value = payload && `\`event\` (${typeOf(payload, widget)}): ${described.description ?? ''}`;
    const shown = fields.length > 0 ? fields.join('<br>') : (value ?? '');
    return `| \`${name}\` | ${cell(words?.[name] ?? '')} | ${cell(shown).replaceAll('&lt;br>', '<br>')} |`;
  });
  return ['| event | when | value in its steps |', '|---|---|---|', ...rows, ''];
}

function sectionOf(widget, schema, words, shapes) {
  const parts = Object.entries(schema.$defs ?? {}).flatMap(([name, part]) => [
    `### ${widget}-${name}`,
    '',
    ...(part.description ? [part.description, ''] : []),
    ...(part.properties ? tableOf(part, widget) : [cell(typeOf(part, widget)), '']),
  ]);
  return [
    `## ${widget}`,
    '',
    schema.description ?? '',
    '',
    ...tableOf(schema, widget),
    ...eventsOf(widget, schema, words, shapes),
    ...parts,
  ];
}

/** Returns the reference of all widgets' props as Markdown, from their schemas. */
export async function widgetReference() {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.schema.json')).sort();
  const widgets = await Promise.all(
    files.map(async (file) => ({
      name: file.replace('.schema.json', ''),
      schema: JSON.parse(await readFile(join(folder, file), 'utf8')),
    })),
  );
  const { palette } = JSON.parse(await readFile(join(root, 'locales/en/palette.json'), 'utf8'));
  const shapes = JSON.parse(await readFile(join(root, 'schemas/event.schema.json'), 'utf8')).$defs;
  const lines = [
    '# The props and events of every widget',
    '',
    'Generated from `schemas/widgets/` by `node scripts/widget-reference.mjs`: change a schema, then run it again.',
    '[definitions.md](definitions.md) explains how widgets are combined, with examples.',
    '',
    widgets.map(({ name }) => `[${name}](#${name})`).join(' · '),
    '',
    ...widgets.flatMap(({ name, schema }) => sectionOf(name, schema, palette[name]?.events, shapes)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
