// Reads the fields of `npm run new entity`: `name:type` with `!` for required and further words, parted by commas.
import { Refusal } from '../lib/scaffold.mjs';

const types = ['string', 'text', 'integer', 'number', 'boolean', 'date', 'datetime'];
const words = ['unique', 'searchable', 'filterable', 'sortable'];
const formats = ['email', 'cpf', 'cnpj', 'phone', 'cep', 'url', 'money', 'percent'];

/** Names that PostgreSQL takes as no column without quotes: https://www.postgresql.org/docs/15/sql-keywords-appendix.html */
const sqlWords = new Set(
  (
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column ' +
    'concurrently constraint create cross current_catalog current_date current_role current_schema current_time ' +
    'current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from ' +
    'full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime ' +
    'localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning ' +
    'right select session_user similar some symmetric table tablesample then to trailing true union unique user using ' +
    'variadic verbose when where window with'
  ).split(' '),
);

const titleOf = (name) => {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/**
 * @param {string} given
 * @param {{ name: string, known: Map<string, object>, text: (key: string) => string }} entity
 * @returns {{ declared: Record<string, object>, words: Record<string, string> }} fields, and the texts of their titles
 * @throws Refusal naming the part that cannot be read
 */
export function entityFields(given, { name: own, known, text }) {
  const declared = {};
  const texts = {};
  for (const part of given.split(',').map((one) => one.trim())) {
    const [, name, type, values, required, rest = ''] =
      /^([a-z][A-Za-z0-9]{0,40}):([a-z][a-z0-9-]*)(?:\(([^()]*)\))?(!)?((?: [a-z]+)*)$/.exec(part) ?? [];
    if (name === undefined)
      throw new Refusal(
        `"${part}" is no field: write it as serial:string! unique, status:enum(ok|lost) or owner:user`,
      );
    if (
      ['id', 'version', 'all', 'any', 'not'].includes(name) ||
      /^(created|updated)(At|By)$/.test(name) ||
      Object.hasOwn(declared, name)
    )
      throw new Refusal(`the field ${name} exists already`);
    if (sqlWords.has(name.toLowerCase()))
      throw new Refusal(`"${name}" is a word of SQL: choose another name, such as ${name}Code`);
    texts[name] = titleOf(name);
    const field = { type: 'string', title: text(name), ...(required ? { required: true } : {}) };
    if (type === 'enum') {
      const options = (values ?? '').split('|').filter((value) => value !== '');
      if (options.length === 0) throw new Refusal(`the field ${name} has no values: write enum(ok|lost)`);
      for (const value of options) texts[`${name}_${value}`] = titleOf(value);
      Object.assign(field, {
        filterable: true,
        options: options.map((value) => ({ value, label: text(`${name}_${value}`) })),
      });
    } else if (types.includes(type)) {
      field.type = type;
      if (type === 'string') Object.assign(field, { searchable: true, sortable: true });
      if (['integer', 'number', 'date', 'datetime'].includes(type)) field.filterable = field.sortable = true;
      if (type === 'boolean') field.filterable = true;
    } else if (formats.includes(type)) {
      const isNumber = type === 'money' || type === 'percent';
      Object.assign(
        field,
        { type: isNumber ? 'number' : 'string', format: type },
        isNumber ? { scale: 2 } : {},
      );
    } else if (type === own || known.has(type)) {
      Object.assign(field, { type: 'reference', entity: type, onDelete: 'refuse', filterable: true });
    } else {
      const choices = [...types, 'enum(…)', ...formats, ...known.keys()].join(', ');
      throw new Refusal(`"${type}" is no type of a field: use one of ${choices}`);
    }
    for (const word of rest.trim().split(' ').filter(Boolean)) {
      if (!words.includes(word))
        throw new Refusal(`"${word}" says nothing about a field: use ${words.join(', ')}`);
      field[word] = true;
    }
    declared[name] = field;
  }
  return { declared, words: texts };
}
