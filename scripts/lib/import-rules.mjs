/**
 * Who may import whom (docs/architecture.md). A layer is named by the start of its files' paths; the first that fits
 * counts. `may` lists what its modules may import beside themselves; `instead` is what to do when that is not enough.
 */
const doors = {
  core: 'src/engine/core/index.ts',
  react: 'src/engine/react/index.ts',
  ui: 'src/ui/index.ts',
  client: 'src/client/index.ts',
  widgets: 'widgets/index.ts',
};
const engineDoors = [doors.core, doors.react];

/** A path matches an entry that is the path itself, or a folder (ends with /) that holds it. */
const within = (path, entries) =>
  entries.some((entry) => path === entry || (entry.endsWith('/') && path.startsWith(entry)));

/** `*` in a layer's path stands for one folder: each such folder is a layer of its own, a stranger to its siblings. */
const layers = [
  {
    at: 'src/contracts/',
    may: [],
    instead:
      'contracts hold what both sides share and know nobody: pass the thing in, or move the rule here.',
  },
  { at: 'src/ui/', may: [], instead: 'ui knows no product: take texts, data and callbacks as props.' },
  {
    at: 'src/engine/core/',
    may: ['src/contracts/', 'schemas/'],
    instead:
      'the engine’s core knows no React, router or fetch: what it needs of the outside is a method of Host.',
  },
  {
    at: 'src/engine/react/',
    may: ['src/engine/core/', 'src/ui/', 'src/contracts/'],
    instead: 'the engine knows no product: what it needs of the outside is a method of Host.',
  },
  {
    at: 'widgets/index.ts',
    may: ['widgets/', ...engineDoors],
    instead: 'the list of widgets names widgets and nothing else.',
  },
  {
    at: '.storybook/',
    may: ['src/stories/preview.ts', 'src/app/base.css', 'scripts/lib/'],
    instead: 'Storybook’s settings only name what src/stories makes.',
  },
  {
    at: 'src/stories/',
    may: [...engineDoors, doors.ui, doors.widgets, 'src/engine/react/testing/', 'src/contracts/', 'locales/'],
    instead:
      'stories draw the real engine over a host of memory: they know its doors and the list of widgets.',
  },
  {
    at: 'widgets/*/',
    may: [...engineDoors, doors.ui, 'src/contracts/', 'schemas/widgets/*.schema.json'],
    instead:
      'a widget uses the doors of engine and ui: export what it needs there, or take it through props, data and events.',
  },
  {
    at: 'src/client/',
    may: ['src/contracts/', doors.core],
    instead: 'the client carries calls: it implements Host and knows no screen.',
  },
  {
    at: 'src/modules/*/',
    may: [...engineDoors, doors.ui, doors.client, 'src/contracts/'],
    instead: 'modules are strangers to each other: let them meet in app/router.tsx.',
  },
  {
    at: 'src/app/',
    may: [...Object.values(doors), 'src/modules/*/index.ts', 'src/contracts/', 'screens/', 'locales/'],
    instead:
      'the shell uses the doors (index.ts) of the client-side layers: export it there. It never imports the server.',
  },
  {
    at: 'src/server/resources/index.ts',
    may: ['src/server/resources/', 'src/server/kernel/'],
    instead: 'the list of resources names resources and nothing else.',
  },
  {
    at: 'src/server/resources/*/',
    may: ['src/server/kernel/', 'src/server/services/', 'src/contracts/'],
    instead:
      'resources never import each other: work that spans entities goes to server/services; tables and queries come through the kernel.',
  },
  {
    at: 'src/server/',
    may: ['src/contracts/', doors.core, doors.widgets, 'schemas/', 'screens/', 'locales/'],
    instead:
      'the server shares contracts, the engine’s core and the widgets’ definitions with the client, and nothing else.',
  },
];

/** Packages with one home: elsewhere they would tie a layer to what it must not know. */
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
    instead: 'this layer runs in browser and server alike: no React, no DOM, no Node.',
  },
  {
    name: /^(react|react-dom|@fluentui\/.*)(\/|$)/,
    barred: ['src/server/'],
    instead: 'the server draws nothing.',
  },
  {
    name: /^(node:.*|fastify|@fastify\/.*|kysely)(\/|$)/,
    barred: ['src/app/', 'src/client/', 'src/ui/', 'src/engine/', 'src/modules/', 'src/stories/', 'widgets/'],
    instead: 'this runs in the browser.',
  },
];

/** Index files that are doors or lists; any other that only forwards is an inner barrel. */
const doorFiles =
  /^(src\/(engine\/(core|react)|ui|client|app|stories|modules\/[^/]+)|widgets(\/[^/]+)?|src\/server\/resources|src\/engine\/core\/generated)\/index\.ts$/;

/** A widget's stories are made by src/stories, of nothing but the widget's definition. */
const isStory = (path) => /^widgets\/[^/]+\/[^/]+\.stories\.tsx$/.test(path);
const storyDoor = 'src/stories/index.ts';

const isTest = (path) => /\.test\.tsx?$/.test(path) || /(^|\/)(tests|testing)(\/|\.ts$)/.test(path);

/**
 * What is wrong with one module's imports, a line each.
 *
 * @param {import('./modules.mjs').Module} module
 * @returns {string[]}
 */
export function judge({ path, imports, onlyForwards, errors }) {
  const told = [...errors];
  for (const { specifier, target, line } of imports) {
    const reason = target === null ? judgePackage(path, specifier) : judgeImport(path, target);
    if (reason) told.push(`${path}:${line}: must not import ${target ?? specifier}: ${reason}`);
  }
  if (onlyForwards && path.endsWith('/index.ts') && !doorFiles.test(path)) {
    told.push(
      `${path}: an index.ts inside a layer only forwards: import the file itself and delete this one.`,
    );
  }
  return told;
}

function judgeImport(from, to) {
  if (from.startsWith('tests/')) return null;
  const layer = layers.find(({ at }) => fits(from, at));
  if (!layer)
    return 'this folder belongs to no layer: name it in scripts/lib/import-rules.mjs and docs/architecture.md.';
  if (within(to, [own(from, layer.at)])) return null;
  if (isTest(from)) return judgeTest(from, to);
  if (isStory(from) && to === storyDoor) return null;
  return layer.may.some((entry) => fits(to, entry)) ? null : layer.instead;
}

/** A test may build what it tests out of every layer of its side. */
function judgeTest(from, to) {
  const serverSide = from.startsWith('src/server/');
  const fine = serverSide
    ? !/^src\/(app|client|ui|modules|engine\/react)\//.test(to)
    : !to.startsWith('src/server/');
  return fine ? null : 'a test stays on its side of the wire; what spans both goes to tests/.';
}

function judgePackage(path, specifier) {
  if (isTest(path)) return null;
  const broken = packages.find(
    ({ name, home, barred }) => name.test(specifier) && (home ? !within(path, home) : within(path, barred)),
  );
  return broken?.instead ?? null;
}

const pattern = (at) =>
  new RegExp(`^${at.replace(/[.]/g, '\\.').replace(/\*/g, '[^/]+')}${at.endsWith('/') ? '' : '$'}`);
const fits = (path, at) => pattern(at).test(path);

/** The folder (or file) that is "itself" for a module of a layer: with `*`, the one it lies in. */
function own(path, at) {
  return pattern(at).exec(path)[0];
}
