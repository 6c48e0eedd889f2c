import { languages, type Language } from '../../contracts/language.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { actionSchema, stepSchema, verbOf } from '../actions/verbs.ts';
import type { Command } from '../commands/command.ts';
import { freeId } from '../commands/insert.ts';
import type { Model } from '../model/document-model.ts';
import { isTextKey, typeOfNode } from '../names.ts';
import { itemSchema, propertiesOf } from '../panel-schema.ts';

/** A text of the document in its languages; an absent one is missing. */
export interface OwnText {
  key: string;
  texts: Readonly<Partial<Record<Language, string>>>;
  missing: readonly Language[];
}

/** The document's own texts by key, in the order of their keys. */
export function ownTexts({ strings }: JsonObject): OwnText[] {
  const own = isObject(strings) ? strings : {};
  const textOf = (language: Language, key: string): string | undefined => {
    const table = own[language];
    const text = isObject(table) && Object.hasOwn(table, key) ? table[key] : undefined;
    return typeof text === 'string' ? text : undefined;
  };
  const keys = new Set(
    languages.flatMap((language) => Object.keys(isObject(own[language]) ? own[language] : {})),
  );
  return [...keys].toSorted().map((key) => ({
    key,
    texts: Object.fromEntries(
      languages.flatMap((language) => {
        const text = textOf(language, key);
        return text === undefined ? [] : [[language, text]];
      }),
    ),
    missing: languages.filter((language) => (textOf(language, key) ?? '').trim() === ''),
  }));
}

/** A text that stands in a widget, in one language. */
export interface LiteralText {
  key: string;
  /** Path below the node. */
  path: readonly (string | number)[];
  text: string;
}

type Place = readonly (string | number)[];

/** The literal texts of a value, where its schema asks for texts. */
function literalsIn(
  schema: JsonObject,
  root: JsonObject,
  value: Json | undefined,
  path: Place,
): Omit<LiteralText, 'key'>[] {
  if (!isObject(value)) return [];
  return propertiesOf(schema, root).flatMap((property) => {
    const { name, control } = property;
    const inner = value[name];
    const at = [...path, name];
    if (control.kind === 'steps') return literalsInSteps(inner, at);
    if (control.kind === 'object') return literalsIn(control.schema, root, inner, at);
    if (control.kind === 'list' && Array.isArray(inner)) {
      const item = itemSchema(control.schema, root);
      return inner.flatMap((one, index) => literalsIn(item, root, one, [...at, index]));
    }
    const isText = control.kind === 'text' && control.shown === true && typeof inner === 'string';
    if (!isText || inner.trim() === '' || isTextKey(inner)) return [];
    return [{ path: at, text: inner }];
  });
}

/** The literal texts of steps, such as those of messages. */
const literalsInSteps = (steps: Json | undefined, path: Place): Omit<LiteralText, 'key'>[] =>
  (Array.isArray(steps) ? steps : []).flatMap((step, at) => {
    const verb = verbOf(step);
    return verb === null ? [] : literalsIn(stepSchema(verb), actionSchema(), step, [...path, at]);
  });

/** The literal texts of a node: those of its properties, and those of its actions. */
function literalsOf(node: JsonObject, schema: JsonObject): Omit<LiteralText, 'key'>[] {
  const actions = isObject(node['on']) ? Object.entries(node['on']) : [];
  return [
    ...literalsIn(schema, schema, node['props'], ['props']),
    ...actions.flatMap(([event, steps]) => literalsInSteps(steps, ['on', event])),
  ];
}

/** The texts of widgets that are the same in all languages, in the order of the nodes. */
export function literalTexts(
  model: Model,
  schemaOf: (type: string) => JsonObject | undefined,
): LiteralText[] {
  return Object.entries(model.nodes).flatMap(([key, node]) => {
    const schema = schemaOf(typeOfNode(node));
    if (!schema || !isObject(node)) return [];
    return literalsOf(node, schema).map((one) => ({ key, ...one }));
  });
}

/** The commands that turn a literal text into one of the document, which starts with the same words in one language. */
export function localize({ document }: Model, literal: LiteralText, language: Language): Command[] {
  const taken = new Set(ownTexts(document).map(({ key }) => key));
  const stem = [literal.key, ...literal.path.slice(1)].join('_').replaceAll(/\W+/g, '_');
  const name = freeId(stem, (key) => taken.has(key));
  return [
    {
      type: 'set',
      key: null,
      path: ['strings', language, name],
      value: literal.text.startsWith('$$') ? literal.text.slice(1) : literal.text,
    },
    { type: 'set', key: literal.key, path: literal.path, value: `$${name}` },
  ];
}

/**
 * The command that writes a text in a language. An empty one is removed, so that readers get that of another language; the
 * last one stays as an empty text, or its key would be lost while it is written anew.
 */
export const writeText = ({ key, missing }: OwnText, language: Language, text: string): Command => {
  const isLast = languages.every((one) => one === language || missing.includes(one));
  return {
    type: 'set',
    key: null,
    path: ['strings', language, key],
    value: text === '' && !isLast ? undefined : text,
  };
};
