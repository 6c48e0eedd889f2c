import { isObject, textOrEmpty, type Json, type JsonObject } from '../contracts/json.ts';

/** How a property is edited. */
export type PropertyKind =
  /** `shown` of a text that people read, and not of a name or an address. */
  | { kind: 'text'; multiline: boolean; shown?: true }
  | { kind: 'number'; min?: number; max?: number; step?: number }
  /** With `only`, on is a value and off is none. */
  | { kind: 'switch'; only?: true }
  | { kind: 'choice'; options: readonly (string | number | boolean)[] }
  | { kind: 'icon' }
  /** The name of a column of the node's rows. */
  | { kind: 'column'; role: ColumnRole }
  /** Values by names: by paths of the state, or by names of any kind. */
  | { kind: 'map'; paths: boolean; values: ValueChoice }
  /** A setting for each value of a column: a text, a choice. */
  | { kind: 'byValue'; of: PlainKind }
  /** A value of a kind that the author chooses. */
  | { kind: 'value'; choice: ValueChoice }
  /** A path of the state. */
  | { kind: 'path' }
  /** A path of the application. */
  | { kind: 'address' }
  | { kind: 'expression' }
  | { kind: 'steps' }
  /** The id of something in the document, or with `several` a list of them. */
  | { kind: 'target'; of: TargetKind; several: boolean }
  /** An object; one that has the property `short` alone may be written as that property's value. */
  | { kind: 'object'; schema: JsonObject; short?: string }
  | { kind: 'list'; schema: JsonObject }
  | { kind: 'json' };

/** A value that one control of the forms edits. */
export type PlainKind = Extract<PropertyKind, { kind: 'text' | 'number' | 'switch' | 'choice' | 'icon' }>;

/** Values that a name can have: any, or texts, numbers, booleans and expressions alone. */
export type ValueChoice = 'any' | 'scalar';

/** Kind of an id's target (`x-target`). */
export type TargetKind = 'source' | 'dialog' | 'form';

/** Use of a column (`x-column`): it names the rows, is measured, or says when. */
export type ColumnRole = 'category' | 'measure' | 'time' | 'any';

/** A property as the schema of a widget's props declares it. */
export interface Property {
  name: string;
  title: string;
  description: string;
  required: boolean;
  /** Value that holds without one. */
  initial: Json | undefined;
  /** Whether an expression can stand in its place. */
  takesExpression: boolean;
  control: PropertyKind;
  /**
   * Part that the choice of a source fills: this property although it is optional, a list with an item for each column, or a form
   * document with a field for each.
   */
  fill: 'one' | 'each' | 'form' | null;
  /** The property beside it that names the column whose label, unit of time or format the value is. */
  of: { kind: 'label' | 'unit' | 'cell'; column: string } | null;
  /** A widget with a value here needs no source. */
  replacesSource: boolean;
  /** Its items are actions: they are edited beside the events. */
  isAction: boolean;
}

/** Property without a declaration and a name of its own: an item of a list, a value of a map. */
export const plainProperty = (shown: Pick<Property, 'title' | 'required' | 'control'>): Property => ({
  name: '',
  description: '',
  initial: undefined,
  takesExpression: false,
  fill: null,
  of: null,
  replacesSource: false,
  isAction: false,
  ...shown,
});

const plainKinds = new Set<PropertyKind['kind']>(['text', 'number', 'switch', 'choice', 'icon']);
export const isPlain = (control: PropertyKind): control is PlainKind => plainKinds.has(control.kind);

const fileOf = (reference: unknown): string =>
  /([\w-]+)\.schema\.json/.exec(textOrEmpty(reference))?.[1] ?? '';

