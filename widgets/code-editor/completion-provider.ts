import type { Completion } from '../../src/engine/core/index.ts';
import { languages, Range, type editor } from './monaco.ts';

/** Finds completions of one text. */
export type Complete = (text: string, offset: number) => Promise<readonly Completion[]>;

/** By the text's address: the library has one provider for all editors of the page. */
const completers = new Map<string, Complete>();
let registered = false;

function register(): void {
  if (registered) return;
  registered = true;
  languages.registerCompletionItemProvider('json', {
    triggerCharacters: ['"', '.', '$', '{', '/', ' '],
    async provideCompletionItems(model, position) {
      const complete = completers.get(model.uri.toString());
      // Its code is loaded on demand: without a connection there are no suggestions, and typing goes on.
      const found = await complete?.(model.getValue(), model.getOffsetAt(position)).catch(() => []);
      const suggestions = (found ?? []).map(({ label, detail, info, insert, kind, from, to }, at) => ({
        label: { label, description: detail },
        ...(info !== undefined && { documentation: info }),
        kind: kind === 'snippet' ? languages.CompletionItemKind.Snippet : languages.CompletionItemKind.Field,
        insertText: insert,
        filterText: kind === 'snippet' ? label : insert,
        sortText: String(at).padStart(5, '0'),
        ...(kind === 'snippet' && {
          insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet,
        }),
        range: Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to)),
      }));
      return { suggestions };
    },
  });
}

/** Completes a model's text. Returns the function that ends it. */
export function completeModel(model: editor.ITextModel, complete: Complete): () => void {
  register();
  const key = model.uri.toString();
  completers.set(key, complete);
  return () => void completers.delete(key);
}
