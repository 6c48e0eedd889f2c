import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { resolveResetStyleRules, resolveStyleRulesForSlots } from '@griffel/core';
import { build } from 'esbuild';
import { parseSync } from 'vite';
import { root } from './root.mjs';
import { filesUnder } from './inputs.mjs';
import { mapValues } from './map-values.mjs';

const makers = ['makeStyles', 'makeResetStyles'];
const source = /\.tsx?$/;
const prefix = 'styles:';

/**
 * Compiles the CSS of `makeStyles` and `makeResetStyles` during the build, as Fluent's own is delivered, so that a first
 * screen only inserts rules and the style compiler is not shipped. The values of a style (tokens, own constants and
 * functions) are cut out of its file and evaluated here. A style that needs more than that stops the build.
 *
 * @param {readonly string[]} [folders] folders with styles
 * @returns {import('vite').Plugin}
 */
export function madeStyles(folders = ['src', 'widgets']) {
  let rewritten = new Map();
  return {
    name: 'made-styles',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const files = folders.flatMap((folder) => filesUnder(join(root, folder)));
      const values = await evaluate(files.filter((file) => source.test(file) && !/\.test\.tsx?$/.test(file)));
      rewritten = new Map(
        [...values].map(([file, of]) => [file, rewrite(file, readFileSync(file, 'utf8'), of)]),
      );
    },
    transform: {
      filter: { id: source, code: /make(Reset)?Styles\(/ },
      handler(_code, id) {
        const code = rewritten.get(id);
        return code === undefined ? null : { code, map: null };
      },
    },
  };
}

/** Replaces each call of a maker in a module by the classes and rules that it results in. */
export function rewrite(file, text, values) {
  const code = replaceCalls(file, text, ({ maker }, at) => {
    const compiled = maker === 'makeStyles' ? compileSlots(values[at]) : compileReset(values[at]);
    return `/* @__PURE__ */ ${compiled}`;
  });
  return `import { __resetStyles, __styles } from '@fluentui/react-components';\n${code}`;
}

function replaceCalls(file, text, replacement) {
  let code = text;
  for (const [at, call] of [...callsOf(parseSync(file, text).program).entries()].reverse())
    code = `${code.slice(0, call.start)}${replacement(call, at)}${code.slice(call.end)}`;
  return code;
}

function compileSlots(styles) {
  const [slots, rules] = resolveStyleRulesForSlots(mapValues(styles, unmirrored));
  const unique = mapValues(rules, (entries) => [
    ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
  ]);
  return `__styles(${JSON.stringify(slots)}, ${JSON.stringify(unique)})`;
}

function compileReset(styles) {
  const [name, , rules] = resolveResetStyleRules(unmirrored(styles));
  return `__resetStyles(${JSON.stringify(name)}, null, ${JSON.stringify(rules)})`;
}

/** Marks declarations as not to be mirrored, since none of our languages is written from right to left. */
function unmirrored(style) {
  if (Array.isArray(style)) return style.map(unmirrored);
  return isNested(style) ? mapValues(style, unmirrored) : `${style}/* @noflip */`;
}

