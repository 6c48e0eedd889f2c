import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import { withoutInlineStyles } from './inline-styles.ts';

// Read while the editor's modules start: this one has to be imported before them.
window.MonacoEnvironment = {
  getWorker: (_, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
  // All HTML that the editor writes passes here.
  createTrustedTypesPolicy: (name, policy) => {
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
