import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import type { EntityDocument, EntityField } from '../generated/documents.ts';
import { diagnostic } from './diagnostics.ts';
import { languageDiagnostics } from './props.ts';
import type { Uses } from './steps.ts';

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

/** What is wrong with an entity by itself. */
export function entityDiagnostics(document: JsonObject): Diagnostic[] {
  const found = languageDiagnostics('entity', document, '');
  if (found.length > 0) return found;
  const entity = document as unknown as EntityDocument;
  const named = [
    ['/key', entity.key],
    ['/display', entity.display],
  ] as const;
  return [
    ...named.flatMap(([pointer, field]) =>
      field === undefined || Object.hasOwn(entity.fields, field)
        ? []
        : [diagnostic(pointer, 'entity-field', { field })],
    ),
    ...Object.entries(entity.fields).flatMap(([name, field]) => fieldDiagnostics(name, field)),
  ];
}

/** The texts of an entity, to be looked up. */
export function entityTexts(document: JsonObject): Uses['texts'] {
  const entity = document as unknown as EntityDocument;
  const texts: Uses['texts'] = [];
  const add = (text: unknown, pointer: string): void => {
    if (typeof text === 'string') texts.push({ text, pointer });
  };
  add(entity.title, '/title');
  add(entity.plural, '/plural');
  for (const [name, field] of Object.entries(entity.fields)) {
    const at = `/fields/${escapeSegment(name)}`;
    add(field.title, `${at}/title`);
    add(field.description, `${at}/description`);
    field.options?.forEach(({ text }, index) => add(text, `${at}/options/${index}/text`));
  }
  return texts;
}