/** Follows a reference to a definition of the same schema. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const name = /^#\/\$defs\/(.+)$/.exec(textOrEmpty(schema['$ref']))?.[1];
  // Steps contain steps: their own part of the panel edits them.
  if (name === 'steps') return schema;
  const defs = isObject(root['$defs']) ? root['$defs'] : {};
  const found = name === undefined ? undefined : defs[name];
  return isObject(found) ? { ...found, ...schema, $ref: null } : schema;
}

const branchesOf = (schema: JsonObject): JsonObject[] => {
  const branches = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(branches) ? branches.filter(isObject) : [];
};

const texts = new Set(['text', 'prop-text']);
const written = new Set(['place', 'url', 'child', 'source-id']);

const targetOf = (schema: Json | undefined): TargetKind | null =>
  isObject(schema) && typeof schema['x-target'] === 'string' ? (schema['x-target'] as TargetKind) : null;

/** A value that is written in one of two forms: an id or a list of them; the value of one property or its object. */
function shortForms(schema: JsonObject): PropertyKind | null {
  const [short, long, ...more] = branchesOf(schema);
  if (!short || !long || more.length > 0) return null;
  const of = targetOf(short);
  if (of !== null && targetOf(long['items']) === of) return { kind: 'target', of, several: true };
  const properties = isObject(long['properties']) ? long['properties'] : {};
  const [required, ...others] = Array.isArray(long['required']) ? long['required'] : [];
  const same = properties[textOrEmpty(required)];
  if (others.length > 0 || !isObject(same)) return null;
  if (JSON.stringify(kindOf(same)) !== JSON.stringify(kindOf(short))) return null;
  return { kind: 'object', schema: long, short: textOrEmpty(required) };
}

const takesAnything = (schema: Json | undefined): boolean =>
  isObject(schema) && Object.keys(schema).every((key) => key === 'title' || key === 'description');

/** Whether a value is a text, a number, a boolean or an expression, as its author likes. */
function takesScalars(schema: JsonObject): boolean {
  const branches = branchesOf(schema);
  const isScalar = ({ $ref, type }: JsonObject): boolean =>
    fileOf($ref) === 'expression' || texts.has(fileOf($ref)) || Array.isArray(type);
  return branches.length > 1 && branches.every(isScalar);
}

/** An object whose names are the author's, or values of a column. */
function mapOf(schema: JsonObject): PropertyKind {
  const values = schema['additionalProperties'];
  const names = schema['propertyNames'];
  const paths = isObject(names) && fileOf(names['$ref']) === 'bind';
  if (takesAnything(values)) return { kind: 'map', paths, values: 'any' };
  if (!isObject(values)) return { kind: 'json' };
  if (takesScalars(values)) return { kind: 'map', paths, values: 'scalar' };
  const of = kindOf(values);
  return isPlain(of) ? { kind: 'byValue', of } : { kind: 'json' };
}

function kindOf(schema: JsonObject): PropertyKind {
  const file = fileOf(schema['$ref']);
  if (file === 'address') return { kind: 'address' };
  if (file === 'bind') return { kind: 'path' };
  if (file === 'expression' || file === 'row-expression') return { kind: 'expression' };
  if (file === 'action' || schema['$ref'] === '#/$defs/steps') return { kind: 'steps' };
  const target = targetOf(schema);
  if (target !== null) return { kind: 'target', of: target, several: false };
  if (file === 'icon') return { kind: 'icon' };
  if (texts.has(file)) return { kind: 'text', multiline: false, shown: true };
  if (file === 'field')
    return { kind: 'column', role: (textOrEmpty(schema['x-column']) || 'any') as ColumnRole };
  if (written.has(file)) return { kind: 'text', multiline: false };
  if (Array.isArray(schema['enum']))
    return { kind: 'choice', options: schema['enum'].filter((one) => typeof one !== 'object') as string[] };
  const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];
  switch (type) {
    case 'boolean':
      return { kind: 'switch' };
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        ...(typeof schema['minimum'] === 'number' && { min: schema['minimum'] }),
        ...(typeof schema['maximum'] === 'number' && { max: schema['maximum'] }),
        ...(type === 'integer' && { step: 1 }),
      };
    case 'string':
      return { kind: 'text', multiline: Number(schema['maxLength'] ?? 0) > 500 };
    case 'object':
      return isObject(schema['properties']) ? { kind: 'object', schema } : mapOf(schema);
    case 'array':
      return isObject(schema['items']) ? { kind: 'list', schema } : { kind: 'json' };
    default:
      if (schema['const'] === true) return { kind: 'switch', only: true };
      if (takesAnything(schema)) return { kind: 'value', choice: 'any' };
      if (takesScalars(schema)) return { kind: 'value', choice: 'scalar' };
      return shortForms(schema) ?? { kind: 'json' };
  }
}

