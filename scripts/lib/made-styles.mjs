import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { resolveResetStyleRules, resolveStyleRules } from '@griffel/core';
import { build } from 'esbuild';
import { parseSync } from 'vite';
import { root } from '../bootstrap.mjs';
import { filesUnder } from './inputs.mjs';

const makers = ['makeStyles', 'makeResetStyles'];
const source = /\.tsx?$/;
const prefix = 'styles:';

/**
 * Makes the CSS of `makeStyles` and `makeResetStyles` while building, as Fluent's own comes made: a first screen then only
 * puts rules in, and the code that makes them is not shipped. What a style is made of (tokens, constants and functions of
 * ours) is cut out of its file and evaluated here; a style that needs more than that stops the build.
 *
 * @param {readonly string[]} [folders] where the styles are
 * @returns {import('vite').Plugin}
 */
export function madeStyles(folders = ['src', 'widgets']) {
  let made = new Map();
  return {
    name: 'made-styles',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const files = folders.flatMap((folder) => filesUnder(join(root, folder)));
      const values = await evaluate(files.filter((file) => source.test(file) && !/\.test\.tsx?$/.test(file)));
      // All here, in the order of the files: a build that is done again names them again so.
      const names = new Map();
      made = new Map(
        [...values].map(([file, of]) => [file, rewrite(file, readFileSync(file, 'utf8'), of, names)]),
      );
    },
    transform: {
      filter: { id: source, code: /make(Reset)?Styles\(/ },
      handler(_code, id) {
        const code = made.get(id);
        return code === undefined ? null : { code, map: null };
      },
    },
  };
}

/**
 * The text of a module with each call of a maker replaced by the classes and rules that it makes of its value.
 *
 * @param {Map<string, string>} [names] the short names of classes given so far, which this adds to
 */
export function rewrite(file, text, values, names = new Map()) {
  const code = replaceCalls(file, text, ({ maker }, at) => {
    const made = maker === 'makeStyles' ? compileSlots(values[at], names) : compileReset(values[at], names);
    return `/* @__PURE__ */ ${made}`;
  });
  return `import { __resetStyles, __styles } from '@fluentui/react-components';\n${code}`;
}

function replaceCalls(file, text, replacement) {
  let code = text;
  for (const [at, call] of [...callsOf(parseSync(file, text).program).entries()].reverse())
    code = `${code.slice(0, call.start)}${replacement(call, at)}${code.slice(call.end)}`;
  return code;
}

/** Griffel resolves one declaration at a time: all rules that come of it then have its one class. */
function compileSlots(styles, names) {
  const rules = {};
  const compile = (declaration) => {
    const [classes, buckets] = resolveStyleRules(declaration);
    // A shorthand sets its longhands to 0, which is no class.
    const name = Object.values(classes).find((value) => value !== 0);
    for (const [bucket, entries] of Object.entries(buckets)) {
      (rules[bucket] ??= []).push(...withShortName(entries, name, names));
    }
    return mapValues(classes, (value) => value && shortName(value, names));
  };
  const slots = mapValues(styles, (style) =>
    Object.assign({}, ...declarationsOf(unmirrored(style)).map(compile)),
  );
  const unique = mapValues(rules, (entries) => [
    ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
  ]);
  return `__styles(${JSON.stringify(slots)}, ${JSON.stringify(unique)})`;
}

function compileReset(styles, names) {
  const [name, , rules] = resolveResetStyleRules(unmirrored(styles));
  const named = (entries) => withShortName(entries, name, names);
  const all = Array.isArray(rules) ? named(rules) : mapValues(rules, named);
  return `__resetStyles(${JSON.stringify(shortName(name, names))}, null, ${JSON.stringify(all)})`;
}

/** Each declaration of a style by itself, inside of its selectors and at-rules. */
function declarationsOf(style) {
  return Object.entries(style).flatMap(([key, value]) =>
    isNested(value) && key !== 'animationName'
      ? declarationsOf(value).map((inner) => ({ [key]: inner }))
      : [{ [key]: value }],
  );
}

/** None of our languages is written from right to left: no declaration gets a mirrored twin. */
function unmirrored(style) {
  if (Array.isArray(style)) return style.map(unmirrored);
  return isNested(style) ? mapValues(style, unmirrored) : `${style}/* @noflip */`;
}

const isNested = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Griffel's names of classes are hashes, which do not compress: counted ones, the same for the same rule everywhere, save a
 * list 4 KB.
 */
function shortName(name, names) {
  if (!names.has(name)) names.set(name, `m${names.size.toString(36)}`);
  return names.get(name);
}

/** Rules, each alone or with what its bucket wants to know, with the short name of their class. */
function withShortName(entries, name, names) {
  const renamed = (rule) => rule.replaceAll(`.${name}`, `.${shortName(name, names)}`);
  return entries.map((entry) => (Array.isArray(entry) ? [renamed(entry[0]), entry[1]] : renamed(entry)));
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** By file, the values its makers are called with, in their order. */
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
    // Without it a name that only a type or a component needs would be imported, too.
    tsconfigRaw: {},
    logLevel: 'error',
    plugins: [onlyValues(parts)],
  });
  const values = runInThisContext(`${outputFiles[0].text}; styles`, { filename: 'styles.js' });
  return new Map(names.map((file, at) => [file, values[`v${at}`]]));
}

/** Tokens come from their own package, whose file needs no React; of ours, only what is used is there. */
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
      // As CommonJS: what else a file takes of Fluent is not there, and nothing that is left refers to it.
      bundler.onLoad({ filter: /.*/, namespace: 'tokens' }, () => ({
        contents: "module.exports = require('@fluentui/tokens');",
        resolveDir: fluent,
      }));
      bundler.onResolve({ filter: /^[^.]|\?/ }, ({ path }) =>
        path === '@fluentui/tokens' ? null : { path, external: true, sideEffects: false },
      );
      // A file of styles that another one takes a constant from.
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
 * A module of the values alone: the arguments of a file's makers and those of its top statements that they refer to.
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
  const kept = body.filter((statement) => needed.has(statement)).map(cut);
  return `${kept.join('\n')}\nexport const values = [${calls.map(({ argument }) => cut(argument)).join(',\n')}];`;
}

const declarationOf = (statement) =>
  statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;

/** Calls of a maker that are the value of a constant at the top of the file. */
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

/** Names that stand for something; those of properties do not. */
function referencesOf(node) {
  if (Array.isArray(node)) return node.flatMap(referencesOf);
  if (typeof node !== 'object' || node === null) return [];
  if (node.type === 'Identifier') return [node.name];
  return Object.entries(node)
    .filter(([key]) => node.computed || !['key', 'property'].includes(key))
    .flatMap(([, value]) => referencesOf(value));
}
