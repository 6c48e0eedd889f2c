import { toPointer } from '../../../contracts/json-pointer.ts';
import type { JsonSchema } from '../contract.ts';
import type { Path } from '../language/paths.ts';
import type { CompiledField } from './field.ts';
import { followRef } from './schema-references.ts';

/** Names that a schema always requires: its own, and those of what `allOf` and references join. */
function alwaysRequired(part: unknown, root: JsonSchema, depth = 0): string[] {
  const schema = depth > 8 ? null : followRef(part, root);
  if (schema === null) return [];
  const own = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const joined = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  return [...own, ...joined.flatMap((one) => alwaysRequired(one, root, depth + 1))];
}

/** The parts of a compiled form that say what it requires and shows. */
interface Layout {
  schema: JsonSchema;
  fields: ReadonlyMap<string, CompiledField>;
  sections: readonly { fields: readonly CompiledField[] }[];
  /** Whether a name is one that the person gives. */
  isEntry(name: string): boolean;
}

/** A required property that the layout of a form leaves out, so that nobody can enter it. */
interface Unlisted {
  /** JSON pointer of the part of the layout that lacks it. */
  pointer: string;
  /** Names from the record to the property, without indexes of lists. */
  path: Path;
}

/** Columns of a list that is shown as a table; null for any other field, and for a table of all properties. */
const columnsOf = ({ widget, own }: CompiledField): readonly string[] | null =>
  widget === 'table' && own.fields !== undefined
    ? own.fields.map((one) => (typeof one === 'string' ? one : one.field))
    : null;

/** The required properties of the record, and of the rows of tables, that the layout leaves out. */
export function unlistedProperties({ schema, fields, sections, isEntry }: Layout): Unlisted[] {
  const unlisted = (part: unknown, listed: (name: string) => boolean, pointer: Path, path: Path) =>
    [...new Set(alwaysRequired(part, schema))]
      .filter((name) => !listed(name))
      .map((name): Unlisted => ({ pointer: toPointer(pointer), path: [...path, name] }));
  const inTables = sections.flatMap((section, at) =>
    section.fields.flatMap((field, index) => {
      const columns = columnsOf(field);
      const pointer = ['ui', 'sections', String(at), 'fields', String(index), 'fields'];
      return columns === null
        ? []
        : unlisted(field.schema['items'], (name) => columns.includes(name), pointer, [field.name]);
    }),
  );
  const last = ['ui', 'sections', String(sections.length - 1), 'fields'];
  return [...unlisted(schema, (name) => fields.has(name) || isEntry(name), last, []), ...inTables];
}

/**
 * The path at which the form shows the error of a missing value that it has no control for: that of the table whose columns lack it,
 * or the record's. Null where there is a control.
 */
export function placeOfUnlisted(
  { fields, isEntry }: Pick<Layout, 'fields' | 'isEntry'>,
  path: Path,
): Path | null {
  const [name = '', , inner] = path;
  const field = fields.get(name);
  if (field === undefined) return path.length === 1 && !isEntry(name) ? [] : null;
  const columns = path.length === 3 ? columnsOf(field) : null;
  return columns === null || columns.includes(inner ?? '') ? null : [name];
}
