import { isObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { isForbiddenKey } from '../language/paths.ts';
import { walkAst, type AstNode } from './ast.ts';
import { ExpressionError, toExpressionError } from './errors.ts';
import { expressionDiagnostic } from './errors.ts';
import { loadEngine, loadRegexEngine } from './jsonata-engine.ts';
import { limits } from './limits.ts';
import { nearest } from '../validate/nearest.ts';

/** JSONata's functions; a test checks each against the library. */
export const functionNames: readonly string[] = (
  'sum count max min average string substring substringBefore substringAfter lowercase uppercase length ' +
  'trim pad match contains replace split join formatNumber formatBase formatInteger parseInteger number ' +
  'floor ceil round abs sqrt power random boolean not map zip filter ' +
  'single reduce sift keys lookup append exists spread merge reverse each error ' +
  'assert type sort shuffle distinct base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl eval ' +
  'toMillis fromMillis clone now millis'
).split(' ');

const childOf = (node: AstNode, key: string): AstNode => (isObject(node[key]) ? node[key] : {});
const childrenOf = (node: AstNode, key: string): AstNode[] =>
  Array.isArray(node[key]) ? (node[key] as unknown[]).filter(isObject) : [];

/** Name of the variable that a call invokes; '' for any other callee. */
function calledName(node: AstNode): string {
  const procedure = childOf(node, 'procedure');
  return procedure.type === 'variable' ? String(procedure.value) : '';
}

/** Names that the expression itself defines: variables, parameters and the bindings of `@` and `#`. */
function ownNames(nodes: readonly AstNode[]): Set<string> {
  const names = new Set<string>();
  for (const node of nodes) {
    if (node.type === 'bind') names.add(String(childOf(node, 'lhs').value));
    if (node.type === 'lambda') for (const one of childrenOf(node, 'arguments')) names.add(String(one.value));
    if (node.type === 'index') names.add(String(node.value));
    for (const key of ['focus', 'index']) if (typeof node[key] === 'string') names.add(node[key]);
  }
  return names;
}

/** Whether evaluating the node calls the named function for every input. */
function alwaysCalls(node: AstNode, name: string): boolean {
  const any = (nodes: readonly AstNode[]): boolean => nodes.some((one) => alwaysCalls(one, name));
  switch (node.type) {
    case 'function':
      return calledName(node) === name || any(childrenOf(node, 'arguments'));
    case 'lambda':
      // JSONata wraps a call in tail position in a thunk; other lambdas run only when they are called.
      return node['thunk'] === true && alwaysCalls(childOf(node, 'body'), name);
    case 'block':
      return any(childrenOf(node, 'expressions'));
    case 'unary':
      return alwaysCalls(childOf(node, 'expression'), name) || any(childrenOf(node, 'expressions'));
    case 'binary': {
      const isLazy = node.value === 'and' || node.value === 'or';
      return alwaysCalls(childOf(node, 'lhs'), name) || (!isLazy && alwaysCalls(childOf(node, 'rhs'), name));
    }
    case 'condition':
      return (
        alwaysCalls(childOf(node, 'condition'), name) ||
        (alwaysCalls(childOf(node, 'then'), name) && alwaysCalls(childOf(node, 'else'), name))
      );
    case 'bind':
      return alwaysCalls(childOf(node, 'rhs'), name);
    case 'path':
      return any(childrenOf(node, 'steps').slice(0, 1));
    default:
      return false;
  }
}

const isNumber = (node: AstNode | undefined): node is AstNode & { value: number } =>
  node?.type === 'number' && typeof node.value === 'number';

/** The error code of a node that fails for every input: padding, ranges or recursion beyond the limits, or $eval. */
function certainFailure(node: AstNode): string | null {
  if (node.type === 'function' && calledName(node) === 'pad') {
    const width = childrenOf(node, 'arguments')[1];
    return isNumber(width) && Math.abs(width.value) > limits.textLength ? 'OUTPUT' : null;
  }
  if (node.type === 'binary' && node.value === '..') {
    const [from, to] = [childOf(node, 'lhs'), childOf(node, 'rhs')];
    return isNumber(from) && isNumber(to) && to.value - from.value >= limits.sequence ? 'OUTPUT' : null;
  }
  if (node.type === 'bind' && childOf(node, 'rhs').type === 'lambda') {
    const name = String(childOf(node, 'lhs').value);
    return alwaysCalls(childOf(childOf(node, 'rhs'), 'body'), name) ? 'ENDLESS' : null;
  }
  return node.type === 'function' && calledName(node) === 'eval' ? 'DISABLED' : null;
}

/** Texts in brackets: JSONata takes one for a condition that always holds, not for the name of a field. */
const textFilters = (node: AstNode): AstNode[] =>
  [...childrenOf(node, 'predicate'), ...childrenOf(node, 'stages')]
    .filter(({ type }) => type === 'filter')
    .map((filter) => childOf(filter, 'expr'))
    .filter(({ type, value }) => type === 'string' && value !== '');

/** A forbidden name such as __proto__ in a path step or a $lookup; null when there is none. */
function forbiddenName(node: AstNode): string | null {
  if (node.type === 'name') return isForbiddenKey(String(node.value)) ? String(node.value) : null;
  if (node.type !== 'function' || calledName(node) !== 'lookup') return null;
  const key = childrenOf(node, 'arguments')[1];
  return key?.type === 'string' && isForbiddenKey(String(key.value)) ? String(key.value) : null;
}

/**
 * Lints an expression outside the plain subset without running it: unknown variables and functions, forbidden
 * names, regular expressions that cannot be matched in linear time, and calls that always exceed a limit.
 * @throws ExpressionError for a text that cannot be parsed.
 */
export async function lintExpression(source: string, pointer: string): Promise<Diagnostic[]> {
  const { jsonata } = await loadEngine();
  const nodes: AstNode[] = [];
  try {
    walkAst(jsonata(source).ast(), (node) => nodes.push(node));
  } catch (error) {
    throw toExpressionError(error, source);
  }
  /** Offset of the start of a text that ends at the node's position. */
  const start = (node: AstNode, text: string): number =>
    Math.max(0, source.lastIndexOf(text, (node.position ?? 0) - text.length));
  const errorAt = (code: string, position: number): Diagnostic =>
    expressionDiagnostic(new ExpressionError(code, position, '', source), pointer);
  const diagnosticAt = (code: string, position: number, values: Record<string, string>): Diagnostic => {
    const { textPosition } = new ExpressionError('', position, '', source);
    return { pointer, code, values: { ...values, position, ...textPosition }, severity: 'error' };
  };

  const known = [...ownNames(nodes), ...functionNames];
  const diagnostics: Diagnostic[] = [];
  const called = new Set(nodes.map((node) => node['procedure']));
  for (const node of nodes) {
    const forbidden = forbiddenName(node);
    if (forbidden !== null)
      diagnostics.push(diagnosticAt('forbidden-key', start(node, forbidden), { key: forbidden }));
    const failing = certainFailure(node);
    if (failing !== null) {
      const first = node.type === 'function' ? childOf(node, 'procedure') : node;
      diagnostics.push(
        errorAt(failing, start(first, node.type === 'function' ? `$${calledName(node)}` : '')),
      );
    }
    if (node.type === 'regex' && node.value instanceof RegExp) {
      const Linear = await loadRegexEngine();
      try {
        void new Linear(node.value);
      } catch {
        diagnostics.push(errorAt('REGEX', start(node, `/${node.value.source}/`)));
      }
    }
    for (const filter of textFilters(node)) {
      const values = { text: String(filter.value) };
      diagnostics.push({
        ...diagnosticAt('expression-text-filter', start(filter, String(filter.value)), values),
        severity: 'warning',
      });
    }
    // '' is the context value and '$' the whole input.
    if (node.type !== 'variable' || node.value === '' || node.value === '$') continue;
    const name = String(node.value);
    if (known.includes(name)) continue;
    const code = called.has(node) ? 'unknown-function' : 'unknown-variable';
    const values = { name: `$${name}`, nearest: `$${nearest(name, known)}` };
    diagnostics.push(diagnosticAt(code, start(node, `$${name}`), values));
  }
  return diagnostics;
}
