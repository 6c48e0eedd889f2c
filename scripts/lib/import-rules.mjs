/**
 * Import rules of the layers (docs/architecture.md). A layer is identified by the start of its files' paths; the first match
 * counts. `may` lists the imports its modules may have beside their own layer; `instead` is the remedy for any other.
 */
const index = {
  core: 'src/engine/core/index.ts',
  react: 'src/engine/react/index.ts',
  ui: 'src/ui/index.ts',
  client: 'src/client/index.ts',
  editor: 'src/editor/index.ts',
  widgets: 'widgets/index.ts',
};
const engine = [index.core, index.react];

/** A path matches an equal entry, or a folder (ends with /) that contains it. */
const within = (path, entries) =>
  entries.some((entry) => path === entry || (entry.endsWith('/') && path.startsWith(entry)));

/** Files that all of the server may read. */
const shared = ['src/contracts/', index.core, index.widgets, 'schemas/', 'screens/', 'locales/'];
const settings = 'src/server/env.ts';
const serverLayers = (...names) => names.map((name) => `src/server/${name}/`);
const belowDomains = ['threads', 'db', 'kernel', 'jobs', 'realtime'];

/** The domains of the server, each with those below it. Those with the same ones below stand beside each other. */
const domains = {
  access: [],
  definitions: ['access'],
  datasets: ['definitions', 'access'],
  views: ['datasets', 'definitions', 'access'],
  agile: ['definitions', 'access'],
  support: ['definitions', 'access'],
  organisation: ['definitions', 'access'],
  shell: ['support', 'agile', 'definitions', 'access'],
};

/** `*` in a layer's path is one folder: each such folder is a layer of its own, which may not import its siblings. */
const layers = [
  {
    at: 'src/contracts/',
    may: [],
    instead:
      'contracts contain what client and server share and import nothing: pass the value in, or move the rule here.',
  },
  { at: 'src/ui/', may: [], instead: 'ui knows no product: take texts, data and callbacks as props.' },
  {
    at: 'src/engine/core/',
    may: ['src/contracts/', 'schemas/'],
    instead: 'the engine’s core does not know React, router or fetch: add a method to Host.',
  },
  {
    at: 'src/engine/react/',
    may: ['src/engine/core/', 'src/ui/', 'src/contracts/'],
    instead: 'the engine does not know the product: add a method to Host.',
  },
  {
    at: 'widgets/index.ts',
    may: ['widgets/', ...engine],
    instead: 'the list of widgets names widgets and nothing else.',
  },
  {
    at: '.storybook/',
    may: ['src/stories/preview.ts', 'src/app/base.css', 'src/app/fonts.css', 'scripts/lib/'],
    instead: 'Storybook’s settings only use src/stories.',
  },
  {
    at: 'src/stories/',
    may: [...engine, index.ui, index.widgets, 'src/engine/react/testing/', 'src/contracts/', 'locales/'],
    instead:
      'stories render the real engine over a host in memory: import the engine’s public entries and the list of widgets.',
  },
  {
    at: 'widgets/*/',
    may: [
      ...engine,
      index.ui,
      'src/contracts/',
      'schemas/widgets/*.schema.json',
      // The texts of a library, which must be there before its modules start.
      'locales/*/monaco.json',
    ],
    instead:
      'a widget uses the public entries of engine and ui: export what it needs there, or take it through props, data and events.',
  },
  {
    at: 'src/client/',
    may: ['src/contracts/', index.core],
    instead: 'the client makes calls: it implements Host and does not know screens.',
  },
  {
    at: 'src/editor/',
    may: [...engine, index.ui, index.client, 'src/contracts/'],
    instead:
      'the editor knows documents of any kind: what one surface shows belongs to its module, what only one container knows to its adapter.',
  },
  {
    at: 'src/modules/*/',
    may: [index.editor, ...engine, index.ui, index.client, 'src/contracts/'],
    instead: 'modules do not import each other: combine them in app/router.tsx.',
  },
  {
    at: 'src/app/',
    may: [...Object.values(index), 'src/modules/*/index.ts', 'src/contracts/', 'screens/', 'locales/'],
    instead:
      'the shell uses the public entries (index.ts) of the client-side layers: export it there. It never imports the server.',
  },
  {
    at: 'src/server/threads/',
    may: ['src/contracts/'],
    instead: 'threads know nothing of what runs on them: pass it in.',
  },
  {
    at: 'src/server/db/',
    may: [...shared, settings, 'src/server/threads/'],
    instead: 'the database knows no routes: pass the value in, or move the work to the kernel.',
  },
  {
    at: 'src/server/kernel/',
    may: [...shared, settings, ...serverLayers('threads', 'db')],
    instead: 'the kernel looks up to nobody: declare what it needs as an interface.',
  },
  {
    at: 'src/server/jobs/',
    may: [...shared, settings, ...serverLayers('db', 'kernel')],
    instead: 'the queue knows no jobs: a domain declares them.',
  },
  {
    at: 'src/server/realtime/',
    may: [...shared, settings, ...serverLayers('db', 'kernel')],
    instead: 'the hub knows no topics: a domain declares them.',
  },
  {
    at: 'src/server/platform/',
    may: [...shared, settings, ...serverLayers(...belowDomains)],
    instead: 'the platform is shared by domains and knows none: pass the value in.',
  },
  ...Object.entries(domains).map(([name, below]) => ({
    at: `src/server/domains/${name}/`,
    may: [
      ...shared,
      settings,
      ...serverLayers(...belowDomains, 'platform'),
      ...below.map((one) => `src/server/domains/${one}/index.ts`),
    ],
    instead: `the domain ${name} imports itself, ${['the platform', ...below].join(', ')} and what is below, of other domains their index.ts: export it there, turn the import round, or move the rule down.`,
  })),
  {
    at: 'src/server/domains/',
    may: [],
    instead: 'name the domain, and those below it, in scripts/lib/import-rules.mjs and docs/architecture.md.',
  },
  {
    at: 'src/sandbox/',
    may: [...shared, settings, ...serverLayers(...belowDomains, 'platform'), 'src/server/domains/*/index.ts'],
    instead: 'the sandbox stands in for services outside of the server: it knows contracts and the server.',
  },
  {
    at: 'src/server/',
    may: [...shared, 'src/sandbox/demo/', 'src/sandbox/whatsapp/sandbox.ts'],
    instead:
      'the server shares contracts, the engine’s core and the widgets’ definitions with the client, and nothing else.',
  },
];

