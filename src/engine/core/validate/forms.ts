import { toPointer } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import type { LocalRoot } from '../expressions/references.ts';
import { checkFormSafety } from '../form/compile.ts';
import type { FormDocument } from '../generated/documents.ts';
import type { Registry } from '../language/registry.ts';
import { walkAnnotations } from '../language/schema-annotations.ts';
import { systemFields, wireName } from '../entity/entity.ts';
import { withEntitySchema } from '../entity/entity-forms.ts';
import { diagnostic } from './diagnostics.ts';
import { isEntity } from './entities.ts';
import { iconDiagnostics } from './icons.ts';
import type { Local } from './known-fields.ts';
import { nearest } from './nearest.ts';
import { languageSchema } from './language-schemas.ts';
import type { ListedNode } from './nodes.ts';
import {
  addressDiagnostics,
  expressionDiagnostics,
  References,
  textDiagnostics,
  type TextKeys,
} from './references.ts';
import { languageDiagnostics } from './schema-diagnostics.ts';
import { rowOptionDiagnostics } from './row-options.ts';
import { canBeList, isUnknownField, shapeAt } from './shapes.ts';

/** Surroundings that a form is validated against, beside its document. */
interface FormSurroundings {
  texts?: TextKeys | undefined;
  /** Names that the dialog around it has. */
  around?: readonly LocalRoot[];
  entities?: readonly JsonObject[] | undefined;
  /** Keys of its records beside the properties of its schema. */
  keep?: readonly string[];
}

/** `form`: the properties of the schema, and what every record may have. Any value where the schema is not known. */
function formLocal(schema: Json | undefined, keep: readonly string[]): Local {
  if (!isObject(schema)) return 'form';
  const others = ['id', ...systemFields, ...keep].map((name): [string, Json] => [name, {}]);
  const beside: Json = { properties: Object.fromEntries(others) };
  return {
    root: 'form',
    schema: { ...schema, allOf: [...(Array.isArray(schema.allOf) ? schema.allOf : []), beside] },
  };
}

/** `row` in the expression of a computed value: the item of the innermost list on the way to it. */
function rowLocal(form: Local, key: string): Local {
  const path = key.split('.').slice(0, -1);
  if (typeof form === 'string') return 'row';
  for (let length = path.length; length > 0; length -= 1) {
    const at = path.slice(0, length);
    const shape = shapeAt(form.schema, at);
    // The rules of computed values report `row` outside of lists.
    if (shape === null || isUnknownField(shape)) return 'row';
    if (canBeList(shape)) return { root: 'row', schema: form.schema, at };
  }
  return 'row';
}

/** Collects the references of a form's texts, rules, checks and options, all of which can read `form`. */
function collectForm(
  document: JsonObject,
  form: Local,
  around: readonly LocalRoot[],
  found: Diagnostic[],
): References {
  const references = new References();
  walkAnnotations(languageSchema('form'), document, (annotation, path, value) => {
    const pointer = toPointer(path);
    const [list, key] = path;
    const locals = [...around, form, ...(list === 'compute' ? [rowLocal(form, String(key))] : [])];
    if (annotation === 'repeat') found.push(diagnostic(pointer, 'form-options-repeat'));
    else if (annotation === 'text') references.addText(value, pointer, locals);
    else if (annotation === 'address') references.addAddress(value, pointer, locals);
    else if (annotation === 'icon') references.addIcon(value, pointer);
    else references.addExpression(value, pointer, locals);
  });
  for (const [index, rule] of (Array.isArray(document.rules) ? document.rules : []).entries()) {
    if (isObject(rule)) references.addValue(rule.set, `/rules/${index}/set`, [...around, form]);
  }
  return references;
}

/** Validates the rules that a form must meet to be compiled. */
export function formPartDiagnostics(document: JsonObject): Diagnostic[] {
  const found = languageDiagnostics('form', document, '');
  if (found.length > 0) return found;
  return checkFormSafety(document as unknown as FormDocument).filter((one) => one.severity === 'error');
}