const isNested = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns by file the arguments of its makers, in order. */
async function evaluate(files) {
  const parts = new Map();
  for (const file of files) {
    const part = valuesModule(file, readFileSync(file, 'utf8'));
    if (part !== null) parts.set(file, part);
  }
  const names = [...parts.keys()];
  const { outputFiles } = await build({
    stdin: {
      contents: names
        .map((file, at) => `export { values as v${at} } from ${JSON.stringify(prefix + file)};`)
        .join('\n'),
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'styles',
    // Without it a name that only a type or a component needs would be imported too.
    tsconfigRaw: {},
    logLevel: 'error',
    plugins: [onlyValues(parts)],
  });
  const values = runInThisContext(`${outputFiles[0].text}; styles`, { filename: 'styles.js' });
  return new Map(names.map((file, at) => [file, values[`v${at}`]]));
}

/** Resolves tokens to their own package, which needs no React, and our modules to their used values only. */
function onlyValues(parts) {
  const fluent = join(root, 'node_modules/@fluentui/react-components');
  return {
    name: 'only-values',
    setup(bundler) {
      bundler.onResolve({ filter: /^styles:/ }, ({ path }) => ({
        path: path.slice(prefix.length),
        namespace: 'styles',
      }));
      bundler.onLoad({ filter: /.*/, namespace: 'styles' }, ({ path }) => ({
        contents: parts.get(path),
        loader: 'tsx',
        resolveDir: dirname(path),
      }));
      bundler.onResolve({ filter: /^@fluentui\/react-components$/ }, () => ({
        path: 'tokens',
        namespace: 'tokens',
        sideEffects: false,
      }));
      // As CommonJS, since other imports from Fluent are missing here and only unused code refers to them.
      bundler.onLoad({ filter: /.*/, namespace: 'tokens' }, () => ({
        contents: "module.exports = require('@fluentui/tokens');",
        resolveDir: fluent,
      }));
      bundler.onResolve({ filter: /^[^.]|\?/ }, ({ path }) =>
        path === '@fluentui/tokens' ? null : { path, external: true, sideEffects: false },
      );
      // A file of styles from which another one imports a constant.
      bundler.onLoad({ filter: source }, ({ path }) =>
        parts.has(path)
          ? { contents: replaceCalls(path, readFileSync(path, 'utf8'), () => 'null'), loader: 'tsx' }
          : null,
      );
      bundler.onResolve({ filter: /^\.[^?]*$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path),
        sideEffects: false,
      }));
    },
  };
}

/**
 * Returns a module of the values alone: the arguments of a file's makers and the top-level statements that they refer to.
 *
 * @returns {string | null} null when the file has no maker
 */
export function valuesModule(file, text) {
  if (!makers.some((maker) => text.includes(`${maker}(`))) return null;
  const { body } = parseSync(file, text).program;
  const calls = callsOf({ body });
  if (calls.length === 0) return null;
  const statements = new Map();
  for (const statement of body) for (const name of namesOf(statement)) statements.set(name, statement);
  const needed = new Set();
  const follow = (node) => {
    for (const name of referencesOf(node)) {
      const statement = statements.get(name);
      if (!statement || needed.has(statement)) continue;
      needed.add(statement);
      if (statement.type !== 'ImportDeclaration') follow(statement);
    }
  };
  for (const { argument } of calls) follow(argument);
  const cut = ({ start, end }) => text.slice(start, end);
  const statementTexts = body.filter((statement) => needed.has(statement)).map(cut);
  return `${statementTexts.join('\n')}\nexport const values = [${calls.map(({ argument }) => cut(argument)).join(',\n')}];`;
}

const declarationOf = (statement) =>
  statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;

/** Returns the calls of a maker that are the value of a top-level constant. */
function callsOf({ body }) {
  return body
    .map(declarationOf)
    .filter((declaration) => declaration?.type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations)
    .map(({ init }) => init)
    .filter((init) => init?.type === 'CallExpression' && makers.includes(init.callee.name))
    .map(({ callee, arguments: [argument], start, end }) => ({ maker: callee.name, argument, start, end }));
}

function namesOf(statement) {
  if (statement.type === 'ImportDeclaration') return statement.specifiers.map(({ local }) => local.name);
  const declaration = declarationOf(statement);
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => referencesOf(id));
  return declaration?.id ? [declaration.id.name] : [];
}

/** Returns the names that refer to variables, not those of properties. */
function referencesOf(node) {
  if (Array.isArray(node)) return node.flatMap(referencesOf);
  if (typeof node !== 'object' || node === null) return [];
  if (node.type === 'Identifier') return [node.name];
  return Object.entries(node)
    .filter(([key]) => node.computed || !['key', 'property'].includes(key))
    .flatMap(([, value]) => referencesOf(value));
}
