import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { fieldAccess } from './entity-access.ts';
import { systemFieldsOf, wireName } from './entity.ts';
import type { EntityDocument, EntityField, SourceField } from '../generated/documents.ts';

export type ShownFormat = Pick<SourceField, 'format' | 'decimals'>;

/** How the values of a field are written: by its format, else by its type. A whole number may be a year, and stays as it is. */
export function shownFormat({
  type,
  format,
  scale,
}: Pick<EntityField, 'type' | 'format' | 'scale'>): ShownFormat {
  if (format === 'url') return { format: 'link' };
  if (format !== undefined) return { format };
  if (type === 'date' || type === 'datetime') return { format: type };
  if (type === 'number') return { format: 'number', ...(scale === undefined ? {} : { decimals: scale }) };
  return {};
}

/** Texts of a document by language. */
type Tables = Readonly<Record<string, JsonObject>>;

/** How the values of an entity's records are shown, by the names of replies, and the texts of its own that this takes. */
export function shownFields(entity: EntityDocument): {
  fields: Record<string, SourceField>;
  strings: Tables;
} {
  const own = Object.entries((entity.strings ?? {}) as Tables);
  const strings: Record<string, JsonObject> = {};
  // Another document may have the same key for another text.
  function textOf(label: string): string {
    const key = label.slice(1);
    const having = label.startsWith('$') ? own.filter(([, texts]) => Object.hasOwn(texts, key)) : [];
    if (having.length === 0) return label;
    for (const [language, texts] of having)
      strings[language] = { ...strings[language], [`${entity.id}.${key}`]: texts[key]! };
    return `$${entity.id}.${key}`;
  }
  const system = systemFieldsOf(entity).filter((name) => name.endsWith('At'));
  const declared = Object.entries(entity.fields ?? {}).map(([name, field]): [string, SourceField] => {
    const access = fieldAccess(entity, name);
    const map = field.options?.flatMap(({ value, label }) =>
      typeof label === 'string' ? [[String(value), textOf(label)] as const] : [],
    );
    const shown = { ...shownFormat(field), ...(map ? { map: Object.fromEntries(map) } : {}) };
    return [
      wireName(name, field),
      { ...shown, ...(access && Object.keys(shown).length > 0 ? { access } : {}) },
    ];
  });
  const fields = [
    ...system.map((name): [string, SourceField] => [name, { format: 'datetime' }]),
    ...declared,
  ];
  return { fields: Object.fromEntries(fields.filter(([, shown]) => Object.keys(shown).length > 0)), strings };
}

/** The texts of a document with those of others beneath them. */
export function withStringsBelow(document: JsonObject, others: Tables): JsonObject {
  if (Object.keys(others).length === 0) return document;
  const own = (isObject(document.strings) ? document.strings : {}) as Tables;
  const languages = [...new Set([...Object.keys(others), ...Object.keys(own)])];
  const strings = languages.map((language) => [language, { ...others[language], ...own[language] }]);
  return { ...document, strings: Object.fromEntries(strings) as JsonObject };
}
