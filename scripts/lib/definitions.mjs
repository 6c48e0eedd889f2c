// Checks definitions in files and reports diagnostics with their positions. Imports TypeScript, so it runs in tsx, Vite, Vitest
// or a bundle (checks-bundle.mjs) only.
import { readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { definitionKinds } from '../../src/contracts/definitions.ts';
import { isUsable, contentName } from '../../src/contracts/saved-widget.ts';
import { validateText } from '../../src/engine/core/editing/validate-text.ts';
import { filterValueDiagnostics, parseJsonText } from '../../src/engine/core/index.ts';
import { projectFolder } from '../../src/server/db/project-folder.ts';
import { pathDiagnostics } from '../../src/server/domains/definitions/draft/draft-check.ts';
import { diagnosticErrors } from '../../src/server/kernel/diagnostic-errors.ts';
import { readDefinitions } from '../../src/server/domains/definitions/store/bundled.ts';
import { registry } from '../../src/server/domains/definitions/store/registry.ts';
import { definitionTexts } from '../../src/server/domains/definitions/store/texts.ts';
import { documentText } from '../../src/server/domains/definitions/store/document-nodes.ts';
import { filesUnder } from './inputs.mjs';

/**
 * @typedef {{ file: string, text: string }} DefinitionText `file` is the path in messages
 * @typedef {{ file: string, line: number, column: number, pointer: string, code: string, message: string,
 *   remedy: string, severity: 'error' | 'warning' }} LocatedDiagnostic line and column count from 1
 */

const kindInName = new RegExp(`\\.(${definitionKinds.join('|')})\\.json$`);

/** Reads the files of screens/, with paths from the project's root. @returns {DefinitionText[]} */
export function bundledTexts(folder = projectFolder('screens')) {
  const root = dirname(projectFolder('screens'));
  return filesUnder(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      file: relative(root, file).split(sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));
}

/** Collects the paths of screens and dashboards: those of screens/, and those among the texts. */
function pathsOf(texts, bundled) {
  const given = texts.map(({ text }) => parseJsonText(text).value?.path);
  return [...bundled.map(({ document }) => document.path), ...given].filter(
    (path) => typeof path === 'string',
  );
}

/** The texts that are definitions of some kinds, by kind and id, in place of the bundled ones. */
function documentsOf(texts, bundled, isWanted) {
  const found = new Map(
    bundled.filter(({ kind }) => isWanted(kind)).map((one) => [contentName(one), one.document]),
  );
  for (const { file, text } of texts) {
    const kind = kindOf(file, text);
    if (!isWanted(kind)) continue;
    const { value } = parseJsonText(text);
    if (typeof value?.id === 'string') found.set(contentName({ kind, id: value.id }), value);
  }
  return found;
}

/**
 * Validates texts by the rules of a save: each text by itself, and ids and paths that two of them share. A file that is not
 * named like a definition, such as the menu, must only be JSON.
 *
 * @param {readonly DefinitionText[]} texts
 * @param {import('../../src/contracts/language.ts').Language} [lang] of message and remedy
 * @param {ReturnType<typeof import('./data-catalogue.mjs').serverCatalogue>} [known] where it is known already
 * @returns {Promise<LocatedDiagnostic[]>} in the order of the files, and in reading order within
 */
export async function checkDefinitions(texts, lang = 'en', known = undefined) {
  const located = [];
  const seen = new Map();
  const routes = [];
  const bundled = readDefinitions(undefined, () => undefined);
  const catalogue = {
    // Loaded where they are needed, since they bring the whole server along.
    ...(known ?? (await import('./data-catalogue.mjs')).serverCatalogue()),
    entities: bundled.filter(({ kind }) => kind === 'entity').map(({ document }) => document),
  };
  const fragments = documentsOf(texts, bundled, isUsable);
  const paths = pathsOf(texts, bundled);
  let choices = null;
  const choicesOfData = async () => {
    const { dataChoices } = await import('./data-catalogue.mjs');
    const datasets = documentsOf(texts, bundled, (kind) => kind === 'dataset');
    return (choices ??= dataChoices([...datasets.values()], catalogue.entities, lang));
  };
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
        ...[
          ...sharedDiagnostics(value, file, seen, routes),
          ...(await filterDiagnostics(value, choicesOfData, lang)),
        ].map((diagnostic) => ({
          diagnostic,
          ...read.position(read.span(diagnostic.pointer).start),
        })),
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
async function filterDiagnostics(value, choicesOfData, lang) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const hasQuery = Object.values(value.sources ?? {}).some(
    (source) => typeof source?.query === 'object' && (source.dataset ?? source.entity) !== undefined,
  );
  if (!hasQuery) return [];
  const choices = await choicesOfData();
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
