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

/** A field as the language has it: the rule has done its work. */
function unguarded(field: Json): Json {
  if (!isObject(field)) return field;
  const { access: _, ...rest } = field;
  return rest;
}

function schemaWithout(schema: JsonObject, names: Names): JsonObject {
  const required = listOf(schema.required).filter((name) => !names.has(String(name)));
  return { ...schema, properties: without(schema.properties, names), required };
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
