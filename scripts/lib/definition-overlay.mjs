// In development a wrong definition covers the page with a notice that points at its line, until it is mended.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';

/** Lines of the file that stand above and below the one at fault. */
const around = 2;
/** More faults than these are counted and not told: the first ones are mended first. */
const mostTold = 8;

/**
 * What Vite's overlay shows of faults; null when none of them is an error.
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
  const told = others
    .slice(0, mostTold)
    .map((one) => `${join(root, one.file)}:${one.line}:${one.column} ${one.message}`);
  const untold = others.length - told.length;
  return {
    type: 'error',
    err: {
      plugin: 'definitions',
      message: [`${message} ${remedy}`.trim(), `${code} at ${pointer || '/'}`].join('\n'),
      loc: { file: join(root, file), line, column },
      frame: frameOf(textOf(file), line, column),
      stack: [...told, ...(untold > 0 ? [`and ${untold} more`] : [])].join('\n'),
    },
  };
}

/** The lines around a place with their numbers, and a mark below the column. */
export function frameOf(text, line, column) {
  const lines = text.split('\n');
  const from = Math.max(1, line - around);
  const to = Math.min(lines.length, line + around);
  const width = String(to).length;
  const framed = lines.slice(from - 1, to).flatMap((content, at) => {
    const number = from + at;
    // Padded at the end: the overlay trims what stands in front.
    const shown = `${String(number).padEnd(width)} | ${content}`;
    // A tab stays a tab, so that the mark stands below its character.
    const mark = content.slice(0, column - 1).replace(/[^\t]/g, ' ');
    return number === line ? [shown, `${' '.repeat(width)} | ${mark}^`] : [shown];
  });
  return `${framed.join('\n')}\n`;
}

/**
 * Holds screens/ to the rules as often as it is asked, one after the other. The check runs in Vite, which knows our
 * sources as they are now.
 *
 * @param {import('vite').ViteDevServer} vite
 */
export function watchDefinitions(vite) {
  let shown = null;
  let turn = Promise.resolve();
  // A page that opens while something is wrong is told so.
  vite.ws.on('connection', (socket) => {
    if (shown) socket.send(JSON.stringify(shown));
  });

  async function check() {
    // Our sources alone: schemas and texts may have changed a moment ago.
    vite.environments.ssr.moduleGraph.invalidateAll();
    const { bundledTexts, checkDefinitions } = await vite.ssrLoadModule('/scripts/lib/definitions.mjs');
    const diagnostics = await checkDefinitions(bundledTexts());
    shown = overlayOf(diagnostics, (file) => readFileSync(join(root, file), 'utf8'));
    if (shown) vite.ws.send(shown);
  }

  return {
    get wrong() {
      return shown !== null;
    },
    /** Shows what is wrong, if anything is. @throws what a source of ours that can't be loaded throws */
    check() {
      turn = turn.then(check, check);
      return turn;
    },
  };
}
