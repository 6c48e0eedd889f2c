/** A text of a package that is replaced; one that is not there any more stops the build. */
function replaced(text, from, to) {
  const next = text.replaceAll(from, to);
  if (next === text) throw new Error(`monaco-editor has no ${from} any more: look at leanMonaco anew`);
  return next;
}

/**
 * Monaco as we need it. It writes styles that the content security policy refuses: its style elements get the page's nonce,
 * and a style attribute becomes the script's own doing (those in its HTML are seen to at run time, by
 * widgets/code-editor). And its JSON mode would bring every feature along, after the editor has begun without what they
 * need: here it takes those that are registered.
 *
 * @type {import('vite').Plugin}
 */
const plugin = {
  name: 'lean-monaco',
  transform: {
    filter: {
      id: /monaco-editor\/esm\/vs\/(?:.*\/)?(domStylesheets|diffEditorViewZones|internal\/common\/workers)\.js$/,
    },
    handler(text, id) {
      if (id.endsWith('diffEditorViewZones.js')) {
        return replaced(text, "marginElement.setAttribute('style', ", 'marginElement.style.cssText = (');
      }
      if (id.endsWith('workers.js')) return replaced(text, /^import '[^']+';$/gm, '');
      const made = "const style = document.createElement('style');";
      const nonce = `document.querySelector('meta[property="csp-nonce"]')?.nonce ?? ''`;
      return replaced(text, made, `${made} style.nonce = ${nonce};`);
    },
  },
};

/**
 * The plugin for what is built, and for the packages that Vite bundles ahead while it serves sources.
 *
 * @type {import('vite').Plugin}
 */
export const leanMonaco = {
  ...plugin,
  enforce: 'pre',
  config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [plugin] } } }),
};
