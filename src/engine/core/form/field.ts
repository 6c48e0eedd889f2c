import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json } from '../../../contracts/json.ts';
import { type Path } from '../language/paths.ts';
import { addressRefs } from '../language/address.ts';
import type { JsonSchema } from '../contract.ts';
import { compileExpression, isExpression } from '../expressions/expression.ts';
import type { FileUpload, FormField, Option, OptionList, Options, Text } from '../generated/documents.ts';
import { sealedPasswordFormat } from './formats.ts';
import { followRef } from './schema-references.ts';
import { mainType, type SchemaReader } from './shape.ts';
import { unsupportedKey } from './sanitise-schema.ts';

/** Options whose list is written out: items with `repeat` are expanded with a widget's props, and no form has them. */
export type InputChoices = Exclude<Options, OptionList> | Option[];

type WrittenField = Exclude<FormField, string>;

export type FieldWidget = NonNullable<WrittenField['widget']>;

/** One field of the layout, with everything that does not change while the form is open. */
export interface CompiledField {
  /** Name of the data's property; for a root field also the control's DOM id and data hook. */
  name: string;
  /** The field's subschema with local references followed. */
  schema: JsonSchema;
  /** Control of the field; null for a structured value rendered by its schema (objects, lists, alternatives). */
  widget: FieldWidget | null;
  label: Text;
  hint: Text | undefined;
  placeholder: Text | undefined;
  span: number;
  readOnly: boolean;
  autocomplete: string | undefined;
  generate: boolean;
  options: InputChoices | null;
  /** Whether the schema's `required` lists the field. */
  required: boolean;
  /** Whether the value leaves the browser only encrypted by Host.seal. */
  sealed: boolean;
  /** Whether null is a value (otherwise it means empty). */
  nullable: boolean;
  /** Fields that the options' address and query read: their change invalidates the chosen value. */
  dependsOn: readonly string[];
  /** When and where files are uploaded: with the submit, or once they are picked. */
  upload: FileUpload | undefined;
  /** The layout's settings beside the schema: inner fields, currency, unit. */
  own: WrittenField;
}

/** Writes a property's name as a text of a definition: `$id` is a name here, not a key. */
export function nameText(name: string): string {
  return name.startsWith('$') ? `$${name}` : name;
}

/** @param schema the field's schema, references followed. @param found the schema as the property has it. */
export function compileField(
  own: WrittenField,
  schema: JsonSchema,
  found: JsonSchema,
  required: boolean,
): CompiledField {
  const types = typesOf(schema);
  const options = writtenOptions(own.options) ?? enumOptions(schema) ?? itemOptions(schema);
  const widget = own.widget ?? defaultWidget(schema, types, own);
  return {
    name: own.field,
    schema,
    widget,
    label: own.label ?? textOrEmpty(found['title']) ?? textOrEmpty(schema['title']) ?? nameText(own.field),
    hint: own.hint ?? textOrEmpty(found['description']) ?? textOrEmpty(schema['description']),
    placeholder: own.placeholder,
    // A table holds columns of its own: half of the form cuts them off.
    span: own.span ?? (widget === 'table' ? 3 : 1),
    readOnly: own.readOnly ?? schema['readOnly'] === true,
    autocomplete: own.autocomplete,
    generate: own.generate ?? false,
    options,
    required,
    sealed: schema['format'] === sealedPasswordFormat,
    nullable: types.includes('null'),
    dependsOn: options === null || Array.isArray(options) ? [] : formFieldsOf(options),
    upload: own.upload,
    own,
  };
}

/** Whether the value is an object or a list that is rendered by its schema. */
export function isStructured({ widget }: CompiledField): boolean {
  return widget === null || widget === 'list' || widget === 'table';
}

export function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((one): one is string => typeof one === 'string') : [];
}

const widgetOfFormat: Readonly<Record<string, FieldWidget>> = {
  date: 'date',
  'birth-date': 'date',
  'date-time': 'datetime',
  'clock-time': 'time',
  cpf: 'cpf',
  cnpj: 'cnpj',
  phone: 'phone',
  cep: 'cep',
  color: 'color',
  password: 'password',
  [sealedPasswordFormat]: 'password',
};

function defaultWidget(schema: JsonSchema, types: readonly string[], own: WrittenField): FieldWidget | null {
  const main = mainType(schema);
  if (schema[unsupportedKey] !== undefined) return null;
  if (main === 'array') return listWidget(schema, own);
  if (main === 'object' || 'oneOf' in schema || 'anyOf' in schema || 'allOf' in schema || '$ref' in schema)
    return null;
  if (own.upload !== undefined) return 'file';
  if (own.options !== undefined) return isFewOptions(own.options) ? 'select' : 'combobox';
  if (only(schema['const']) !== undefined) return 'select';
  if (Array.isArray(schema['enum'])) return schema['enum'].length > 12 ? 'combobox' : 'select';
  const several = types.filter((type) => type !== 'null');
  if (several.length > 1 && several.some((type) => type === 'boolean' || type === 'object')) return null;
  if (main === 'boolean') return 'checkbox';
  if (own.currency !== undefined) return 'money';
  if (several.length === 1 && (main === 'number' || main === 'integer')) return 'number';
  if (several.length > 1) return 'text';
  if (main !== 'string') return null;
  const { format } = schema;
  return (
    (typeof format === 'string' && Object.hasOwn(widgetOfFormat, format) && widgetOfFormat[format]) || 'text'
  );
}

