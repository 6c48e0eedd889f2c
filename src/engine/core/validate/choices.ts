import type { DataCatalogue } from '../../../contracts/data-catalogue.ts';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { diagnostic } from './diagnostics.ts';
import { nearest, nearestValue } from './nearest.ts';

/** Keys whose values are data or texts, where an object with a key `entity` names none. */
const dataKeys: ReadonlySet<string> = new Set([
  'state',
  'strings',
  'schema',
  'with',
  'query',
  'body',
  'values',
  'value',
]);

/** Whether the value of a key is data. The document's own `body` is nodes, and sources may have any name. */
const isData = (key: string, at: string): boolean =>
  !(at === '' && key === 'body') && at !== '/sources' && (dataKeys.has(key) || key.startsWith('x-'));

/**
 * Reports entities that do not exist, or that the author may not read, and fields of an entity that have no options: in
 * sources and in options, at any place.
 */
export function choiceDiagnostics(document: JsonObject, { entities }: DataCatalogue): Diagnostic[] {
  const known = entities.map(({ id }) => String(id));
  const found: Diagnostic[] = [];
  const isKnown = (entity: Json | undefined, pointer: string): boolean => {
    if (typeof entity !== 'string') return false;
    if (known.includes(entity)) return true;
    found.push(
      diagnostic(`${pointer}/entity`, 'unknown-entity', { entity, nearest: nearest(entity, known) }),
    );
    return false;
  };
  const visit = (value: Json, key: string, pointer: string): void => {
    if (Array.isArray(value)) value.forEach((item, index) => visit(item, '', `${pointer}/${index}`));
    if (!isObject(value)) return;
    if (key === 'options' || /^\/sources\/[^/]+$/.test(pointer)) isKnown(value.entity, pointer);
    const { enum: choices } = value;
    if (key === 'options' && isObject(choices) && isKnown(choices.entity, `${pointer}/enum`)) {
      const fields = entities.find(({ id }) => id === choices.entity)?.fields;
      const withOptions = Object.entries(isObject(fields) ? fields : {})
        .filter(([, field]) => isObject(field) && Array.isArray(field.options))
        .map(([name]) => name);
      const field = String(choices.field);
      if (!withOptions.includes(field))
        found.push(
          diagnostic(`${pointer}/enum/field`, 'choices-field', {
            field,
            entity: String(choices.entity),
            nearest: nearest(field, withOptions),
            known: withOptions.join(', ') || '–',
          }),
        );
    }
    for (const [name, below] of Object.entries(value)) {
      if (!isData(name, pointer)) visit(below, name, `${pointer}/${escapeSegment(name)}`);
    }
  };
  visit(document, '', '');
  return found;
}

/** Options that name a source, with the pointer of each, at any place of a document. */
export function sourceOptions(document: JsonObject): { options: JsonObject; pointer: string }[] {
  const found: { options: JsonObject; pointer: string }[] = [];
  const visit = (value: Json, key: string, pointer: string): void => {
    if (Array.isArray(value)) value.forEach((item, index) => visit(item, '', `${pointer}/${index}`));
    if (!isObject(value)) return;
    if (key === 'options' && typeof value.source === 'string') found.push({ options: value, pointer });
    for (const [name, below] of Object.entries(value)) {
      if (!isData(name, pointer)) visit(below, name, `${pointer}/${escapeSegment(name)}`);
    }
  };
  visit(document, '', '');
  return found;
}

/** Reports options of inline forms whose source the screen does not have. References of widgets are checked with their nodes. */
export function optionSourceDiagnostics(document: JsonObject): Diagnostic[] {
  const known = Object.keys(isObject(document.sources) ? document.sources : {});
  return sourceOptions(document).flatMap(({ options, pointer }) => {
    const source = String(options.source);
    if (!pointer.includes('/props/document/') || known.includes(source)) return [];
    return [diagnostic(`${pointer}/source`, 'unknown-source', { source, ...nearestValue(source, known) })];
  });
}
