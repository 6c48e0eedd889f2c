// Vite makes a module of each that starts its worker.
// oxlint-disable import/default
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import { withoutInlineStyles } from './inline-styles.ts';

/** Sets what the editor's modules read while they start: to be called before any of them is asked for. */
export function prepareEnvironment(): void {
  window.MonacoEnvironment = {
    getWorker: (_, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
    // All HTML that the editor writes passes here.
    createTrustedTypesPolicy(name, policy) {
      const createHTML = policy?.createHTML;
      return {
        name,
        ...policy,
        ...(createHTML && {
          createHTML: (html: string, ...rest: unknown[]) => withoutInlineStyles(createHTML(html, ...rest)),
        }),
      };
    },
  };
}
