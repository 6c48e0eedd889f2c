import { linkTo } from './language-reference.mjs';
import { cell, tableOf, typeOf } from './reference-tables.mjs';

/** Returns the links of a widget's schema: to its own parts and to the language. */
const linksOf = (widget) => (reference) => {
  const own = /^#\/\$defs\/(.+)$/.exec(reference)?.[1];
  return own ? `[${own}](#${`${widget}-${own}`.toLowerCase()})` : linkTo(reference, 'language-reference.md');
};

/** Returns a row for each event, with what steps read as `event`. */
function eventsOf(schema, words, shapes, link) {
  const events = Object.entries(schema['x-events'] ?? {});
  if (events.length === 0) return [];
  const rows = events.map(([name, payload]) => {
    const fields = Object.entries(payload?.properties ?? {}).map(
      ([field, part]) => `\`event.${field}\` (${typeOf(part, link)}): ${part.description ?? ''}`,
    );
    const shared = /event\.schema\.json#\/\$defs\/(.+)$/.exec(payload?.$ref ?? '')?.[1];
    const described = shared ? shapes[shared] : payload;
    const value = payload && `\`event\` (${typeOf(payload, link)}): ${described.description ?? ''}`;
    const shown = fields.length > 0 ? fields.join('<br>') : (value ?? '');
    return `| \`${name}\` | ${cell(words?.[name] ?? '')} | ${cell(shown).replaceAll('&lt;br>', '<br>')} |`;
  });
  return ['| event | when | value in its steps |', '|---|---|---|', ...rows, ''];
}

function sectionOf(widget, schema, words, shapes) {
  const link = linksOf(widget);
  const parts = Object.entries(schema.$defs ?? {}).flatMap(([name, part]) => [
    `### ${widget}-${name}`,
    '',
    ...(part.description ? [part.description, ''] : []),
    ...(part.properties ? tableOf(part, link) : [cell(typeOf(part, link)), '']),
  ]);
  const table = tableOf(schema, link);
  return [
    `## ${widget}`,
    '',
    schema.description ?? '',
    '',
    ...(table.length > 0 ? table : ['No props.', '']),
    ...eventsOf(schema, words, shapes, link),
    ...parts,
  ];
}

/** Returns the lines of the reference of all widgets' props. `shapes` are the events that widgets share. */
export function widgetReference(widgets, palette, shapes) {
  return [
    '# The props and events of every widget',
    '',
    'Made from `schemas/widgets/` by `node scripts/reference.mjs`: change a schema, then run it again.',
    '[definitions.md](definitions.md) explains how widgets are combined, with examples.',
    '',
    [...widgets.keys()].map((name) => `[${name}](#${name})`).join(' · '),
    '',
    ...[...widgets].flatMap(([name, schema]) => sectionOf(name, schema, palette[name]?.events, shapes)),
  ];
}
