import { isObject, type Json } from '../../src/contracts/json.ts';
import { mergeDocuments } from '../../src/engine/core/index.ts';
import { toEditorText } from './editor-text.ts';

function parsed(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/**
 * Joins what was typed after a save with the document that the save brought back. `base` is the text that was saved, `mine`
 * the text now, `theirs` the text of the loaded document. Returns null where a text is no object, or both changed the same part.
 */
export function rebasedText(base: string, mine: string, theirs: string): string | null {
  const [saved, typed, loaded] = [parsed(base), parsed(mine), parsed(theirs)];
  if (!isObject(saved) || !isObject(typed) || !isObject(loaded)) return null;
  const { document, conflicts } = mergeDocuments(saved, typed, loaded);
  return conflicts.length === 0 ? toEditorText(document) : null;
}
