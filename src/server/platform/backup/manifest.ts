import { Type, type Static } from 'typebox';
import { compileValidator } from '../../kernel/validation.ts';

/** Version of the archive's layout. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';

const part = Type.Object({ name: Type.String(), size: Type.Integer(), sha256: Type.String() });

/** The last part of an archive, which says what all others are. An archive without it is not complete. */
const manifest = Type.Object({
  product: Type.Literal('molde'),
  format: Type.Integer(),
  version: Type.String(),
  createdAt: Type.String(),
  database: Type.Object({ kind: Type.String(), serverVersion: Type.String() }),
  /** All that the data has been through, in order: the schema. */
  migrations: Type.Array(Type.String()),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      columns: Type.Array(Type.String()),
      rows: Type.Integer(),
      bytes: Type.Integer(),
    }),
  ),
  sequences: Type.Array(Type.Object({ name: Type.String(), value: Type.String(), isCalled: Type.Boolean() })),
  files: Type.Object({
    count: Type.Integer(),
    bytes: Type.Integer(),
    /** Keys of files whose content the store did not have, or has otherwise than their row says: at most 1000 of each. */
    missing: Type.Array(Type.String()),
    damaged: Type.Array(Type.String()),
  }),
  /** Files of DATA_DIR itself, such as the secret of the demo. */
  folder: Type.Array(Type.String()),
  /** The lists of all other parts with their sizes and hashes. */
  lists: Type.Array(part),
});

export type Part = Static<typeof part>;
export type Manifest = Static<typeof manifest>;

const validate = compileValidator(manifest, 'body');

/** @returns null when the text is no manifest of any format that we know */
export function parseManifest(text: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(text);
    return validate(value) === true ? (value as Manifest) : null;
  } catch {
    return null;
  }
}
