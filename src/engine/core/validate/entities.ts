import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import type { EntityDocument, EntityField } from '../generated/documents.ts';
import { diagnostic } from './diagnostics.ts';
import { References, textDiagnostics } from './references.ts';
import { languageDiagnostics } from './schema-diagnostics.ts';

function fieldDiagnostics(name: string, field: EntityField): Diagnostic[] {
  const at = `/fields/${escapeSegment(name)}`;
  const diagnostics: Diagnostic[] = [];
  for (const [least, most] of [
    ['minLength', 'maxLength'],
    ['minimum', 'maximum'],
  ] as const) {
    const [from, to] = [field[least], field[most]];
    if (from !== undefined && to !== undefined && from > to) {
      diagnostics.push(diagnostic(`${at}/${least}`, 'entity-limits', { from, to }));
    }
  }
  const refers = field.type === 'reference' || (field.type === 'list' && field.item === 'reference');
  if (refers && field.entity === undefined)
    diagnostics.push(diagnostic(at, 'entity-target', { field: name }));
  return diagnostics;
}

function collectTexts(entity: EntityDocument): References['texts'] {
  const references = new References();
  references.addText(entity.title, '/title');
  references.addText(entity.plural, '/plural');
  for (const [name, field] of Object.entries(entity.fields)) {
    const at = `/fields/${escapeSegment(name)}`;
    references.addText(field.title, `${at}/title`);
    references.addText(field.description, `${at}/description`);
    field.options?.forEach(({ label }, index) => references.addText(label, `${at}/options/${index}/label`));
  }
  return references.texts;
}

/** Validates an entity. Text keys are not looked up without `hasText`. */
export function entityDiagnostics(document: JsonObject, hasText?: (key: string) => boolean): Diagnostic[] {
  const invalid = languageDiagnostics('entity', document, '');
  if (invalid.length > 0) return invalid;
  const entity = document as unknown as EntityDocument;
  const named = [
    ['/key', entity.key],
    ['/display', entity.display],
  ] as const;
  const found = [
    ...named.flatMap(([pointer, field]) =>
      field === undefined || Object.hasOwn(entity.fields, field)
        ? []
        : [diagnostic(pointer, 'entity-field', { field })],
    ),
    ...Object.entries(entity.fields).flatMap(([name, field]) => fieldDiagnostics(name, field)),
  ];
  // Texts are looked up once everything else is valid.
  return found.length > 0 || !hasText ? found : textDiagnostics(document, collectTexts(entity), hasText);
}
