import { parseObject, type JsonObject } from '../../contracts/json.ts';
import { formatJson, mergeDocuments } from '../../engine/core/index.ts';
import type { Editor } from '../../editor/index.ts';

/** Equal with their keys in the same order, as a person reads them. */
const isSame = (one: JsonObject, other: JsonObject): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

interface JsonSync {
  /** The text before anything changes. */
  readonly initial: string;
  /** Takes over what was typed. Returns another text that says more; null where the typed one stays. */
  typed(text: string): string | null;
  /** Returns the text of a document that was changed elsewhere; null where the text stays. */
  changed(): string | null;
  /** Whether the text is no document, so that it would be lost with the page. */
  isPending(): boolean;
}

/**
 * Keeps an editor and the text of its document in step. Text that is a document is taken over as it is typed; what changes
 * elsewhere is written into the text. Text that is no document stays as it is, and once it is one again both sides are merged.
 */
export function createJsonSync(editor: Editor): JsonSync {
  /** The document that both sides had last. */
  let common = editor.document();
  const initial = formatJson(common);
  let text = initial;
  return {
    initial,
    typed(next) {
      text = next;
      const value = parseObject(next);
      if (value === null) return null;
      const now = editor.document();
      const isAlone = isSame(now, common);
      const merged = isAlone ? value : mergeDocuments(common, value, now).document;
      common = merged;
      if (!isSame(merged, now))
        editor.dispatch({ type: 'replace', document: merged }, { label: 'json', typing: 'json' });
      if (isAlone || isSame(merged, value)) return null;
      text = formatJson(merged);
      return text;
    },
    changed() {
      const now = editor.document();
      if (isSame(now, common) || parseObject(text) === null) return null;
      common = now;
      text = formatJson(now);
      return text;
    },
    isPending: () => parseObject(text) === null,
  };
}