/** The schema of plain values, without the alternative of an expression. */
function plainOf(schema: JsonObject): { schema: JsonObject; takesExpression: boolean } {
  if (texts.has(fileOf(schema['$ref'])) || fileOf(schema['$ref']) === 'url')
    return { schema, takesExpression: true };
  const branches = branchesOf(schema);
  const rest = branches.filter((one) => !['expression', 'row-expression'].includes(fileOf(one['$ref'])));
  const takesExpression = rest.length < branches.length;
  const [only] = rest;
  return { schema: rest.length === 1 && only ? { ...schema, ...only } : schema, takesExpression };
}

const relations = { 'x-labels': 'label', 'x-unit-of': 'unit', 'x-cell-of': 'cell' } as const;

/** Statements of a property about the source's columns, by the annotations of its schema. */
function columnRoles(declared: JsonObject): Pick<Property, 'fill' | 'of' | 'replacesSource' | 'isAction'> {
  const fill = declared['x-fill'];
  const [relation] = Object.entries(relations).filter(([key]) => typeof declared[key] === 'string');
  return {
    fill: fill === 'each' || fill === 'form' ? fill : fill === true ? 'one' : null,
    of: relation ? { kind: relation[1], column: textOrEmpty(declared[relation[0]]) } : null,
    replacesSource: declared['x-without-source'] === true,
    isAction: declared['x-actions'] === true,
  };
}

/** The properties of an object schema, in its order. */
export function propertiesOf(schema: JsonObject, root: JsonObject = schema): Property[] {
  const own = resolved(schema, root);
  const properties = isObject(own['properties']) ? own['properties'] : {};
  const required = Array.isArray(own['required']) ? own['required'] : [];
  return Object.entries(properties).flatMap(([name, declared]) => {
    if (!isObject(declared)) return [];
    const { schema: plain, takesExpression } = plainOf(resolved(declared, root));
    return [
      {
        name,
        title: textOrEmpty(declared['title']) || name,
        description: textOrEmpty(declared['description']),
        required: required.includes(name),
        initial: declared['default'],
        takesExpression,
        control: kindOf(resolved(plain, root)),
        ...columnRoles(declared),
      },
    ];
  });
}

/** Properties of which an object has exactly one; empty for an object without such a choice. */
export function variantsOf(schema: JsonObject): readonly string[] {
  const branches = Array.isArray(schema['oneOf']) ? schema['oneOf'] : [];
  const found = branches.flatMap((branch) => {
    const required = isObject(branch) && Object.keys(branch).length === 1 ? branch['required'] : [];
    return Array.isArray(required) && required.length === 1 ? [textOrEmpty(required[0])] : [];
  });
  return found.length === branches.length ? found : [];
}

/** The schema of a list's items. */
export const itemSchema = (schema: JsonObject, root: JsonObject): JsonObject =>
  isObject(schema['items']) ? resolved(schema['items'], root) : {};

/** How an item of a list is edited that is no object. */
export const itemControl = (schema: JsonObject, root: JsonObject): PropertyKind =>
  kindOf(itemSchema(schema, root));

/** The properties of the object that a path of props leads into. */
export function propertiesAt(root: JsonObject, path: readonly (string | number)[]): Property[] {
  let schema: JsonObject = root;
  for (const segment of path) {
    const found: JsonObject | null =
      typeof segment === 'number' ? itemSchema(schema, root) : schemaOfProperty(schema, root, segment);
    if (found === null) return [];
    schema = found;
  }
  return propertiesOf(schema, root);
}

function schemaOfProperty(schema: JsonObject, root: JsonObject, name: string): JsonObject | null {
  const control = propertiesOf(schema, root).find((one) => one.name === name)?.control;
  return control?.kind === 'list' || control?.kind === 'object' ? control.schema : null;
}
