import { languages } from '../../contracts/language.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import type { Command } from '../commands/command.ts';
import type { Model } from '../model/document-model.ts';
import { isTextKey } from '../names.ts';

type Path = readonly (string | number)[];

/** Where a text of the document is shown. */
export interface TextUse {
  /** The node; null for the document itself. */
  node: string | null;
  /** Path in the node, or in the document. */
  path: Path;
}

/** The uses of keys within a value. */
function collect(value: Json | undefined, use: TextUse, found: Map<string, TextUse[]>): void {
  const below = (step: string | number): TextUse => ({ node: use.node, path: [...use.path, step] });
  if (isTextKey(value)) {
    const key = value.slice(1);
    found.set(key, [...(found.get(key) ?? []), use]);
  } else if (Array.isArray(value)) value.forEach((one, at) => collect(one, below(at), found));
  else if (isObject(value)) for (const [key, one] of Object.entries(value)) collect(one, below(key), found);
}

/** Uses of the document's texts, by their keys. */
export function usesOfTexts({
  document,
  nodes,
}: Pick<Model, 'document' | 'nodes'>): ReadonlyMap<string, readonly TextUse[]> {
  const { strings: _strings, ...own } = document;
  const found = new Map<string, TextUse[]>();
  collect(own, { node: null, path: [] }, found);
  for (const [node, value] of Object.entries(nodes)) collect(value, { node, path: [] }, found);
  return found;
}

/** The keys of the document's texts, in all languages. */
const keysOf = ({ strings }: JsonObject): ReadonlySet<string> => {
  const own = isObject(strings) ? strings : {};
  return new Set(languages.flatMap((one) => (isObject(own[one]) ? Object.keys(own[one]) : [])));
};

/** Why a key cannot be the new name of another; null for one that can. */
export function refusalOfKey(document: JsonObject, key: string): 'taken' | 'invalid' | null {
  if (!/^\w[\w.-]*$/.test(key) || ['__proto__', 'constructor', 'prototype'].includes(key)) return 'invalid';
  return keysOf(document).has(key) ? 'taken' : null;
}

/** Texts below a key in each language, with the language's path. */
const entriesOf = ({ strings }: JsonObject, key: string): { path: Path; value: Json }[] =>
  languages.flatMap((language) => {
    const own = isObject(strings) ? strings[language] : undefined;
    return isObject(own) && Object.hasOwn(own, key)
      ? [{ path: ['strings', language], value: own[key]! }]
      : [];
  });

/** The command that removes a text in all languages. */
export const removeText = ({ document }: Model, key: string): Command => ({
  type: 'batch',
  commands: entriesOf(document, key).map(({ path }) => ({
    type: 'set',
    key: null,
    path: [...path, key],
    value: undefined,
  })),
});

/** The command that gives a text another key, and what shows it. */
export const renameText = (model: Model, key: string, to: string): Command => ({
  type: 'batch',
  commands: [
    ...entriesOf(model.document, key).flatMap(({ path, value }): Command[] => [
      { type: 'set', key: null, path: [...path, to], value },
      { type: 'set', key: null, path: [...path, key], value: undefined },
    ]),
    ...(usesOfTexts(model).get(key) ?? []).map(({ node, path }): Command => ({
      type: 'set',
      key: node,
      path,
      value: `$${to}`,
    })),
  ],
});
