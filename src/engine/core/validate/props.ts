import { dereference, validate, type Schema } from '@cfworker/json-schema';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic, WidgetSpec } from '../contract.ts';
import { diagnostic } from './diagnostics.ts';
import { diagnosticsOf } from './schema-diagnostics.ts';
import { allLanguageSchemas, languageSchema, type LanguageSchemaName } from './schemas.ts';

type Lookup = ReturnType<typeof dereference>;

interface Ready {
  schema: Schema;
  /** Every schema by its address: the widget's own, behind it the language's. */
  lookup: Lookup;
}

/** The interpreter writes marks into the schemas it is given, so it gets copies. */
const copyOf = (schema: Schema): Schema => JSON.parse(JSON.stringify(schema)) as Schema;

const actionId = (): string => String(languageSchema('action').$id);

let language: { byId: Map<string, Schema>; lookup: Lookup } | undefined;

/** The language's schemas are prepared once and stand behind every widget's. */
function preparedLanguage(): NonNullable<typeof language> {
  if (!language) {
    const lookup: Lookup = Object.create(null) as Lookup;
    const byId = new Map<string, Schema>();
    for (const schema of allLanguageSchemas()) {
      const own = copyOf(schema);
      // Lists of steps are looked at step by step, by stepsFaults; to the schemas around them they are lists.
      if (own.$id === actionId()) own.$defs.steps = { type: 'array', maxItems: own.$defs.steps.maxItems };
      byId.set(String(own.$id), own);
      dereference(own, lookup);
    }
    language = { byId, lookup };
  }
  return language;
}

const byWidget = new WeakMap<object, Ready>();

function check({ schema, lookup }: Ready, value: unknown, at: string): Diagnostic[] {
  try {
    // What is right, and nearly everything is, is found out without collecting anything.
    if (validate(value, schema, '2020-12', lookup, true).valid) return [];
    return diagnosticsOf(validate(value, schema, '2020-12', lookup, false).errors, schema, at);
  } catch {
    // What JSON cannot carry (undefined, a function) or a schema that leads nowhere.
    return [diagnostic(at, 'schema')];
  }
}

/** Faults of a value against one of the language's own schemas; `at` is the value's place in its document. */
export function languageDiagnostics(name: LanguageSchemaName, value: unknown, at: string): Diagnostic[] {
  const { byId, lookup } = preparedLanguage();
  return check({ schema: byId.get(String(languageSchema(name).$id))!, lookup }, value, at);
}

/** What a step can do: the names of its schema's definitions. */
export function verbs(): string[] {
  const definitions = Object.keys(languageSchema('action').$defs as object);
  return definitions.filter((name) => name !== 'step' && name !== 'steps');
}

/** Faults of one step against the verb it names; lists of steps inside it are only held to be lists. */
export function stepDiagnostics(verb: string, step: JsonObject, at: string): Diagnostic[] {
  const { byId, lookup } = preparedLanguage();
  const definitions = byId.get(actionId())!.$defs as Record<string, Schema>;
  return check({ schema: definitions[verb]!, lookup }, step, at);
}

/** Faults of props against their widget's schema. */
export function widgetDiagnostics(spec: WidgetSpec, props: JsonObject, at = ''): Diagnostic[] {
  let found = byWidget.get(spec.propsSchema);
  if (!found) {
    const schema = copyOf(spec.propsSchema as Schema);
    found = { schema, lookup: dereference(schema, Object.create(preparedLanguage().lookup) as Lookup) };
    byWidget.set(spec.propsSchema, found);
  }
  return check(found, props, at);
}
