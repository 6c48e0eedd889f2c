import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { acyclicFiles } from './scripts/lib/acyclic-files.mjs';
import { earlyFiles } from './scripts/lib/early-files.mjs';
import { leanMonaco } from './scripts/lib/lean-monaco.mjs';
import { madeStyles } from './scripts/lib/made-styles.mjs';

/** Words about a widget's props and about options are for editors and docs; what runs takes the schemas without them. */
const leanSchemas: Plugin = {
  name: 'lean-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/schemas\/(widgets\/[^/]+|options?\.schema)\.json$/ },
    handler: (text) =>
      // A property that is called so is a schema, not a text.
      JSON.stringify(JSON.parse(text), (key, value: unknown) =>
        typeof value === 'string' && ['title', 'description'].includes(key) ? undefined : value,
      ),
  },
};

/** rjsf brings a Markdown compiler of 33 KB for one message about a layout's order, which our layouts cannot get wrong. */
const leanRjsf: Plugin = {
  name: 'lean-rjsf',
  apply: 'build',
  enforce: 'pre',
  resolveId: { filter: { id: /^markdown-to-jsx\/react$/ }, handler: () => '\0plain-markdown' },
  load: {
    filter: { id: /^\0plain-markdown$/ },
    handler: () => 'export const Markdown = ({ children }) => children;',
  },
};

/**
 * The query cache brings its parts for mutations and endless lists, which nothing here uses, because its client names them.
 * The client's own calls to the mutations (it resumes and clears them) find none.
 */
const leanQueries: Plugin = {
  name: 'lean-queries',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /@tanstack\/query-core\/.*\/(mutationCache|infiniteQueryBehavior)\.js$/ },
    handler: (id) =>
      id.includes('mutationCache')
        ? 'export class MutationCache { clear() {} findAll() { return []; } resumePausedMutations() { return Promise.resolve(); } }'
        : 'export const infiniteQueryBehavior = () => undefined, hasNextPage = () => false, hasPreviousPage = hasNextPage;',
  },
};

/** Names of components, which only developers' tools read. */
const leanComponents: Plugin = {
  name: 'lean-components',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/@fluentui\/.*\.js$/, code: /\.displayName = / },
    handler: (code) => code.replaceAll(/^\w+\.displayName = ['"][\w.]+['"];$/gm, ''),
  },
};

/**
 * The router's package resolves to its development build, with warnings for developers, whatever is built. Its parts for forms
 * and server components stay in the bundle unless their calls are marked as free of effects.
 */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react-router(\/dom)?$/ },
    handler: (id) =>
      join(
        import.meta.dirname,
        'node_modules/react-router/dist/production',
        id.endsWith('/dom') ? 'dom-export.mjs' : 'index.mjs',
      ),
  },
  transform: {
    filter: { id: /react-router\/dist\/production\/[^/]+\.mjs$/ },
    handler: (code) =>
      code
        .replaceAll(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2')
        // A class is left out only when what it extends is known to have no effect.
        .replaceAll(
          /^var (\w+ErrorBoundary) = (class extends React\d*\.Component \{[^]*?^\});/gm,
          'var $1 = /* @__PURE__ */ (() => $2)();',
        )
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, ''),
  },
};

const controlParts = new RegExp(
  [
    '@fluentui/react-(input|field)/',
    '@fluentui/react-icons/lib/(core/|atoms/svg/(chevron-down|error-circle|eye|eye-off|globe|lock-closed|person)\\.js)',
    'src/app/appearance/Logo\\.tsx$',
    'src/ui/fields/Choice\\.tsx$',
  ].join('|'),
);

const listParts = new RegExp(
  [
    'src/app/(router|layout/ShellLayout|screens/ScreenRoute)\\.tsx$',
    'widgets/(page-header/PageHeader|filter-bar/FilterBar|table/Table|button/Button)\\.tsx$',
    'widgets/(page-header|filter-bar|table|button|text|dialog)/index\\.ts$',
  ].join('|'),
);

export default defineConfig({
  plugins: [
    madeStyles(),
    react(),
    leanSchemas,
    leanRjsf,
    leanQueries,
    leanComponents,
    productionRouter,
    leanMonaco,
    acyclicFiles,
    earlyFiles(['react', 'controls', 'list', 'field-frame', 'surfaces', 'fields', 'form']),
  ],
  worker: { format: 'es' },
  base: '/',
  // The server puts a fresh nonce in its place with each answer; Vite marks its own style and preload tags with it.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    // No data: addresses: the content security policy allows none for scripts and fonts, and hashed files cache better.
    assetsInlineLimit: 0,
    // A browser without modulepreload loads the same files a little later.
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    // Monaco's chunk, which only editors load.
    chunkSizeWarningLimit: 3600,
    rolldownOptions: {
      // makeStyles() at the top of a file is no effect: a door exports many parts, a page takes along only those it uses.
      treeshake: { moduleSideEffects: [{ test: /\/src\/(ui|client|engine)\//, sideEffects: false }] },
      output: {
        // The name of a shared file lists the pages that share it: long in the table of what each page loads first.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
        // React changes rarely: in a file of its own it stays cached over our releases.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // Code that every page needs, in one file.
            { name: 'base', tags: ['$initial'] },
            // Code that the sign-in page shares with the pages behind it, so that it takes along nothing else of theirs.
            { name: 'controls', test: controlParts },
            // Shared with forms, which would take the sign-in page along.
            { name: 'field-frame', test: /src\/ui\/fields\/FieldFrame\.tsx$/ },
            { name: 'sign-in', test: /src\/app\/session\/LoginPage\.tsx$/ },
            // The shell and what any list is made of, with all they need: asked for together, so one file, which also
            // packs better than its parts. Other widgets cost a page that has none of them nothing.
            { name: 'list', test: listParts },
            // Code that dialogs, menus and popovers share: the way of the focus, and the places of those beside something.
            {
              name: 'surfaces',
              test: /node_modules[\\/](tabster|@fluentui[\\/]react-(tabster|portal|motion))[\\/]/,
            },
            {
              name: 'places',
              test: /node_modules[\\/](@floating-ui|@fluentui[\\/]react-(positioning|popover))[\\/]/,
            },
            // An icon of the menu may be any of these, and must not bring the forms along that use some of them too.
            { name: 'lazy-icons', test: /@fluentui[\\/]react-icons[\\/]/, minShareCount: 2 },
            // Code of every form, and of controls outside of forms too; then the rest of a form.
            { name: 'fields', test: /src\/engine\/react\/form\/StateField\.tsx$/ },
            { name: 'form', test: /widgets\/form\/Form\.tsx$/ },
            // Whole and by itself: in a file shared with others it would start before its environment stands, and come along
            // with the preview. Its words and the starters of its workers are what is there before it.
            { name: 'monaco', test: /monaco-editor[\\/]esm[\\/]vs[\\/](?!.*\?worker)/ },
            // Matches patterns of forms that RegExp could take too long for; loaded with the first such form.
            { name: 'pattern-engine', test: /node_modules[\\/]re2js[\\/]/ },
            // Code that several pages share, by the pages that share it; the crumbs go with their neighbours,
            // as long as they are so small that files do not import each other in a circle (acyclicFiles).
            { name: 'shared', entriesAware: true, entriesAwareMergeThreshold: 3_000, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
