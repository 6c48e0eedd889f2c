import { createHash } from 'node:crypto';
import type { FragmentTexts, Inspection } from './inspect.ts';

const MAX_KEPT = 64;
/** Parts of an inspection above which it is not kept, so that a document full of mistakes takes no memory for long. */
const MAX_PARTS = 5_000;

/** All that an inspection depends on. */
export interface InspectionInput {
  text: string;
  catalogue: string | null;
  fragments: FragmentTexts;
  paths: readonly string[] | null;
}

/**
 * Inspections of the last documents. An inspection depends on its input alone, and one document is inspected when its editor opens it,
 * before and after each save, and when it is published.
 */
export class KeptInspections {
  /** Least recently used first. */
  readonly #kept = new Map<string, Inspection>();

  /** @param key of `inspectionKey` */
  get(key: string): Inspection | null {
    const found = this.#kept.get(key);
    if (found === undefined) return null;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found;
  }

  add(key: string, inspection: Inspection): void {
    const { diagnostics, calls, namedDocuments } = inspection;
    if (diagnostics.length + calls.length + namedDocuments.length > MAX_PARTS) return;
    this.#kept.set(key, inspection);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** The key of all that an inspection depends on. */
export function inspectionKey(
  tenantId: number,
  { text, catalogue, fragments, paths }: InspectionInput,
): string {
  const hash = createHash('sha256');
  // Each part with its length, so that no two inputs make the same bytes.
  for (const part of [String(tenantId), text, catalogueDigest(catalogue), JSON.stringify([fragments, paths])])
    hash.update(`${part.length}:`).update(part);
  return hash.digest('base64');
}

let lastCatalogue: { text: string; digest: string } | null = null;

/** The catalogue is more than half a megabyte and the same in a whole process: to write and hash it took most of a key’s time. */
function catalogueDigest(text: string | null): string {
  if (text === null) return '';
  if (lastCatalogue?.text !== text)
    lastCatalogue = { text, digest: createHash('sha256').update(text).digest('base64') };
  return lastCatalogue.digest;
}
