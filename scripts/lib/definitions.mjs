// Checks definitions in files and reports diagnostics with their positions. Imports TypeScript, so it runs in tsx, Vite or
// Vitest only.
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { definitionKinds } from '../../src/contracts/definitions.ts';
import { isUsable, contentName } from '../../src/contracts/saved-widget.ts';
import { validateText } from '../../src/engine/core/editing/validate-text.ts';
import { filterValueDiagnostics, parseJsonText } from '../../src/engine/core/index.ts';
import { readEnv } from '../../src/server/env.ts';
import { buildModels } from '../../src/server/kernel/entity/entity-model.ts';
import { routeInfo } from '../../src/server/kernel/route-schemas.ts';
import { resources } from '../../src/server/resources.ts';
import { Datasets } from '../../src/server/domains/datasets/run/run.ts';
import { pathDiagnostics } from '../../src/server/domains/definitions/draft/draft-check.ts';
import { diagnosticErrors } from '../../src/server/kernel/diagnostic-errors.ts';
import { readDefinitions } from '../../src/server/domains/definitions/store/bundled.ts';
import { openPublished } from '../../src/server/domains/definitions/publication/published.ts';
import { registry } from '../../src/server/domains/definitions/store/registry.ts';
import { definitionTexts } from '../../src/server/domains/definitions/store/texts.ts';
import { documentText } from '../../src/server/domains/definitions/store/document-nodes.ts';
import { root } from './root.mjs';
import { filesUnder } from './inputs.mjs';

/**
 * @typedef {{ file: string, text: string }} DefinitionText `file` is the path in messages
 * @typedef {{ file: string, line: number, column: number, pointer: string, code: string, message: string,
 *   remedy: string, severity: 'error' | 'warning' }} LocatedDiagnostic line and column count from 1
 */

const kindInName = new RegExp(`\\.(${definitionKinds.join('|')})\\.json$`);

/** Reads the files of screens/, with paths from the project's root. @returns {DefinitionText[]} */
export function bundledTexts(folder = join(root, 'screens')) {
  return filesUnder(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      file: relative(root, file).split(sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));
}

/** Describes the server's routes and the entities of screens/, without a server. */
function dataCatalogue() {
  // Resources read nothing else of the platform before a request.
  const platform = { env: readEnv({}), routes: [], topics: [], published: openPublished() };
  const mounted = resources(platform);
  const routes = mounted.flatMap((resource) => resource.routes.map(routeInfo));
  const topics = mounted.flatMap((resource) => (resource.topics ?? []).flatMap(({ names }) => names));
  const entities = readDefinitions(undefined, () => undefined)
    .filter(({ kind }) => kind === 'entity')
    .map(({ document }) => document);
  return { routes, entities, topics };
}

/** Collects the paths of screens and dashboards: those of screens/, and those among the texts. */
function pathsOf(texts) {
  const bundled = readDefinitions(undefined, () => undefined).map(({ document }) => document.path);
  const given = texts.map(({ text }) => parseJsonText(text).value?.path);
  return [...bundled, ...given].filter((path) => typeof path === 'string');
}

/** Collects the fragments and saved widgets that documents may use: those among the texts, else those of screens/. */
function fragmentsOf(texts) {
  const bundled = readDefinitions(undefined, () => undefined).filter(({ kind }) => isUsable(kind));
  const fragments = new Map(bundled.map(({ kind, id, document }) => [contentName({ kind, id }), document]));
  for (const { file, text } of texts) {
    const kind = kindOf(file, text);
    if (!isUsable(kind)) continue;
    const { value } = parseJsonText(text);
    if (typeof value?.id === 'string') fragments.set(contentName({ kind, id: value.id }), value);
  }
  return fragments;
}

