import { isObject, type JsonObject } from '../../../../contracts/json.ts';
import { parseDocument, usedFragments } from '../../../../engine/core/index.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { Definitions } from './definitions.ts';
import { readFragments, usesFragments } from '../fragment/fragments.ts';
import { definitionWorker } from '../inspection/worker-client.ts';

/**
 * Returns the documents in which a name stands, with the content of their fragments: what a document gives a fragment, and
 * what a fragment contains, refers to other definitions too.
 * @param names texts of which one must stand in the document or in a fragment that it uses.
 */
export async function expandedWith(
  bundled: Definitions,
  ctx: Pick<Context, 'db'> & { tenant: Pick<Context['tenant'], 'id'> },
  documents: readonly JsonObject[],
  names: readonly string[],
): Promise<Map<JsonObject, JsonObject>> {
  const { texts } = await readFragments(bundled, ctx.db, documents);
  const hasName = (text: string): boolean => names.some((name) => text.includes(name));
  const known = new Map<string, boolean>();
  const isNamedBelow = (document: unknown): boolean =>
    [...usedFragments(document)].some((id) => {
      const found = known.get(id);
      if (found !== undefined) return found;
      // Fragments that use each other in a circle have no content.
      known.set(id, false);
      const text = texts.texts[id] ?? '';
      const isNamed = hasName(text) || isNamedBelow(parseDocument(text).document);
      known.set(id, isNamed);
      return isNamed;
    });
  const expanded = new Map<JsonObject, JsonObject>();
  for (const document of documents) {
    const text = JSON.stringify(document);
    if (!hasName(text) && !isNamedBelow(document)) continue;
    const whole = usesFragments(document)
      ? parseDocument(await definitionWorker.expand(ctx.tenant.id, text, texts, [])).document
      : document;
    if (isObject(whole)) expanded.set(document, whole);
  }
  return expanded;
}
