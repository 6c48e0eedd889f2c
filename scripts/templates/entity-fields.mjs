// Reads the fields of `npm run new entity`: `name:type` with `!` for required and further words, parted by commas. A quoted
// text is the title of what it follows: of a field, of a value of an enum, of the entity itself.
import { Refusal } from '../lib/scaffold.mjs';

const types = ['string', 'text', 'integer', 'number', 'boolean', 'date', 'datetime'];
const words = ['auto', 'unique', 'searchable', 'filterable', 'sortable'];
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

/** Splits a text at a character that is not inside of parentheses or quotes. @throws Refusal for one that is not closed */
export function partsOf(text, separator) {
  const parts = [''];
  let depth = 0;
  let isQuoted = false;
  for (const letter of text) {
    if (letter === "'") isQuoted = !isQuoted;
    else if (!isQuoted) depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === separator && depth === 0 && !isQuoted) parts.push('');
    else parts.push(parts.pop() + letter);
  }
  if (isQuoted || depth !== 0) throw new Refusal(`a quote or a parenthesis is not closed in: ${text}`);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The text between quotes; undefined for anything else. */
export const quoted = (part) => /^'(.*)'$/s.exec(part ?? '')?.[1];

const languages = ['pt', 'en', 'es'];

const wordsOf = (name) => {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** The title in each language, as `Série / Serial / Serie`, or other words where the text has none. */
export function titlesOf(text = '', otherwise) {
  const written = text.split(' / ').map((one) => one.trim());
  if (written.length > languages.length)
    throw new Refusal(`'${text}' has more titles than languages: write 'pt / en / es'`);
  return Object.fromEntries(languages.map((language, at) => [language, written[at] || otherwise]));
}

/** A constant as its field stores it, or a reference such as `user.id` and `now`. */
function defaultOf({ type }, text) {
  if (type === 'boolean' && ['true', 'false'].includes(text)) return text === 'true';
  if (['integer', 'number'].includes(type) && text !== '' && Number.isFinite(Number(text)))
    return Number(text);
  if (type === 'string' || type === 'text' || /^\d{4}-/.test(text)) return text;
  return { $expr: text };
}

/** Words with a value in parentheses. */
const valued = {
  default: (field, value) => (field.default = defaultOf(field, value)),
  compute: (field, value) => (field.compute = { $expr: value }),
};

/** Rules of rows: callers who may not delete records of the entity see and write those alone that are theirs. */
const ownRule = (name, screen) => ({
  unless: { screen, verb: 'delete' },
  where: { [name]: { $expr: 'user.id' } },
});

/**
 * @param {string} given
 * @param {{ name: string, known: Map<string, object>, shared: ReadonlySet<string>, text: (key: string) => string }} entity
 *   `shared` are the fields whose titles every screen has, as `$fields.name`
 * @returns {{ declared: Record<string, object>, rows: object[], titles: Record<string, Record<string, string>> }} fields,
 *   rules of rows, and titles by key and language
 * @throws Refusal naming the part that cannot be read
 */
export function entityFields(given, { name: own, known, shared, text }) {
  const declared = {};
  const titles = {};
  const rows = [];
  for (const part of partsOf(given, ',')) {
    const [head, ...rest] = partsOf(part, ' ');
    const [, name, type, values, required] =
      /^([a-z][A-Za-z0-9]{0,40}):([a-z][a-z0-9-]*)(?:\((.*)\))?(!)?$/s.exec(head) ?? [];
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
    const title = quoted(rest.find((word) => quoted(word) !== undefined));
    const isShared = title === undefined && shared.has(name);
    if (!isShared) titles[name] = titlesOf(title, wordsOf(name));
    const field = {
      type: 'string',
      title: isShared ? `$fields.${name}` : text(name),
      ...(required ? { required: true } : {}),
    };
    if (type === 'enum') {
      const options = partsOf(values ?? '', '|').map((option) => partsOf(option, ' '));
      if (options.length === 0) throw new Refusal(`the field ${name} has no values: write enum(ok|lost)`);
      for (const [value, label] of options)
        titles[`${name}_${value}`] = titlesOf(quoted(label), wordsOf(value));
      Object.assign(field, {
        filterable: true,
        options: options.map(([value]) => ({ value, label: text(`${name}_${value}`) })),
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
    if (values !== undefined && type !== 'enum') {
      if (field.type !== 'number' || !/^\d+$/.test(values))
        throw new Refusal(`"${head}" says nothing: only number(2), money(2) and percent(2) have decimals`);
      field.scale = Number(values);
    }
    for (const word of rest.filter((one) => quoted(one) === undefined)) {
      const [, key, value] = /^([a-z]+)(?:\((.*)\))?$/s.exec(word) ?? [];
      if (value !== undefined && Object.hasOwn(valued, key)) valued[key](field, value);
      else if (value === undefined && words.includes(key)) field[key] = true;
      else if (word === 'own' && field.entity === 'user') {
        field.default ??= { $expr: 'user.id' };
        rows.push(ownRule(name, own));
      } else
        throw new Refusal(
          `"${word}" says nothing about a field: use ${words.join(', ')}, default(…), compute(…), own for a field of type user, or a title in single quotes`,
        );
    }
    declared[name] = field;
  }
  return { declared, rows, titles };
}
