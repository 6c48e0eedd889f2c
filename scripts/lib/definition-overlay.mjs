// In development a notice with the position of a definition's error covers the page until the error is corrected.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Lines of the file in view above and below the error. */
const contextLines = 2;
/** Errors listed below the first one; further ones are counted. */
const maxListed = 8;

/**
 * Returns the content of Vite's overlay for diagnostics; null when none of them is an error.
 *
 * @param {readonly import('./definitions.mjs').LocatedDiagnostic[]} diagnostics
 * @param {(file: string) => string} textOf
 * @returns {import('vite').ErrorPayload | null}
 */
export function overlayOf(diagnostics, textOf) {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [first, ...others] = errors;
  if (!first) return null;
  const { file, line, column, pointer, code, message, remedy } = first;
  const listed = others
    .slice(0, maxListed)
    .map((other) => `${join(root, other.file)}:${other.line}:${other.column} ${other.message}`);
  const unlisted = others.length - listed.length;
  return {
    type: 'error',
    err: {
      plugin: 'definitions',
      message: [`${message} ${remedy}`.trim(), `${code} at ${pointer || '/'}`].join('\n'),
      loc: { file: join(root, file), line, column },
      frame: frameOf(textOf(file), line, column),
      stack: [...listed, ...(unlisted > 0 ? [`and ${unlisted} more`] : [])].join('\n'),
    },
  };
}

/** Returns the lines around a position with their numbers, and a caret below the column. */
export function frameOf(text, line, column) {
  const lines = text.split('\n');
  const from = Math.max(1, line - contextLines);
  const to = Math.min(lines.length, line + contextLines);
  const width = String(to).length;
  const framed = lines.slice(from - 1, to).flatMap((content, at) => {
    const number = from + at;
    // Padded at the end: the overlay trims leading blanks.
    const numbered = `${String(number).padEnd(width)} | ${content}`;
    // A tab remains a tab, so that the caret is below its character.
    const indent = content.slice(0, column - 1).replace(/[^\t]/g, ' ');
    return number === line ? [numbered, `${' '.repeat(width)} | ${indent}^`] : [numbered];
  });
  return `${framed.join('\n')}\n`;
}

/**
 * Checks the definitions of a folder on request, one check after the other. The check runs in Vite, which loads the current
 * sources.
 *
 * @param {import('vite').ViteDevServer} vite
 * @param {string} folder
 */
export function watchDefinitions(vite, folder) {
  let overlay = null;
  let last = Promise.resolve();
  // A page that is opened while there is an error gets the overlay too.
  vite.ws.on('connection', (socket) => {
    if (overlay) socket.send(JSON.stringify(overlay));
  });

  async function check() {
    const { bundledTexts, checkDefinitions } = await vite.ssrLoadModule('/scripts/lib/definitions.mjs');
    const diagnostics = await checkDefinitions(bundledTexts(folder));
    overlay = overlayOf(diagnostics, (file) => readFileSync(join(root, file), 'utf8'));
    if (overlay) vite.ws.send(overlay);
  }

  return {
    get hasErrors() {
      return overlay !== null;
    },
    /** Loads the sources again at the next check: schemas and texts are read when they are loaded, definitions at each check. */
    forgetSources() {
      vite.environments.ssr.moduleGraph.invalidateAll();
    },
    /** Sends the errors to the pages. @throws the error of a source that cannot be loaded */
    check() {
      last = last.then(check, check);
      return last;
    },
  };
}
