/** Replaces a text of a package. A text that the package no longer contains stops the build. */
function replaced(text, from, to) {
  const next = text.replaceAll(from, to);
  if (next === text)
    throw new Error(`monaco-editor no longer contains ${from}: adapt leanMonaco to the new version`);
  return next;
}

/**
 * Adapts Monaco to the content security policy and to the features in use. Its style elements get the page's nonce, and a
 * style attribute is set through the DOM instead (widgets/code-editor handles those within HTML at run time). It looks its
 * texts up by the English ones, as the numbers change with each version and its language packs are empty. Its JSON mode
 * uses the features that are registered instead of importing all of them, which would come after the editor has started
 * without their services.
 *
 * @type {import('vite').Plugin}
 */
const plugin = {
  name: 'lean-monaco',
  transform: {
    filter: {
      id: /monaco-editor\/esm\/vs\/(?:.*\/)?(domStylesheets|diffEditorViewZones|internal\/common\/workers|nls)\.js$/,
    },
    handler(text, id) {
      if (id.endsWith('diffEditorViewZones.js')) {
        return replaced(text, "marginElement.setAttribute('style', ", 'marginElement.style.cssText = (');
      }
      if (id.endsWith('nls.js'))
        return replaced(text, 'getNLSMessages()?.[index]', 'getNLSMessages()?.[fallback]');
      if (id.endsWith('workers.js')) return replaced(text, /^import '[^']+';$/gm, '');
      const made = "const style = document.createElement('style');";
      const nonce = `document.querySelector('meta[property="csp-nonce"]')?.nonce ?? ''`;
      return replaced(text, made, `${made} style.nonce = ${nonce};`);
    },
  },
};

/**
 * The plugin for builds, and for the packages that Vite bundles in advance while it serves sources.
 *
 * @type {import('vite').Plugin}
 */
export const leanMonaco = {
  ...plugin,
  enforce: 'pre',
  config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [plugin] } } }),
};
