import { toPointer } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import type { LocalRoot } from '../expressions/references.ts';
import { checkFormSafety } from '../form/compile.ts';
import type { FormDocument } from '../generated/documents.ts';
import type { Registry } from '../registry.ts';
import { walkAnnotations } from '../schema-annotations.ts';
import { wireName } from '../entity.ts';
import { withEntitySchema } from '../entity-forms.ts';
import { diagnostic } from './diagnostics.ts';
import { isEntity } from './entities.ts';
import { iconDiagnostics } from './icons.ts';
import { nearest } from './nearest.ts';
import { languageSchema } from './language-schemas.ts';
import type { ListedNode } from './nodes.ts';
import { addressDiagnostics, expressionDiagnostics, References, textDiagnostics } from './references.ts';
import { languageDiagnostics } from './schema-diagnostics.ts';

/** Collects the references of a form's texts, rules, checks and options, all of which can read `form`. */
function collectForm(document: JsonObject, around: readonly LocalRoot[], found: Diagnostic[]): References {
  const references = new References();
  walkAnnotations(languageSchema('form'), document, (annotation, path, value) => {
    const pointer = toPointer(path);
    const locals: readonly LocalRoot[] = [
      ...around,
      'form',
      ...(path[0] === 'compute' ? (['row'] as const) : []),
    ];
    if (annotation === 'repeat') found.push(diagnostic(pointer, 'form-options-repeat'));
    else if (annotation === 'text') references.addText(value, pointer, locals);
    else if (annotation === 'address') references.addAddress(value, pointer, locals);
    else if (annotation === 'icon') references.addIcon(value, pointer);
    else references.addExpression(value, pointer, locals);
  });
  return references;
}

/** Validates the rules that a form must meet to be compiled. */
export function formPartDiagnostics(document: JsonObject): Diagnostic[] {
  const found = languageDiagnostics('form', document, '');
  if (found.length > 0) return found;
  return checkFormSafety(document as unknown as FormDocument).filter((one) => one.severity === 'error');
}

/** Validates the schema and the layout. Without entities, those of a form that takes its schema from one are unknown. */
function structureDiagnostics(
  document: JsonObject,
  entities: readonly JsonObject[] | undefined,
): Diagnostic[] {
  const { entity: id, schema } = document;
  if (typeof id !== 'string' || schema !== undefined)
    return checkFormSafety(document as unknown as FormDocument);
  if (!entities) return [];
  const entity = entities.filter(isEntity).find((one) => one.id === id);
  if (!entity) {
    const known = entities.map((one) => String(one.id));
    return [diagnostic('/entity', 'unknown-entity', { entity: id, nearest: nearest(id, known) })];
  }
  const wires = Object.entries(entity.fields).map(([name, field]) => wireName(name, field));
  return checkFormSafety(withEntitySchema(document, entity) as unknown as FormDocument)
    .filter(({ pointer }) => !pointer.startsWith('/schema'))
    .map((one) => {
      if (one.code !== 'form-field-unknown') return one;
      const field = String(one.values['field']);
      return diagnostic(one.pointer, 'form-entity-field', {
        field,
        entity: id,
        nearest: nearest(field, wires),
      });
    });
}

/** Validates a whole form document. `around` are names that the dialog around it has. */
export async function formDiagnostics(
  document: JsonObject,
  hasText: ((key: string) => boolean) | undefined,
  around: readonly LocalRoot[] = [],
  entities?: readonly JsonObject[],
): Promise<Diagnostic[]> {
  const invalid = languageDiagnostics('form', document, '');
  if (invalid.length > 0) return invalid;
  const found = structureDiagnostics(document, entities);
  const references = collectForm(document, around, found);
  // The enclosing screen declares sources and state, and the record may have more keys than the form has fields.
  for (const use of references.expressions) found.push(...(await expressionDiagnostics(use, {})));
  found.push(...addressDiagnostics(references.addresses, { sources: new Set() }));
  found.push(...iconDiagnostics(references.icons));
  if (hasText) found.push(...textDiagnostics(document, references.texts, hasText));
  return found;
}

/** Validates a form document that a node contains inline. */
export async function innerFormDiagnostics(
  { node, pointer }: ListedNode,
  registry: Registry,
  hasText: ((key: string) => boolean) | undefined,
  entities: readonly JsonObject[] | undefined,
): Promise<Diagnostic[]> {
  if (!isObject(node) || !isObject(node.props) || !isObject(node.props.document)) return [];
  if (typeof node.type !== 'string' || registry.get(node.type)?.submits !== true) return [];
  const at = `${pointer}/props/document`;
  const found = await formDiagnostics(
    node.props.document,
    hasText,
    pointer.startsWith('/dialogs/') ? ['args'] : [],
    entities,
  );
  return found.map((one) => ({ ...one, pointer: at + one.pointer }));
}
