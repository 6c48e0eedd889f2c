import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { sampleOf } from '../../new-node.ts';
import { propertiesOf, variantsOf, type Property } from '../../panel-schema.ts';
import type { ChangeValue, FieldProps } from './field-props.ts';

/** A choice of the property that an object has, among those of which it has one. */
export interface Variant {
  names: readonly string[];
  chosen: string;
  choose(name: string): void;
}

/** A field of an object. */
export interface FieldEntry extends Pick<FieldProps, 'property' | 'value' | 'path' | 'onChange'> {
  variant?: Variant;
}

/** An object with a value at a path below it; undefined removes it. */
function withValue(value: Json | undefined, path: FieldProps['path'], next: Json | undefined): Json {
  const [name, ...below] = path;
  if (Array.isArray(value)) {
    const at = Number(name);
    if (below.length === 0 && next === undefined) return value.toSpliced(at, 1);
    return value.with(at, below.length === 0 ? next! : withValue(value[at], below, next));
  }
  const own: JsonObject = isObject(value) ? value : {};
  const key = String(name);
  if (below.length > 0) return { ...own, [key]: withValue(own[key], below, next) };
  if (next !== undefined) return { ...own, [key]: next };
  return Object.fromEntries(Object.entries(own).filter(([one]) => one !== key));
}

/** An object in which one property has the place of another one. */
function renamed(object: JsonObject, from: string, to: string, value: Json): JsonObject {
  if (!Object.hasOwn(object, from)) return { [to]: value, ...object };
  return Object.fromEntries(
    Object.entries(object).map(([key, one]) => (key === from ? [to, value] : [key, one])),
  );
}

/** The fields of a property that is an object, in the order of its schema. */
export function fieldsOf({ property, value, path, root, onChange }: FieldProps): FieldEntry[] {
  const { control } = property;
  if (control.kind !== 'object') return [];
  const { schema, short } = control;
  const isShort = short !== undefined && !isObject(value) && value !== undefined;
  const own: JsonObject = isShort ? { [short]: value } : isObject(value) ? value : {};
  const write = (next: JsonObject) => {
    const [name, ...others] = Object.keys(next);
    onChange(path, short !== undefined && name === short && others.length === 0 ? next[short] : next);
  };
  /** A change of a value that has a short form writes the whole of it. */
  const change: ChangeValue =
    short === undefined
      ? onChange
      : (at, next) => write(withValue(own, at.slice(path.length), next) as JsonObject);
  const names = variantsOf(schema);
  const chosen = names.find((name) => own[name] !== undefined) ?? names[0];
  const properties = propertiesOf(schema, root);
  return properties.flatMap((one): FieldEntry[] => {
    const entry = { property: one, value: own[one.name], path: [...path, one.name], onChange: change };
    if (!names.includes(one.name)) return [entry];
    if (one.name !== chosen) return [];
    const choose = (name: string) => {
      const other = properties.find((two) => two.name === name);
      const isSame = other && sameControl(other, one);
      const declared = isObject(schema['properties']) ? schema['properties'][name] : undefined;
      const first = isSame && own[chosen] !== undefined ? own[chosen] : sampleOf(declared, root, '');
      write(renamed(own, chosen, name, first));
    };
    return [{ ...entry, property: { ...one, required: true }, variant: { names, chosen, choose } }];
  });
}

const sameControl = (one: Property, other: Property): boolean =>
  JSON.stringify(one.control) === JSON.stringify(other.control);
