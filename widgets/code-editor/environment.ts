// Vite turns each import into a module that starts the worker.
// oxlint-disable import/default
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import { withoutInlineStyles } from './inline-styles.ts';

/** Sets the global variable that the editor's modules read when they start. Call it before importing them. */
export function prepareEnvironment(): void {
  window.MonacoEnvironment = {
    getWorker: (_, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
    // All HTML that the editor writes passes through this policy.
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
