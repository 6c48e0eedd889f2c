import { parsePointer } from './json-pointer.ts';
import { isObject, isScalar, type Json } from './json.ts';

/** Context of the reader for putting a document into words. */
export interface DocumentWords {
  /** A text of the product; null for a key that it does not have. */
  find(key: string, values?: Record<string, string | number>): string | null;
  /** A text of the document as it is shown. */
  shown(text: string): string;
  /** Name of a node for people. */
  nodeName(id: string): string;
  /** Name of a source for people. */
  sourceName(id: string): string;
}

/** Texts by which people recognise an item of a list, before the names that only definitions use. */
const titles = ['title', 'label', 'text', 'name'];
const keys = ['id', 'field', 'key', 'value'];

/** Keys below which a value is a list of steps. */
const stepLists = new Set(['do', 'then', 'else', 'onError']);

/** Name of a key of a node, or of a document. */
export const partName = (name: string, { find }: Pick<DocumentWords, 'find'>): string =>
  find(`panel.words.parts.${name}`) ?? name;

/** Family that a value belongs to, which decides what its keys are called. */
type Family = 'props' | 'steps' | 'at';

/** Name of a property, of a parameter of a step, or of a part of a position. */
export function propertyName(
  name: string,
  { find }: Pick<DocumentWords, 'find'>,
  family: Family = 'props',
): string {
  const own = find(`panel.props.${name}`);
  if (family === 'at') return find(`panel.words.at.${name}`) ?? name;
  return (family === 'steps' ? (find(`panel.actions.params.${name}`) ?? own) : own) ?? name;
}

const verbName = (step: Json | undefined, { find }: DocumentWords): string | null => {
  const [verb = ''] = isObject(step) ? Object.keys(step) : [];
  return find(`panel.actions.verbs.${verb}`);
};

/** An item of a list by its index, or by the value that a merge identifies it by. */
function itemOf(list: readonly Json[], segment: string): { item: Json | undefined; at: number } {
  const found = list.findIndex(
    (one) => isObject(one) && [...keys, 'name'].some((key) => String(one[key]) === segment),
  );
  const at = found === -1 ? Number(segment) : found;
  return { item: list[at], at };
}

function itemName(list: readonly Json[], segment: string, words: DocumentWords, family: Family): string {
  const { item, at } = itemOf(list, segment);
  const verb = family === 'steps' ? verbName(item, words) : null;
  if (verb !== null) return `${at + 1}. ${verb}`;
  if (isObject(item))
    for (const key of [...titles, ...keys]) {
      const text = item[key];
      if (typeof text === 'string' && text !== '') return titles.includes(key) ? words.shown(text) : text;
    }
  return Number.isInteger(at) ? String(at + 1) : segment;
}

/** The names on a way through a value. */
function below(
  value: Json | undefined,
  path: readonly string[],
  words: DocumentWords,
  family: Family,
): string[] {
  const [segment, ...rest] = path;
  if (segment === undefined) return [];
  if (Array.isArray(value)) {
    const { item } = itemOf(value, segment);
    return [itemName(value, segment, words, family), ...below(item, rest, words, family)];
  }
  const inner = isObject(value) ? value[segment] : undefined;
  if (segment === '$expr') return [];
  const own = stepLists.has(segment) ? 'steps' : family;
  return [propertyName(segment, words, own), ...below(inner, rest, words, own)];
}

/**
 * A position in a node, or in the document, as the panel names it: `Properties › Columns › Total › Width`.
 * @param owner the node or the document, as one side has it
 * @param type of the node's widget; null for the document
 */
export function positionInWords(
  owner: Json | undefined,
  type: string | null,
  pointer: string,
  words: DocumentWords,
): string {
  const [part = '', ...rest] = parsePointer(pointer);
  const own = isObject(owner) ? owner : {};
  if (part === '') return partName('whole', words);
  const name = partName(part, words);
  const inner = own[part];
  const [first = '', ...more] = rest;
  const value = isObject(inner) ? inner[first] : undefined;
  if (first === '' || part === 'children' || part === 'slots') return name;
  if (part === 'on') {
    const event = words.find(`palette.${type}.events.${first}`) ?? first;
    return [name, event, ...below(value, more, words, 'steps')].join(' › ');
  }
  if (type !== null && part !== 'props')
    return [name, ...below(inner, rest, words, part === 'at' ? 'at' : 'props')].join(' › ');
  if (type === null && part === 'sources')
    return [name, words.sourceName(first), ...below(value, more, words, 'props')].join(' › ');
  if (type === null && part === 'strings')
    return [name, words.find(`panel.texts.languages.${first}`) ?? first, ...more].join(' › ');
  return [name, ...below(inner, rest, words, 'props')].join(' › ');
}

/** Lists of a document and of its nodes, whose values are ids of nodes. */
const isNodeList = (pointer: string): boolean =>
  /^\/(?:children|slots|header|filters|body|dialogs)\b/.test(pointer);

/** A value as an author reads it: lines of names and values, without the marks of JSON. */
export function valueInWords(value: Json, pointer: string, words: DocumentWords): string {
  const path = parsePointer(pointer);
  if (isNodeList(pointer) && Array.isArray(value))
    return value.map((id) => words.nodeName(String(id))).join(', ');
  if (pointer === '/-parent' && typeof value === 'string') {
    const id = value.slice(0, value.indexOf('/'));
    return id === '' ? partName(parsePointer(value)[0] ?? 'body', words) : words.nodeName(id);
  }
  if (pointer === '' && isObject(value) && typeof value.id === 'string')
    return linesOf(value.props ?? {}, words, 'props', '').join('\n');
  const isStep = path[0] === 'on' || path.some((segment) => stepLists.has(segment));
  const family = path[0] === 'at' ? 'at' : isStep ? 'steps' : 'props';
  if (path[0] === 'source' && typeof value === 'string') return words.sourceName(value);
  return linesOf(value, words, family, path.at(-1) ?? '').join('\n');
}

function plainInWords(value: string | number | boolean, name: string, words: DocumentWords): string {
  if (typeof value === 'boolean') return words.find(value ? 'panel.yes' : 'panel.no') ?? String(value);
  // A text or a name may be the same as a choice of another property.
  const isName = titles.includes(name) || keys.includes(name);
  const choice = isName
    ? null
    : (words.find(`panel.values.${name}.${value}`) ?? words.find(`panel.values.any.${value}`));
  return choice ?? (typeof value === 'string' ? words.shown(value) : String(value));
}

/** Lines of a value; what is within it is indented. */
function linesOf(value: Json, words: DocumentWords, family: Family, name: string): string[] {
  if (isScalar(value)) return [plainInWords(value, name, words)];
  if (value === null) return [words.find('panel.data.noValue') ?? ''];
  if (Array.isArray(value))
    return value.flatMap((item, at) =>
      isScalar(item)
        ? [plainInWords(item, name, words)]
        : [itemName(value, String(at), words, family), ...indented(linesOf(item, words, family, name))],
    );
  if (typeof value.$expr === 'string') return [value.$expr];
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = stepLists.has(key) ? 'steps' : family;
    const label = propertyName(key, words, own);
    const lines = linesOf(inner, words, own, key);
    const isShort = isScalar(inner) || (isObject(inner) && typeof inner.$expr === 'string') || inner === null;
    return isShort ? [`${label}: ${lines.join(' ')}`] : [label, ...indented(lines)];
  });
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