/** Whether the options are written down, so that a dropdown can hold them all. */
const isFewOptions = (options: Options): boolean => Array.isArray(options) || 'enum' in options;

/** A list of options or of short texts has one control; any other list is rendered item by item. */
function listWidget(schema: JsonSchema, own: WrittenField): FieldWidget | null {
  if (own.upload !== undefined) return 'file';
  if (own.options !== undefined) return 'multiselect';
  const { items } = schema;
  if (!isObject(items)) return null;
  if (Array.isArray(items['enum'])) return items['enum'].length > 8 ? 'multiselect' : 'checkboxes';
  const isText = items['type'] === 'string' && (items['format'] === undefined || items['format'] === 'email');
  return isText ? 'tags' : null;
}

function itemOptions(schema: JsonSchema): Option[] | null {
  const { items } = schema;
  return isObject(items) ? enumOptions(items) : null;
}

function enumOptions(schema: JsonSchema): Option[] | null {
  const values = schema['enum'] ?? only(schema['const']);
  if (!Array.isArray(values)) return null;
  const texts = schema['x-texts'];
  return values.flatMap((value, at) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ value, label: textOrEmpty(Array.isArray(texts) ? texts[at] : undefined) ?? String(value) }]
      : [],
  );
}

function writtenOptions(options: Options | undefined): InputChoices | null {
  if (options === undefined || !Array.isArray(options)) return options ?? null;
  return options.filter((one): one is Option => !('repeat' in one));
}

/** Wraps a constant in a list of options. */
function only(value: unknown): Json[] | undefined {
  return value === undefined || typeof value === 'object' ? undefined : [value as Json];
}

/** Root fields of the form that decide which options there are. */
function formFieldsOf(options: Exclude<Options, OptionList>): string[] {
  const refs: Path[] = [];
  try {
    if ('get' in options) refs.push(...addressRefs(options.get));
    for (const value of Object.values(('query' in options && options.query) || {})) {
      if (isExpression(value)) refs.push(...compileExpression(value.$expr).refs);
    }
  } catch {
    // The document's validation reports invalid references and expressions, and so does the load that fails.
  }
  return [...new Set(refs.flatMap(([root, name]) => (root === 'form' && name !== undefined ? [name] : [])))];
}

function textOrEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const maxDepth = 8;

/**
 * Every root property of the data with the first schema that declares it: the root's own properties and those of
 * its references, conditions, dependencies and alternatives. `always`: the property does not depend on the data.
 * @param object another object's schema within the root, whose properties these are then.
 */
export function rootProperties(
  root: JsonSchema,
  object: JsonSchema = root,
): Map<string, { schema: JsonSchema; always: boolean }> {
  const found = new Map<string, { schema: JsonSchema; always: boolean }>();
  const visit = (part: unknown, always: boolean, depth: number) => {
    const schema = depth > maxDepth ? null : followRef(part, root);
    if (schema === null) return;
    const properties = schema['properties'];
    if (typeof properties === 'object' && properties !== null) {
      for (const [name, own] of Object.entries(properties)) {
        const known = found.get(name);
        // `true` is the schema that accepts any value.
        if (known === undefined)
          found.set(name, { schema: isObject(own) ? (own as JsonSchema) : {}, always });
        else known.always ||= always;
      }
    }
    for (const one of listOf(schema['allOf'])) visit(one, always, depth + 1);
    for (const key of ['then', 'else']) visit(schema[key], false, depth + 1);
    for (const key of ['anyOf', 'oneOf']) for (const one of listOf(schema[key])) visit(one, false, depth + 1);
    const { dependencies } = schema;
    if (isObject(dependencies)) for (const one of Object.values(dependencies)) visit(one, false, depth + 1);
  };
  visit(object, true, 0);
  return found;
}

/** Schema of the root's values with free names, titled as one of them; null when the root declares none. */
export function rootEntries(reader: SchemaReader): JsonSchema | null {
  const { additionalProperties, patternProperties } = reader.read(reader.schema, undefined);
  if (!isObject(additionalProperties) && !isObject(patternProperties)) return null;
  return {
    type: 'object',
    title: reader.read(additionalProperties, undefined)['title'] ?? '',
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...(patternProperties !== undefined && { patternProperties }),
  };
}

/** Label of the value at a path: the title in its schema, or its name. */
export function titleAt(root: JsonSchema, path: Path): string {
  const name = nameText(path.at(-1) ?? '');
  let schema: unknown = root;
  for (const segment of path) {
    const own = followRef(schema, root);
    if (own === null) return name;
    schema =
      valueAt(own, ['properties', segment]) ??
      (/^\d+$/.test(segment) ? (valueAt(own, ['items', segment]) ?? own['items']) : undefined) ??
      own['additionalProperties'];
  }
  return (
    textOrEmpty((schema as JsonSchema | undefined)?.['title']) ??
    textOrEmpty(followRef(schema, root)?.['title']) ??
    name
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
