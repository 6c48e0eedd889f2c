import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Words about a widget's props are for editors and docs; what runs takes the schemas without them. */
const leanSchemas: Plugin = {
  name: 'lean-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/schemas\/widgets\/[^/]+\.json$/ },
    handler: (text) =>
      // A property that is called so is a schema, not a text.
      JSON.stringify(JSON.parse(text), (key, value: unknown) =>
        typeof value === 'string' && ['title', 'description'].includes(key) ? undefined : value,
      ),
  },
};

export default defineConfig({
  plugins: [react(), leanSchemas],
  base: '/',
  // The server puts a fresh nonce in its place with each answer; Vite marks its own style and preload tags with it.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    // No data: addresses: the content security policy allows none for scripts and fonts, and hashed files cache better.
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // makeStyles() at the top of a file is no effect: a door exports many parts, a page takes along only those it uses.
      treeshake: { moduleSideEffects: [{ test: /\/src\/(ui|client|engine)\//, sideEffects: false }] },
      output: {
        // React changes rarely: in a file of its own it stays cached over our releases.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What every page needs, in one file.
            { name: 'base', tags: ['$initial'] },
            // What several pages share, by the pages that share it; the crumbs go with their neighbours.
            { name: 'shared', entriesAware: true, entriesAwareMergeThreshold: 6_000, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
