import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { refers, systemFieldsOf, wireName } from '../entity/entity.ts';
import { isExpression } from '../expressions/expression.ts';
import type { EntityDocument } from '../generated/documents.ts';
import { diagnostic } from './diagnostics.ts';
import { computeCircles, entityCircles } from './entity-circles.ts';
import { fieldDiagnostics } from './entity-fields.ts';
import { filterDiagnostics, ruleNames } from './entity-filters.ts';
import { nearest } from './nearest.ts';
import { quickExpressionDiagnostics, References, textDiagnostics, type TextKeys } from './references.ts';
import { languageDiagnostics } from './schema-diagnostics.ts';

const pointerOf = (name: string): string => `/fields/${escapeSegment(name)}`;

function collectTexts(entity: EntityDocument): References['texts'] {
  const references = new References();
  references.addText(entity.title, '/title');
  references.addText(entity.plural, '/plural');
  for (const [index, { message }] of (entity.unique ?? []).entries())
    references.addText(message, `/unique/${index}/message`);
  for (const [name, field] of Object.entries(entity.fields)) {
    const at = pointerOf(name);
    references.addText(field.title, `${at}/title`);
    references.addText(field.description, `${at}/description`);
    field.options?.forEach(({ label }, index) => references.addText(label, `${at}/options/${index}/label`));
  }
  return references.texts;
}

/** Reports names of fields that the entity does not have, such as one that was removed. */
function nameDiagnostics(entity: EntityDocument): Diagnostic[] {
  const known = Object.keys(entity.fields);
  const orderable = [...known, ...systemFieldsOf(entity)];
  const named: [pointer: string, field: string | undefined, among: readonly string[]][] = [
    ['/key', entity.key, known],
    ['/display', entity.display, known],
    ['/tree', entity.tree, known],
    ['/order', entity.order?.replace(/_(asc|desc)$/, ''), orderable],
    ...(entity.unique ?? []).flatMap(({ fields }, index) =>
      fields.map((field, at): [string, string, readonly string[]] => [
        `/unique/${index}/fields/${at}`,
        field,
        known,
      ]),
    ),
  ];
  return named.flatMap(([pointer, field, among]) =>
    field === undefined || among.includes(field)
      ? []
      : [diagnostic(pointer, 'entity-field', { field, nearest: nearest(field, among) })],
  );
}

/** Reports two fields with one name in requests, or a name that another field's records have. */
function wireDiagnostics(entity: EntityDocument): Diagnostic[] {
  const owners = new Map<string, string>(systemFieldsOf(entity).map((name) => [name, name]));
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    const used = new Set([wireName(name, field), name]);
    const taken = [...used].find((wire) => owners.has(wire));
    for (const wire of used) owners.set(wire, name);
    return taken === undefined ? [] : [diagnostic(pointerOf(name), 'entity-twice', { name: taken })];
  });
}

function treeDiagnostics(entity: EntityDocument): Diagnostic[] {
  const field = entity.tree === undefined ? undefined : entity.fields[entity.tree];
  const isTree = field === undefined || (field.type === 'reference' && field.entity === entity.id);
  if (!isTree) return [diagnostic('/tree', 'entity-tree', { field: String(entity.tree) })];
  // The first record has none above it.
  return field?.required === true
    ? [diagnostic(pointerOf(String(entity.tree)), 'entity-circle', { path: entity.id })]
    : [];
}

function expressionsOf(entity: EntityDocument): Diagnostic[] {
  return Object.entries(entity.fields).flatMap(([name, { compute, default: initial }]) => [
    ...(compute
      ? quickExpressionDiagnostics({
          source: compute.$expr,
          pointer: `${pointerOf(name)}/compute/$expr`,
          locals: ['row'],
        })
      : []),
    ...(isExpression(initial)
      ? quickExpressionDiagnostics({
          source: initial.$expr,
          pointer: `${pointerOf(name)}/default/$expr`,
          locals: [],
        })
      : []),
  ]);
}

/** Reports references to entities that are not there, and circles through them. */
function targetDiagnostics(entity: EntityDocument, others: readonly EntityDocument[]): Diagnostic[] {
  const entities = new Map([...others.map((one) => [one.id, one] as const), [entity.id, entity]]);
  const unknown = Object.entries(entity.fields).flatMap(([name, field]) =>
    !refers(field) || field.entity === undefined || entities.has(field.entity)
      ? []
      : [
          diagnostic(`${pointerOf(name)}/entity`, 'entity-unknown', {
            entity: field.entity,
            nearest: nearest(field.entity, entities.keys()),
          }),
        ],
  );
  return [...unknown, ...entityCircles(entity, entities)];
}

/**
 * Validates an entity. Text keys are not looked up without `texts`.
 * @param others the other entities that there are; references to further ones are errors then.
 */
export function entityDiagnostics(
  document: JsonObject,
  texts?: TextKeys,
  others?: readonly JsonObject[],
): Diagnostic[] {
  const invalid = languageDiagnostics('entity', document, '');
  if (invalid.length > 0) return invalid;
  const entity = document as unknown as EntityDocument;
  const found = [
    ...nameDiagnostics(entity),
    ...wireDiagnostics(entity),
    ...Object.entries(entity.fields).flatMap(([name, field]) => fieldDiagnostics(name, field)),
    ...treeDiagnostics(entity),
    ...(entity.rows ?? []).flatMap(({ where }, index) =>
      filterDiagnostics(where, ruleNames(entity), `/rows/${index}/where`),
    ),
    ...expressionsOf(entity),
    ...computeCircles(entity),
    ...targetDiagnostics(entity, others?.filter(isEntity) ?? unknownTargets(entity)),
  ];
  // Texts are looked up once everything else is valid.
  return found.length > 0 || !texts ? found : textDiagnostics(document, collectTexts(entity), texts);
}

/** Whether a declaration of the catalogue can be followed; an invalid one has its own diagnostics. */
export const isEntity = (one: JsonObject): one is JsonObject & EntityDocument =>
  typeof one.id === 'string' && isObject(one.fields) && Object.values(one.fields).every(isObject);

/** Stands for the other entities where they are not known, so that no reference is unknown. */
function unknownTargets(entity: EntityDocument): EntityDocument[] {
  return Object.values(entity.fields).flatMap((field) =>
    field.entity === undefined || field.entity === entity.id
      ? []
      : [{ kind: 'entity', formatVersion: 2, id: field.entity, title: field.entity, fields: {} }],
  );
}
