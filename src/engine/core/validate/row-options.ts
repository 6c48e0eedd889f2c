import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { sourceOptions } from './choices.ts';
import { diagnostic } from './diagnostics.ts';
import { nearest } from './nearest.ts';
import { isUnknownField, shapeAt } from './shapes.ts';

// Options that are inside of one row (`of`) need another field of the same item, which chooses the row.

/** Fields of an inline form, which are checked with the form. */
const inForm = '/props/document/';

/** Reports options of a row outside of forms: filters and cells have no item around them. */
export function placelessRowOptions(document: JsonObject): Diagnostic[] {
  return sourceOptions(document)
    .filter(({ options, pointer }) => options.of !== undefined && !pointer.includes(inForm))
    .map(({ pointer }) => diagnostic(`${pointer}/of`, 'row-options-place', {}));
}

/**
 * Reports options of a row at a field that is not inside of another one, and those whose row is chosen by a field that the
 * item does not have.
 * @param schema the form's; undefined where it is not known.
 */
export function rowOptionDiagnostics({ ui }: JsonObject, schema: Json | undefined): Diagnostic[] {
  const found: Diagnostic[] = [];
  const check = ({ of }: JsonObject, around: readonly string[], pointer: string): void => {
    if (!isObject(of)) return;
    if (around.length === 0) {
      found.push(diagnostic(`${pointer}/of`, 'row-options-place', {}));
      return;
    }
    const shape = isObject(schema) ? shapeAt(schema, [...around, String(of.field)]) : null;
    if (isUnknownField(shape))
      found.push(
        diagnostic(`${pointer}/of/field`, 'row-options-field', {
          field: String(of.field),
          list: around.join('.'),
          nearest: nearest(String(of.field), shape.known),
          known: shape.known.join(', ') || '–',
        }),
      );
  };
  const visit = (fields: Json | undefined, around: readonly string[], pointer: string): void => {
    for (const [index, field] of (Array.isArray(fields) ? fields : []).entries()) {
      if (!isObject(field)) continue;
      const at = `${pointer}/${index}`;
      if (isObject(field.options)) check(field.options, around, `${at}/options`);
      visit(field.fields, [...around, String(field.field)], `${at}/fields`);
    }
  };
  const sections = isObject(ui) && Array.isArray(ui.sections) ? ui.sections : [];
  for (const [index, section] of sections.entries())
    if (isObject(section)) visit(section.fields, [], `/ui/sections/${index}/fields`);
  return found;
}
