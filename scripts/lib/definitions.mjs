// Definitions as files: what is wrong with them, with the place in the file. Imports TypeScript, so whoever starts it runs
// in tsx, Vite or Vitest.
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { validateText } from '../../src/engine/core/editing/validate-text.ts';
import { parseJsonText } from '../../src/engine/core/index.ts';
import { pathDiagnostics } from '../../src/server/services/definitions/draft-check.ts';
import { diagnosticErrors } from '../../src/server/kernel/diagnostic-errors.ts';
import { registry } from '../../src/server/services/definitions/registry.ts';
import { definitionTexts } from '../../src/server/services/definitions/texts.ts';
import { root } from '../bootstrap.mjs';
import { filesUnder } from './inputs.mjs';

/**
 * @typedef {{ file: string, text: string }} DefinitionText `file` is how it is told to people
 * @typedef {{ file: string, line: number, column: number, pointer: string, code: string, message: string,
 *   remedy: string, severity: 'error' | 'warning' }} PlacedFault line and column count from 1
 */

const kindInName = /\.(screen|form|dashboard|entity)\.json$/;

/** The files of screens/, from the project's root. @returns {DefinitionText[]} */
export function bundledTexts(folder = join(root, 'screens')) {
  return filesUnder(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      file: relative(root, file).split(sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));
}

/**
 * Everything that is wrong with texts that are to be definitions, by the rules of a save: each by itself, and ids and
 * paths that two of them claim. What is no definition by its name, such as the menu, is held to be JSON.
 *
 * @param {readonly DefinitionText[]} texts
 * @param {import('../../src/contracts/language.ts').Language} [lang] of message and remedy
 * @returns {Promise<PlacedFault[]>} in the order of the files, and in reading order within
 */
export async function checkDefinitions(texts, lang = 'en') {
  const told = [];
  const seen = new Map();
  const routes = [];
  for (const { file, text } of texts) {
    const { value, diagnostics } = await validateText(text, kindOf(file, text), registry, {
      hasText: definitionTexts.has,
    });
    const placed = diagnostics.map(({ from, ...diagnostic }) => ({ fault: diagnostic, ...from }));
    if (kindOf(file, text) !== 'json') {
      const read = parseJsonText(text);
      placed.push(
        ...sharedDiagnostics(value, file, seen, routes).map((diagnostic) => ({
          fault: diagnostic,
          ...read.position(read.span(diagnostic.pointer).start),
        })),
      );
    }
    told.push(
      ...placed.map(({ fault: diagnostic, line, column }) => ({
        file,
        line,
        column,
        ...inWordsOf(diagnostic, lang),
      })),
    );
  }
  return told;
}

/** A file of no telling name is what its document says, and a screen when it says nothing. */
function kindOf(file, text) {
  const named = kindInName.exec(file)?.[1];
  if (named) return named;
  if (/(^|\/)menu\.json$/.test(file)) return 'json';
  const { value } = parseJsonText(text);
  return typeof value?.kind === 'string' ? value.kind : 'screen';
}

/** What a file claims that another one has already; it claims it for those that come after. */
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

function inWordsOf(diagnostic, lang) {
  const [{ path, message, code, remedy, severity }] = diagnosticErrors([diagnostic], lang);
  return { pointer: path, code, message, remedy, severity };
}

/** `screens/a.screen.json:12:7 /body/0/type unknown-type The widget … does not exist. — Check …` */
export function lineOf({ file, line, column, pointer, code, message, remedy, severity }) {
  const what = severity === 'warning' ? `${code} (warning)` : code;
  return `${file}:${line}:${column} ${pointer || '/'} ${what} ${message}${remedy ? ` — ${remedy}` : ''}`;
}
