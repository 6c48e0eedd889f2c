import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { compileExpression, isExpression } from '../../../../engine/core/index.ts';

type Names = ReadonlySet<string>;

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

const without = (value: Json | undefined, names: Names): JsonObject =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(([key]) => !names.has(key.split('.', 1)[0]!)),
  );

/** Fields of the layout that are objects: those with an access rule are. */
const fieldsOf = (form: JsonObject): JsonObject[] =>
  listOf(isObject(form.ui) ? form.ui.sections : [])
    .flatMap((section) => listOf(isObject(section) ? section.fields : []))
    .filter(isObject);

/** Whether the expression of a computed value reads one of the fields. */
function reads(value: Json, names: Names): boolean {
  if (!isExpression(value)) return false;
  return compileExpression(value.$expr).refs.some(([root, name]) => root === 'form' && names.has(name ?? ''));
}

/**
 * Returns a form without the fields that its reader may not use, and without what names them: properties, rules, computed
 * values and checks. A value that is computed from such a field would be wrong, so its field goes too.
 * @param isRefused whether the reader may not use a field of the layout.
 */
export function withoutRefusedFields(
  form: JsonObject,
  isRefused: (field: JsonObject) => boolean,
): JsonObject {
  const guarded = fieldsOf(form).filter(({ access }) => access !== undefined);
  if (guarded.length === 0) return form;
  const names = new Set(guarded.filter(isRefused).map(({ field }) => String(field)));
  const computes = Object.entries(isObject(form.compute) ? form.compute : {});
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const [key, value] of computes) if (reads(value, names)) names.add(key.split('.', 1)[0]!);
  }
  const shown = (field: Json): boolean => !names.has(String(isObject(field) ? field.field : field));
  const { ui, schema, rules, compute, checks } = form;
  return {
    ...form,
    ui: {
      ...(ui as JsonObject),
      sections: listOf((ui as JsonObject).sections).map((section) => ({
        ...(section as JsonObject),
        fields: listOf((section as JsonObject).fields)
          .filter(shown)
          .map(unguarded),
      })),
    },
    ...(isObject(schema) ? { schema: schemaWithout(schema, names) } : {}),
    ...(rules === undefined ? {} : { rules: listOf(rules).flatMap((rule) => ruleWithout(rule, names)) }),
    ...(compute === undefined ? {} : { compute: without(compute, names) }),
    ...(checks === undefined
      ? {}
      : { checks: listOf(checks).filter((one) => !isObject(one) || !names.has(String(one.field))) }),
  };
}

/** A field without its rule, which has done its work: the browser reads none. */
function unguarded(field: Json): Json {
  if (!isObject(field)) return field;
  const { access: _, ...rest } = field;
  return rest;
}

/** Keywords whose parts describe the same record. A condition stays: without a property it would mean something else. */
const joined: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'then',
  'else',
  'dependencies',
  'dependentSchemas',
]);

function schemaWithout(schema: JsonObject, names: Names): JsonObject {
  const inside = (part: Json): Json => (isObject(part) ? schemaWithout(part, names) : part);
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]): [string, Json] => {
      if (key === 'properties') return [key, without(part, names)];
      if (key === 'required') return [key, listOf(part).filter((name) => !names.has(String(name)))];
      if (!joined.has(key)) return [key, part];
      if (Array.isArray(part)) return [key, part.map(inside)];
      if (!isObject(part) || key === 'then' || key === 'else') return [key, inside(part)];
      return [
        key,
        Object.fromEntries(Object.entries(without(part, names)).map(([name, one]) => [name, inside(one)])),
      ];
    }),
  );
}

function ruleWithout(rule: Json, names: Names): JsonObject[] {
  if (!isObject(rule)) return [];
  const left = Object.fromEntries(
    Object.entries(rule).flatMap(([key, value]): [string, Json][] => {
      if (key === 'when') return [[key, value]];
      const kept = Array.isArray(value)
        ? value.filter((name) => !names.has(String(name)))
        : without(value, names);
      return Object.keys(kept).length === 0 ? [] : [[key, kept]];
    }),
  );
  return Object.keys(left).length > 1 ? [left] : [];
}