/** Describes the datasets and records that views may show: the datasets among the texts, else those of screens/. */
function choicesOf(texts, lang, entities) {
  const bundled = readDefinitions(undefined, () => undefined).filter(({ kind }) => kind === 'dataset');
  const datasets = new Map(bundled.map(({ id, document }) => [id, document]));
  for (const { file, text } of texts) {
    if (kindOf(file, text) !== 'dataset') continue;
    const { value } = parseJsonText(text);
    if (typeof value?.id === 'string') datasets.set(value.id, value);
  }
  const caller = { grants: { allScreens: true, screens: new Map(), specials: new Set() } };
  const known = new Datasets(buildModels(entities));
  return [...datasets.values()].reduce(
    (choices, dataset) => {
      try {
        const [choice] = known.choices({ caller, lang }, [dataset]);
        return choice?.kind === 'dataset' ? [...choices, choice] : choices;
      } catch {
        // Its own diagnostics say what is wrong with it.
        return choices;
      }
    },
    known.choices({ caller, lang }, []),
  );
}

/**
 * Validates texts by the rules of a save: each text by itself, and ids and paths that two of them share. A file that is not
 * named like a definition, such as the menu, must only be JSON.
 *
 * @param {readonly DefinitionText[]} texts
 * @param {import('../../src/contracts/language.ts').Language} [lang] of message and remedy
 * @returns {Promise<LocatedDiagnostic[]>} in the order of the files, and in reading order within
 */
export async function checkDefinitions(texts, lang = 'en') {
  const located = [];
  const seen = new Map();
  const routes = [];
  const catalogue = dataCatalogue();
  const fragments = fragmentsOf(texts);
  const paths = pathsOf(texts);
  const choices = choicesOf(texts, lang, catalogue.entities);
  for (const { file, text } of texts) {
    const { value, diagnostics } = await validateText(text, kindOf(file, text), registry, {
      texts: definitionTexts,
      catalogue,
      paths,
      fragments: async () => fragments,
      fragmentIds: [...fragments.keys()],
    });
    const positioned = diagnostics.map(({ from, ...diagnostic }) => ({ diagnostic, ...from }));
    if (kindOf(file, text) !== 'json') {
      const read = parseJsonText(text);
      positioned.push(
        ...[...sharedDiagnostics(value, file, seen, routes), ...filterDiagnostics(value, choices, lang)].map(
          (diagnostic) => ({
            diagnostic,
            ...read.position(read.span(diagnostic.pointer).start),
          }),
        ),
      );
    }
    located.push(
      ...positioned.map(({ diagnostic, line, column }) => ({
        file,
        line,
        column,
        ...withTexts(diagnostic, lang),
      })),
    );
  }
  return located;
}

/** Returns the kind of a file by its name, else by its document, else `screen`. */
function kindOf(file, text) {
  const named = kindInName.exec(file)?.[1];
  if (named) return named;
  if (/(^|\/)menu\.json$/.test(file)) return 'json';
  const { value } = parseJsonText(text);
  return typeof value?.kind === 'string' ? value.kind : 'screen';
}

/** Reports an id or a path that an earlier file has, and records those of this file. */
function sharedDiagnostics(value, file, seen, routes) {
  const { kind, id, path } = value ?? {};
  if (typeof kind !== 'string' || typeof id !== 'string') return [];
  const first = seen.get(`${kind}/${id}`);
  if (first) return [{ pointer: '/id', code: 'duplicate-id', values: { id, first }, severity: 'error' }];
  seen.set(`${kind}/${id}`, file);
  if (kind !== 'screen' || typeof path !== 'string') return [];
  const diagnostics = pathDiagnostics(path, { kind, id }, routes);
  routes.push({ id, path });
  return diagnostics;
}

/** Reports filters whose values the parameters of datasets cannot take. */
function filterDiagnostics(value, choices, lang) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return filterValueDiagnostics(value, { choices, textOf: (label) => documentText(value, label, lang) });
}

function withTexts(diagnostic, lang) {
  const [{ path, message, code, remedy, severity }] = diagnosticErrors([diagnostic], lang);
  return { pointer: path, code, message, remedy, severity };
}

/** `screens/a.screen.json:12:7 /body/0/type unknown-type The widget … does not exist. — Check …` */
export function lineOf({ file, line, column, pointer, code, message, remedy, severity }) {
  const label = severity === 'warning' ? `${code} (warning)` : code;
  return `${file}:${line}:${column} ${pointer || '/'} ${label} ${message}${remedy ? ` — ${remedy}` : ''}`;
}
