import { readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import { root } from './root.mjs';
import { filesUnder } from './inputs.mjs';

/**
 * @typedef {{ path: string, line: number, name: string | null, form: string, parts: number, outer: Body | null }} Body
 *   a function in its normal form: its parameters and its body without whitespace, comments and types, the names that it
 *   declares numbered, and each name of its module as the module that this comes from, so that the same name of another
 *   thing makes a difference. `parts` counts the nodes of its syntax tree, `outer` is the function around it.
 */

/**
 * Parts from which a body is to be written once: some 60 characters of a function that others could import. One without a
 * name is code of its place, and counts from some four statements.
 */
const least = { named: 10, unnamed: 30 };

/** Reads the functions of the source files in some folders, without those of tests. @returns {Body[]} */
export function readBodies(folders, isTest) {
  return folders
    .flatMap((folder) => filesUnder(join(root, folder)))
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((path) => /(?<!\.d)\.(tsx?|mjs)$/.test(path) && !isTest(path))
    .flatMap((path) => bodiesOf(path, readFileSync(join(root, path), 'utf8')));
}

/** @returns {Body[]} */
export function bodiesOf(path, text) {
  const { program } = parseSync(path, text);
  const names = moduleNames(path, program);
  const found = [];
  const visit = (node, name, outer) => {
    let around = outer;
    if (isFunction(node) && node.body) {
      const { form, parts } = normalForm(node, names);
      if (parts >= (name === null ? least.unnamed : least.named)) {
        const line = text.slice(0, node.start).split('\n').length;
        around = { path, line, name, form, parts, outer };
        found.push(around);
      }
    }
    for (const child of childrenOf(node)) visit(child, null, around);
  };
  for (const statement of program.body) {
    const declared = statement.declaration ?? statement;
    if (isFunction(declared)) visit(declared, declared.id?.name ?? null, null);
    else if (declared.type === 'VariableDeclaration')
      for (const { id, init } of declared.declarations)
        if (init) visit(init, id.name ?? null, null);
        else visit(declared, null, null);
  }
  return found;
}

const isFunction = ({ type }) => /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type);
const isNode = (value) => typeof value?.type === 'string';
const childrenOf = (node) => Object.values(node).flat().filter(isNode);

/** Returns by name what the names at the top of a module stand for. */
function moduleNames(path, { body }) {
  const names = new Map();
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') {
      const { value } = statement.source;
      const source = value.startsWith('.') ? posix.join(posix.dirname(path), value) : value;
      for (const { local, imported } of statement.specifiers)
        names.set(local.name, `${source}#${imported?.name ?? local.name}`);
    } else {
      const declared = statement.declaration ?? statement;
      const ids = declared.declarations?.map(({ id }) => id) ?? [declared.id];
      for (const name of ids.flatMap(namesIn)) names.set(name, `${path}#${name}`);
    }
  }
  return names;
}

/** Names that a pattern declares. */
function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap(({ value, argument }) => namesIn(value ?? argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

/** Names that a function declares: its parameters, and what is declared anywhere inside of it. */
function ownNames(fn) {
  const names = new Set();
  const collect = (node) => {
    const patterns = isFunction(node) ? node.params : [];
    if (node.type === 'VariableDeclarator' || (node.type === 'FunctionDeclaration' && node !== fn))
      patterns.push(node.id);
    if (node.type === 'CatchClause') patterns.push(node.param);
    for (const name of patterns.flatMap(namesIn)) names.add(name);
    for (const child of childrenOf(node)) collect(child);
  };
  collect(fn);
  return names;
}

/** Expressions that only say a type about the expression inside of them. */
const wrappers = /^(TS(As|Satisfies|NonNull)|Parenthesized)Expression$/;
/** Keys of nodes that are positions, types or another way of writing the same. */
const silent = new Set([
  'type',
  'start',
  'end',
  'range',
  'raw',
  'optional',
  'shorthand',
  'typeAnnotation',
  'returnType',
  'typeArguments',
  'typeParameters',
]);
const isKey = (key, node) =>
  ((key === 'key' || key === 'property') && !node.computed) ||
  (key === 'name' && node.type === 'JSXAttribute');

function normalForm(fn, names) {
  const own = ownNames(fn);
  const numbers = new Map();
  let parts = 0;
  const nameOf = (name) => {
    if (!own.has(name)) return names.get(name) ?? name;
    if (!numbers.has(name)) numbers.set(name, `$${numbers.size}`);
    return numbers.get(name);
  };
  const print = (value) => {
    if (Array.isArray(value)) return `[${value.map(print).join()}]`;
    if (!isNode(value)) return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? '');
    if (wrappers.test(value.type)) return print(value.expression);
    if (value.type.startsWith('TS')) return '';
    parts += 1;
    if (value.type === 'Identifier' || value.type === 'JSXIdentifier') return nameOf(value.name);
    const fields = Object.entries(value).filter(([key]) => !silent.has(key));
    const printed = fields.map(([key, field]) => (isKey(key, value) && field.name) || print(field));
    return `${value.type}(${printed.join(' ')})`;
  };
  const form = `${print(fn.params)} ${print(fn.body)}`;
  return { form, parts };
}

/**
 * Returns groups of functions with equal bodies, without those inside of larger equal ones. Scripts run as they are written
 * and can import no TypeScript, so they are compared among themselves.
 *
 * @param {readonly Body[]} bodies
 * @returns {Body[][]}
 */
export function equalBodies(bodies) {
  const groups = new Map();
  for (const body of bodies) {
    const key = `${body.path.startsWith('scripts/')} ${body.form}`;
    groups.set(key, [...(groups.get(key) ?? []), body]);
  }
  const equal = [...groups.values()].filter((group) => group.length > 1);
  const all = new Set(equal.flat());
  const isInside = ({ outer }) => outer !== null && (all.has(outer) || isInside(outer));
  return equal.filter((group) => !group.every(isInside));
}
