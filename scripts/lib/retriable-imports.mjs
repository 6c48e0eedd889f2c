/**
 * Vite's helper of dynamic imports, as it is called in built files, in another way. A browser remembers for the life of the page that
 * a module could not be loaded (Chromium did until 2026): an import that failed once, for a moment without a connection, would fail
 * whenever it is tried again. So all files of an import, its own among them, are asked for by links first, whose failures nothing
 * remembers, and it begins when all are there.
 */
const helper = `
const asked = new Map();
for (const { href, src } of document.querySelectorAll('link[href], script[src]')) asked.set(href || src);
const nonce = document.querySelector('meta[property=csp-nonce]')?.nonce;

function ask(file) {
  const href = new URL(file, document.baseURI).href;
  if (!asked.has(href))
    asked.set(href, new Promise((resolve, reject) => {
      const isStyle = file.endsWith('.css');
      const link = document.createElement('link');
      Object.assign(link, { rel: isStyle ? 'stylesheet' : 'preload', crossOrigin: '', href, onload: resolve });
      if (!isStyle) link.as = 'script';
      if (nonce) link.nonce = nonce;
      link.onerror = () => {
        link.remove();
        asked.delete(href);
        // In the words of browsers.
        reject(new TypeError('Failed to fetch dynamically imported module: ' + href));
      };
      document.head.append(link);
    }));
  return asked.get(href);
}

export const __vitePreload = (load, files = []) => Promise.all(files.map((file) => ask('/' + file))).then(load);
`;

/** The import of a file that needs no others, for which Vite lists no files. */
const loneImport =
  /(import\((["'`])\.\/([\w.-]+\.js)\2\)(?:\.then\([^()]*(?:\([^()]*\)[^()]*)*\))*),\s*\[\]\)/g;

/**
 * Lets an import that failed be tried again.
 *
 * @returns {import('vite').Plugin}
 */
export function retriableImports() {
  return {
    name: 'retriable-imports',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: /^\0vite\/preload-helper\.js$/ }, handler: () => ({ code: helper }) },
    generateBundle: {
      // After Vite has listed the files of the others.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = file.code.replaceAll(loneImport, '$1,[`assets/$3`])');
      },
    },
  };
}