/** Packages that only some layers may import. */
const packages = [
  {
    name: /^react-router/,
    home: ['src/app/'],
    instead: 'only app/ knows the router; elsewhere navigate through Host or a callback.',
  },
  {
    name: /^(pg|@electric-sql\/pglite)(\/|$)/,
    home: ['src/server/db/'],
    instead: 'database drivers live in server/db; use the request’s ctx.db.',
  },
  {
    name: /^(react|react-dom|@fluentui\/.*|node:.*)(\/|$)/,
    barred: ['src/engine/core/', 'src/contracts/'],
    instead: 'this layer runs in browser and server: no React, no DOM, no Node.',
  },
  {
    name: /^(react|react-dom|@fluentui\/.*)(\/|$)/,
    barred: ['src/server/'],
    instead: 'the server renders nothing.',
  },
  {
    name: /^(node:.*|fastify|@fastify\/.*|kysely)(\/|$)/,
    barred: [
      'src/app/',
      'src/client/',
      'src/ui/',
      'src/engine/',
      'src/editor/',
      'src/modules/',
      'src/stories/',
      'widgets/',
    ],
    instead: 'this runs in the browser.',
  },
];

/** Index files that are public entries or lists. Any other that only forwards is refused. */
const indexFiles =
  /^(src\/(engine\/(core|react)|ui|client|editor|app|stories|modules\/[^/]+|server\/domains\/[^/]+)|widgets(\/[^/]+)?|src\/engine\/core\/generated)\/index\.ts$/;

/** A widget's stories are created by src/stories from the widget's definition. */
const isStory = (path) => /^widgets\/[^/]+\/[^/]+\.stories\.tsx$/.test(path);
const storyEntry = 'src/stories/index.ts';

export const isTest = (path) =>
  /\.test\.(tsx?|mjs)$/.test(path) || /(^|\/)(tests|testing)(\/|\.ts$)/.test(path);

/**
 * Returns the errors of one module's imports, a line each.
 *
 * @param {import('./modules.mjs').Module} module
 * @returns {string[]}
 */
export function importErrors({ path, imports, onlyForwards, errors }) {
  const result = [...errors];
  for (const { specifier, target, line } of imports) {
    const reason = target === null ? packageError(path, specifier) : layerError(path, target);
    if (reason) result.push(`${path}:${line}: must not import ${target ?? specifier}: ${reason}`);
  }
  if (onlyForwards && path.endsWith('/index.ts') && !indexFiles.test(path)) {
    result.push(
      `${path}: an index.ts inside a layer only forwards: import the file itself and delete this one.`,
    );
  }
  return result;
}

function layerError(from, to) {
  if (from.startsWith('tests/')) return null;
  const layer = layers.find(({ at }) => fits(from, at));
  if (!layer)
    return 'this folder belongs to no layer: name it in scripts/lib/import-rules.mjs and docs/architecture.md.';
  if (within(to, [own(from, layer.at)])) return null;
  if (isTest(from)) return testError(from, to);
  if (isStory(from) && to === storyEntry) return null;
  return layer.may.some((entry) => fits(to, entry)) ? null : layer.instead;
}

/** A test may import every layer of its side. */
function testError(from, to) {
  const serverSide = /^src\/(server|sandbox)\//.test(from);
  const isAllowed = serverSide
    ? !/^src\/(app|client|ui|modules|engine\/react)\//.test(to)
    : !/^src\/(server|sandbox)\//.test(to);
  return isAllowed ? null : 'a test stays on its side of the wire; what spans both goes to tests/.';
}

function packageError(path, specifier) {
  if (isTest(path)) return null;
  const broken = packages.find(
    ({ name, home, barred }) => name.test(specifier) && (home ? !within(path, home) : within(path, barred)),
  );
  return broken?.instead ?? null;
}

const pattern = (at) =>
  new RegExp(`^${at.replace(/[.]/g, '\\.').replace(/\*/g, '[^/]+')}${at.endsWith('/') ? '' : '$'}`);
const fits = (path, at) => pattern(at).test(path);

/** Returns the folder (or file) of a module's own layer: with `*`, the one that contains it. */
function own(path, at) {
  return pattern(at).exec(path)[0];
}
