import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';

/** Follows the reference of a written schema; itself without one. */
type Follow = (written: JsonSchema) => JsonSchema;

/** Values of a property by which it chooses a branch. */
interface Choice {
  values: readonly Json[];
  /** The branch takes all values but these. */
  isRest: boolean;
}

/**
 * Converts alternatives that a property chooses among by its value (`oneOf` or `anyOf`, each with another `const` or `enum` of the
 * property) to conditions, which mean the same: the branch of the value applies, the others do not, and a value of no branch
 * is an error of the property. Null for any other alternatives.
 * @param written the branches as the author wrote them.
 * @param made the same branches, sanitised.
 * @param name the property.
 * @param isNeeded whether data without the property have no branch; otherwise the alternatives apply only to data with it.
 */
export function branchesByValue(
  written: readonly Json[],
  made: readonly Json[],
  name: string,
  follow: Follow,
  isNeeded: boolean,
): JsonObject[] | null {
  const choices = written.map((branch) => choiceOf(branch, name, follow));
  if (choices.length < 2 || !choices.every((one) => one !== null) || !areDisjoint(choices)) return null;
  const whose = (condition: Json): JsonObject => ({ properties: { [name]: condition } });
  const chosenBy = (condition: Json) => ({ ...whose(condition), ...(isNeeded && { required: [name] }) });
  const conditions = choices.map(({ values, isRest }, at): JsonObject => ({
    if: chosenBy(isRest ? { not: { enum: [...values] } } : { enum: [...values] }),
    then: withoutChoice(made[at]!, name),
  }));
  if (choices.some(({ isRest }) => isRest)) return conditions;
  const all = choices.flatMap(({ values }) => values);
  return [...conditions, { if: whose({ enum: all }), else: whose(false) }];
}

/**
 * The property of an object that chooses among its alternatives: the object itself offers its values and requires it, and each
 * branch has its own. Undefined without one.
 */
export function choosingProperty(
  { properties, required }: JsonSchema,
  branches: readonly Json[],
  follow: Follow,
): string | undefined {
  if (!isObject(properties)) return undefined;
  const requires = (part: JsonSchema, name: string) =>
    Array.isArray(part['required']) && part['required'].includes(name);
  return Object.keys(properties).find((name) => {
    const own = isObject(properties[name]) ? follow(properties[name]) : {};
    const isOffered = Array.isArray(own['enum']) || own['type'] === 'boolean';
    const isRequired =
      (Array.isArray(required) && required.includes(name)) ||
      branches.every((branch) => isObject(branch) && requires(follow(branch), name));
    if (!isOffered || !isRequired) return false;
    return branches.every((branch) => choiceOf(branch, name, follow) !== null);
  });
}

function choiceOf(branch: Json, name: string, follow: Follow): Choice | null {
  if (!isObject(branch)) return null;
  const { properties, allOf } = follow(branch);
  const own = isObject(properties) && isObject(properties[name]) ? follow(properties[name]) : {};
  const listed = listedValues(own);
  if (listed !== null) return { values: listed, isRest: false };
  const others = isObject(own['not']) ? listedValues(own['not']) : null;
  if (others !== null) return { values: others, isRest: true };
  const parts = Array.isArray(allOf) ? allOf.filter(isObject).map(follow) : [];
  const found = parts.map((part) => choiceOf({ properties: part['properties'] ?? {} }, name, follow));
  return found.find((one) => one !== null) ?? null;
}

function listedValues(schema: JsonObject): readonly Json[] | null {
  if (schema['const'] !== undefined) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : null;
}

/** Whether each value chooses one branch; a branch for the rest takes exactly what the others leave. */
function areDisjoint(choices: readonly Choice[]): boolean {
  const textsOf = (values: readonly Json[]) => values.map((value) => JSON.stringify(value));
  const listed = textsOf(choices.flatMap(({ values, isRest }) => (isRest ? [] : values)));
  const known = new Set(listed);
  const rests = choices.filter(({ isRest }) => isRest);
  if (known.size < listed.length || rests.length > 1) return false;
  return rests.every(({ values }) => {
    const left = new Set(textsOf(values));
    return left.size === known.size && [...left].every((text) => known.has(text));
  });
}

/** The branch without what has chosen it, and without its name, which is no title of the value. */
function withoutChoice(made: Json, name: string): Json {
  if (!isObject(made)) return made;
  const { title: _title, description: _description, properties, ...branch } = made;
  if (!isObject(properties)) return branch;
  const own = properties[name];
  if (!isObject(own)) return { ...branch, properties };
  const { const: _const, enum: _enum, not: _not, ...rest } = own;
  return { ...branch, properties: { ...properties, [name]: rest } };
}