/** The schema of a form, its own or that of its entity; undefined when it is not known. */
function schemaOf(document: JsonObject, entities: readonly JsonObject[] = []): Json | undefined {
  if (typeof document.entity !== 'string') return document.schema;
  const entity = entities.filter(isEntity).find((one) => one.id === document.entity);
  return entity && withEntitySchema(document, entity).schema;
}

/** Adds the nearest property of the schema to the diagnostic of a field that it does not have. */
function withNearest(one: Diagnostic, schema: Json | undefined): Diagnostic {
  if (one.code !== 'form-field-unknown' || !isObject(schema)) return one;
  const found = shapeAt(schema, String(one.values.field).split('.'));
  if (!isUnknownField(found)) return one;
  const meant = nearest(found.field, found.known);
  const path = [...found.path.slice(0, -1), meant].join('.');
  return meant === '' ? one : { ...one, values: { ...one.values, nearest: path } };
}

/** Validates the schema and the layout. Without entities, those of a form that takes its schema from one are unknown. */
function structureDiagnostics(
  document: JsonObject,
  entities: readonly JsonObject[] | undefined,
): Diagnostic[] {
  const { entity: id, schema } = document;
  if (typeof id !== 'string' || schema !== undefined)
    return checkFormSafety(document as unknown as FormDocument).map((one) => withNearest(one, schema));
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

/**
 * A field that the schema does not have is an error in a computed value, which the server computes too. Elsewhere it is a
 * warning, because the record that a form opens may have it.
 */
function withSeverity(one: Diagnostic): Diagnostic {
  const isRead = one.code === 'unknown-field' || one.code === 'no-fields';
  return isRead && !one.pointer.startsWith('/compute/') ? { ...one, severity: 'warning' } : one;
}

/** Reports checks whose message would stand at a field that the form does not have. */
function checkFieldDiagnostics({ checks }: JsonObject, form: Local): Diagnostic[] {
  if (typeof form === 'string' || !Array.isArray(checks)) return [];
  return checks.flatMap((check, index) => {
    if (!isObject(check) || typeof check.field !== 'string') return [];
    const found = shapeAt(form.schema, check.field.split('.'));
    const one = diagnostic(`/checks/${index}/field`, 'form-field-unknown', { field: check.field }, 'warning');
    return isUnknownField(found) ? [withNearest(one, form.schema)] : [];
  });
}

/** Validates a whole form document. */
export async function formDiagnostics(
  document: JsonObject,
  { texts, around = [], entities, keep = [] }: FormSurroundings,
): Promise<Diagnostic[]> {
  const invalid = languageDiagnostics('form', document, '');
  if (invalid.length > 0) return invalid;
  const found = structureDiagnostics(document, entities);
  const schema = schemaOf(document, entities);
  const form = formLocal(schema, keep);
  const references = collectForm(document, form, around, found);
  found.push(...checkFieldDiagnostics(document, form), ...rowOptionDiagnostics(document, schema));
  // The enclosing screen declares sources and state.
  for (const use of references.expressions)
    found.push(...(await expressionDiagnostics(use, {})).map(withSeverity));
  found.push(...addressDiagnostics(references.addresses, { sources: new Set() }).map(withSeverity));
  found.push(...iconDiagnostics(references.icons));
  if (texts) found.push(...textDiagnostics(document, references.texts, texts));
  return found;
}

/** Validates a form document that a node contains inline. */
export async function innerFormDiagnostics(
  { node, pointer }: ListedNode,
  registry: Registry,
  texts: TextKeys | undefined,
  entities: readonly JsonObject[] | undefined,
): Promise<Diagnostic[]> {
  if (!isObject(node) || !isObject(node.props) || !isObject(node.props.document)) return [];
  if (typeof node.type !== 'string' || registry.get(node.type)?.submits !== true) return [];
  const at = `${pointer}/props/document`;
  const { document, keep } = node.props;
  const found = await formDiagnostics(document, {
    texts,
    around: pointer.startsWith('/dialogs/') ? ['args'] : [],
    entities,
    keep: Array.isArray(keep) ? keep.filter((name) => typeof name === 'string') : [],
  });
  return found.map((one) => ({ ...one, pointer: at + one.pointer }));
}
