import { isObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { isForbiddenKey } from '../paths.ts';
import { walkAst, type AstNode } from './ast.ts';
import { ExpressionError, toExpressionError } from './errors.ts';
import { expressionDiagnostic } from './errors.ts';
import { loadEngine, loadRegexEngine } from './jsonata-engine.ts';
import { limits } from './limits.ts';
import { nearest } from '../validate/nearest.ts';

/** The functions of JSONata (a test asks the library for each). */
export const functionNames: readonly string[] = (
  'sum count max min average string substring substringBefore substringAfter lowercase uppercase length ' +
  'trim pad match contains replace split join formatNumber formatBase formatInteger parseInteger number ' +
  'floor ceil round abs sqrt power random boolean not map zip filter ' +
  'single reduce sift keys lookup append exists spread merge reverse each error ' +
  'assert type sort shuffle distinct base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl eval ' +
  'toMillis fromMillis clone now millis'
).split(' ');

const partOf = (node: AstNode, key: string): AstNode => (isObject(node[key]) ? node[key] : {});
const partsOf = (node: AstNode, key: string): AstNode[] =>
  Array.isArray(node[key]) ? (node[key] as unknown[]).filter(isObject) : [];

/** The name of the variable that a call calls; '' where something else is called. */
function calledName(node: AstNode): string {
  const procedure = partOf(node, 'procedure');
  return procedure.type === 'variable' ? String(procedure.value) : '';
}

/** Names that the expression itself gives a meaning: variables, parameters, what `@` and `#` bind. */
function ownNames(nodes: readonly AstNode[]): Set<string> {
  const names = new Set<string>();
  for (const node of nodes) {
    if (node.type === 'bind') names.add(String(partOf(node, 'lhs').value));
    if (node.type === 'lambda') for (const one of partsOf(node, 'arguments')) names.add(String(one.value));
    if (node.type === 'index') names.add(String(node.value));
    for (const key of ['focus', 'index']) if (typeof node[key] === 'string') names.add(node[key]);
  }
  return names;
}

/** Is a function of this name called whatever the values are? */
function alwaysCalls(node: AstNode, name: string): boolean {
  const any = (parts: readonly AstNode[]): boolean => parts.some((part) => alwaysCalls(part, name));
  switch (node.type) {
    case 'function':
      return calledName(node) === name || any(partsOf(node, 'arguments'));
    case 'lambda':
      // JSONata wraps a call in the last place into one of these; other lambdas run when somebody calls them.
      return node['thunk'] === true && alwaysCalls(partOf(node, 'body'), name);
    case 'block':
      return any(partsOf(node, 'expressions'));
    case 'unary':
      return alwaysCalls(partOf(node, 'expression'), name) || any(partsOf(node, 'expressions'));
    case 'binary': {
      const isLazy = node.value === 'and' || node.value === 'or';
      return alwaysCalls(partOf(node, 'lhs'), name) || (!isLazy && alwaysCalls(partOf(node, 'rhs'), name));
    }
    case 'condition':
      return (
        alwaysCalls(partOf(node, 'condition'), name) ||
        (alwaysCalls(partOf(node, 'then'), name) && alwaysCalls(partOf(node, 'else'), name))
      );
    case 'bind':
      return alwaysCalls(partOf(node, 'rhs'), name);
    case 'path':
      return any(partsOf(node, 'steps').slice(0, 1));
    default:
      return false;
  }
}

const isNumber = (node: AstNode | undefined): node is AstNode & { value: number } =>
  node?.type === 'number' && typeof node.value === 'number';

/** What is written out and can only fail: padding, ranges and recursion beyond every limit. */
function hopeless(node: AstNode): string | null {
  if (node.type === 'function' && calledName(node) === 'pad') {
    const width = partsOf(node, 'arguments')[1];
    return isNumber(width) && Math.abs(width.value) > limits.textLength ? 'OUTPUT' : null;
  }
  if (node.type === 'binary' && node.value === '..') {
    const [from, to] = [partOf(node, 'lhs'), partOf(node, 'rhs')];
    return isNumber(from) && isNumber(to) && to.value - from.value >= limits.sequence ? 'OUTPUT' : null;
  }
  if (node.type === 'bind' && partOf(node, 'rhs').type === 'lambda') {
    const name = String(partOf(node, 'lhs').value);
    return alwaysCalls(partOf(partOf(node, 'rhs'), 'body'), name) ? 'ENDLESS' : null;
  }
  return node.type === 'function' && calledName(node) === 'eval' ? 'DISABLED' : null;
}

/** A name that reaches a prototype, as a step of a path or looked up. */
function forbiddenName(node: AstNode): string | null {
  if (node.type === 'name') return isForbiddenKey(String(node.value)) ? String(node.value) : null;
  if (node.type !== 'function' || calledName(node) !== 'lookup') return null;
  const key = partsOf(node, 'arguments')[1];
  return key?.type === 'string' && isForbiddenKey(String(key.value)) ? String(key.value) : null;
}

/**
 * What can be seen to be wrong with an expression that needs JSONata, without running it: names that nobody gave a
 * meaning, names that reach a prototype, patterns that can't be matched in linear time, what must break its limits.
 * @throws ExpressionError for a text that is no expression
 */
export async function lintExpression(source: string, pointer: string): Promise<Diagnostic[]> {
  const { jsonata } = await loadEngine();
  const nodes: AstNode[] = [];
  try {
    walkAst(jsonata(source).ast(), (node) => nodes.push(node));
  } catch (error) {
    throw toExpressionError(error, source);
  }
  /** Where a text that ends at the node's position begins. */
  const start = (node: AstNode, text: string): number =>
    Math.max(0, source.lastIndexOf(text, (node.position ?? 0) - text.length));
  const told = (code: string, position: number): Diagnostic =>
    expressionDiagnostic(new ExpressionError(code, position, '', source), pointer);
  const named = (code: string, position: number, values: Record<string, string>): Diagnostic => {
    const { textPosition } = new ExpressionError('', position, '', source);
    return { pointer, code, values: { ...values, position, ...textPosition }, severity: 'error' };
  };

  const known = [...ownNames(nodes), ...functionNames];
  const diagnostics: Diagnostic[] = [];
  const called = new Set(nodes.map((node) => node['procedure']));
  for (const node of nodes) {
    const forbidden = forbiddenName(node);
    if (forbidden !== null)
      diagnostics.push(named('forbidden-key', start(node, forbidden), { key: forbidden }));
    const failing = hopeless(node);
    if (failing !== null) {
      const first = node.type === 'function' ? partOf(node, 'procedure') : node;
      diagnostics.push(told(failing, start(first, node.type === 'function' ? `$${calledName(node)}` : '')));
    }
    if (node.type === 'regex' && node.value instanceof RegExp) {
      const Linear = await loadRegexEngine();
      try {
        void new Linear(node.value);
      } catch {
        diagnostics.push(told('REGEX', start(node, `/${node.value.source}/`)));
      }
    }
    // '' and '$' are the value at hand and the whole input.
    if (node.type !== 'variable' || node.value === '' || node.value === '$') continue;
    const name = String(node.value);
    if (known.includes(name)) continue;
    const code = called.has(node) ? 'unknown-function' : 'unknown-variable';
    const values = { name: `$${name}`, nearest: `$${nearest(name, known)}` };
    diagnostics.push(named(code, start(node, `$${name}`), values));
  }
  return diagnostics;
}
