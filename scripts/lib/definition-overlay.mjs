// In development an error in a definition covers the page with a notice that points at its line, until it is corrected.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';

/** Lines of the file that are shown above and below the error. */
const contextLines = 2;
/** Errors that are listed below the first one; the others are counted. */
const maxListed = 8;

/**
 * What Vite's overlay shows of diagnostics; null when none of them is an error.
 *
 * @param {readonly import('./definitions.mjs').PlacedFault[]} diagnostics
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

/** The lines around a position with their numbers, and a caret below the column. */
export function frameOf(text, line, column) {
  const lines = text.split('\n');
  const from = Math.max(1, line - contextLines);
  const to = Math.min(lines.length, line + contextLines);
  const width = String(to).length;
  const framed = lines.slice(from - 1, to).flatMap((content, at) => {
    const number = from + at;
    // Padded at the end: the overlay trims leading blanks.
    const shown = `${String(number).padEnd(width)} | ${content}`;
    // A tab stays a tab, so that the caret stands below its character.
    const indent = content.slice(0, column - 1).replace(/[^\t]/g, ' ');
    return number === line ? [shown, `${' '.repeat(width)} | ${indent}^`] : [shown];
  });
  return `${framed.join('\n')}\n`;
}

/**
 * Checks the definitions of a folder as often as it is asked, one check after the other. The check runs in Vite, which
 * has our sources as they are now.
 *
 * @param {import('vite').ViteDevServer} vite
 * @param {string} folder
 */
export function watchDefinitions(vite, folder) {
  let overlay = null;
  let last = Promise.resolve();
  // A page that opens while there is an error shows it too.
  vite.ws.on('connection', (socket) => {
    if (overlay) socket.send(JSON.stringify(overlay));
  });

  async function check() {
    // Schemas and texts may have changed a moment ago.
    vite.environments.ssr.moduleGraph.invalidateAll();
    const { bundledTexts, checkDefinitions } = await vite.ssrLoadModule('/scripts/lib/definitions.mjs');
    const diagnostics = await checkDefinitions(bundledTexts(folder));
    overlay = overlayOf(diagnostics, (file) => readFileSync(join(root, file), 'utf8'));
    if (overlay) vite.ws.send(overlay);
  }

  return {
    get hasErrors() {
      return overlay !== null;
    },
    /** Shows the errors, if there are any. @throws what a source of ours throws that can't be loaded */
    check() {
      last = last.then(check, check);
      return last;
    },
  };
}
