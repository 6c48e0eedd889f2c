import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { root } from './root.mjs';
import { filesUnder } from './inputs.mjs';

/**
 * @typedef {{ path: string, imports: Import[], onlyForwards: boolean, errors: string[] }} Module a source file by its
 *   path from the project's root, with its imports
 * @typedef {{ specifier: string, target: string | null, line: number }} Import `target` is the path of the imported file;
 *   null for a package
 */

/** Reads the imports of every TypeScript module of the product and its tests: static, lazy and type-only ones alike. */
export function readModules(folders) {
  const files = folders
    .flatMap((folder) => filesUnder(join(root, folder)))
    .filter((file) => /\.tsx?$/.test(file));
  return files.map((file) =>
    readModule(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')),
  );
}

/** @returns {Module} */
export function readModule(path, text) {
  const { module, program, errors: syntaxErrors } = parseSync(path, text);
  const errors = syntaxErrors.map((error) => `${path}: ${error.message}`);
  const found = [];
  const add = (specifier, start) => {
    const line = text.slice(0, start).split('\n').length;
    const target = specifier.startsWith('.')
      ? posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
      : null;
    if (target && !existsSync(join(root, target))) {
      errors.push(`${path}:${line}: "${specifier}" does not exist; write the path with its extension.`);
    }
    found.push({ specifier, target, line });
  };
  for (const { moduleRequest } of module.staticImports) add(moduleRequest.value, moduleRequest.start);
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) add(moduleRequest.value, moduleRequest.start);
  }
  new Visitor({
    TSImportType: (node) => add(node.source.value, node.start),
    ImportExpression(node) {
      if (node.source.type === 'Literal') add(node.source.value, node.start);
      else errors.push(`${path}: a lazy import needs its address written out, so that it can be checked.`);
    },
  }).visit(program);
  return { path, imports: found, onlyForwards: onlyForwards(program), errors };
}

function onlyForwards(program) {
  return (
    program.body.length > 0 &&
    program.body.every((statement) => 'source' in statement && statement.type.startsWith('Export'))
  );
}

/** Finds circular imports, each once, as a list of paths. */
export function findCycles(modules) {
  const targets = new Map(
    modules.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  );
  const state = new Map();
  const trail = [];
  const cycles = [];
  const visit = (path) => {
    state.set(path, 'open');
    trail.push(path);
    for (const next of targets.get(path) ?? []) {
      if (state.get(next) === 'open') cycles.push([...trail.slice(trail.indexOf(next)), next]);
      else if (!state.has(next)) visit(next);
    }
    trail.pop();
    state.set(path, 'done');
  };
  for (const path of targets.keys()) if (!state.has(path)) visit(path);
  return cycles;
}
