import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { refusal } from '../../../kernel/errors.ts';
import { readJsonText } from '../../../kernel/reading/json.ts';
import type { FileSource } from '../../../kernel/reading/source.ts';

/** Name of the format, and the version that this product writes. */
export const bundleFormat = 'molde-views';
export const bundleVersion = 1;
/** Definitions in one file. */
const mostDefinitions = 500;
/** Deepest nesting of a definition in a file. */
export const mostDepth = 60;

/** Views with what they need, as one file. */
export interface Bundle {
  format: typeof bundleFormat;
  version: number;
  definitions: JsonObject[];
}

/** Kinds that a view can bring along, in the order in which they are written. */
export const bundledKinds = ['dataset', 'fragment', 'form', 'widget', 'dashboard'] as const;

const isBundledKind = (kind: unknown): kind is (typeof bundledKinds)[number] =>
  bundledKinds.includes(kind as (typeof bundledKinds)[number]);

const hasScript = (text: string): boolean => /<\s*script|javascript\s*:|<[^>]+\son[a-z]+\s*=/i.test(text);

/** NUL, and halves of characters, which a database does not store. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** Ends an import or an export of more definitions than a file takes. @throws AppError VALIDATION_FAILED */
export function assertFitsFile(count: number): void {
  if (count > mostDefinitions)
    throw refusal('/file', 'errors.views.import.tooMany', { count, limit: mostDefinitions });
}

/** JSON pointer of the first value below the deepest nesting; null without any. */
function pointerToTooDeep(value: Json, pointer = '', depth = 0): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > mostDepth) return pointer;
  for (const [key, item] of Object.entries(value)) {
    const found = pointerToTooDeep(item as Json, `${pointer}/${key}`, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** JSON pointer of the first text, or name of a value, that is found; null without any. */
function pointerTo(value: Json, isFound: (text: string) => boolean, pointer = ''): string | null {
  if (typeof value === 'string') return isFound(value) ? pointer : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    if (isFound(key)) return pointer;
    const found = pointerTo(item as Json, isFound, `${pointer}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Reads a file of views, a definition at a time. Runs in the thread that reads files.
 * @returns the version of its format
 * @throws AppError VALIDATION_FAILED for one that is cut off, of another format, of a newer version, or with scripts
 * @throws FileRefusal
 */
export async function* readBundle(source: FileSource): AsyncGenerator<JsonObject, number> {
  // A definition may hold a picture.
  const content = await readJsonText(source, { textBytes: source.bytes });
  let parsed: Json;
  try {
    parsed = JSON.parse(content) as Json;
  } catch {
    throw refusal('/file', 'errors.views.import.broken');
  }
  if (!isObject(parsed) || parsed['format'] !== bundleFormat)
    throw refusal('/file', 'errors.views.import.format');
  const { version, definitions } = parsed;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw refusal('/file', 'errors.views.import.format');
  if (version > bundleVersion)
    throw refusal('/file', 'errors.views.import.newer', { version, known: bundleVersion });
  if (!Array.isArray(definitions) || definitions.length === 0 || !definitions.every(isObject))
    throw refusal('/file', 'errors.views.import.empty');
  assertFitsFile(definitions.length);
  const seen = new Set<string>();
  for (const one of definitions) {
    const name = `${String(one['kind'])}/${String(one['id'])}`;
    if (!isBundledKind(one['kind']) || typeof one['id'] !== 'string')
      throw refusal('/file', 'errors.views.import.kind', { name });
    if (seen.has(name)) throw refusal('/file', 'errors.views.import.twice', { name });
    seen.add(name);
    const deep = pointerToTooDeep(one);
    if (deep !== null)
      throw refusal('/file', 'errors.views.import.deep', {
        name,
        pointer: deep.slice(0, 200),
        limit: mostDepth,
      });
    const script = pointerTo(one, hasScript);
    if (script !== null) throw refusal('/file', 'errors.views.import.script', { name, pointer: script });
    const character = pointerTo(one, (text) => !isStorable(text));
    if (character !== null)
      throw refusal('/file', 'errors.views.import.character', { name, pointer: character });
  }
  yield* definitions;
  return version;
}
