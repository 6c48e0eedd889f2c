import type jsonataModule from 'jsonata';
import { astReferences, walkAst, type AstNode } from './ast.ts';
import { counters } from '../counters.ts';
import { toExpressionError } from './errors.ts';
import {
  guarded,
  guardedFunctions,
  isFunctionRecord,
  checkSize,
  operatorFunctions,
  refuse,
} from './guards.ts';
import { limits } from './limits.ts';
import { createTimeLimit } from './time-limit.ts';
import { inTurn } from './turns.ts';
import { linearRegExp } from './linear-regex.ts';

type Jsonata = typeof jsonataModule;
type Implementation = (this: unknown, ...args: unknown[]) => unknown;

/** An expression compiled by JSONata. */
export interface AdvancedExpression {
  /** @param isWanted asked when its turn comes; without an interest left it resolves to undefined. */
  evaluate(scope: unknown, isWanted: () => boolean): Promise<unknown>;
  references: string[][];
}

/** Names of the operators' replacement functions. No expression can spell them as variable names. */
const operatorNames: Readonly<Record<string, string>> = { '&': '&', '=': '=', '!=': '!=' };

/** Replaces RegExp for expressions without a regular expression, so JSONata cannot reach the backtracking engine. */
function NoRegExp(): never {
  return refuse('REGEX', 'No regular expressions here');
}

let engine: Promise<{ jsonata: Jsonata; functions: Map<string, Implementation> }> | undefined;
let regexEngine: Promise<RegExpConstructor> | undefined;

/** Loads JSONata and its functions with the engine's limits, on the first expression that needs them. */
export function loadEngine(): NonNullable<typeof engine> {
  engine ??= import('jsonata').then(async ({ default: jsonata }) => {
    const functions = new Map<string, Implementation>();
    for (const name of guardedFunctions) {
      // Evaluating a function's own name returns the library's record of it, the only access to the original.
      const record = (await jsonata(`$${name}`).evaluate({})) as { implementation: Implementation };
      functions.set(name, guarded(name, record.implementation));
    }
    return { jsonata, functions };
  });
  engine.catch(() => (engine = undefined));
  return engine;
}

export function loadRegexEngine(): Promise<RegExpConstructor> {
  regexEngine ??= import('re2js').then(({ RE2JS }) => linearRegExp(RE2JS));
  regexEngine.catch(() => (regexEngine = undefined));
  return regexEngine;
}

const signatures: Readonly<Record<string, string>> = {
  string: '<x-b?:s>',
  substring: '<s-nn?:s>',
  substringBefore: '<s-s:s>',
  substringAfter: '<s-s:s>',
  lowercase: '<s-:s>',
  uppercase: '<s-:s>',
  length: '<s-:n>',
  trim: '<s-:s>',
  pad: '<s-ns?:s>',
  match: '<s-f<s:o>n?:a<o>>',
  contains: '<s-(sf):b>',
  replace: '<s-(sf)(sf)n?:s>',
  split: '<s-(sf)n?:a<s>>',
  join: '<a<s>s?:s>',
  formatNumber: '<n-so?:s>',
  formatInteger: '<n-s:s>',
  parseInteger: '<s-s:n>',
  number: '<(nsb)-:n>',
  boolean: '<x-:b>',
  not: '<x-:b>',
  spread: '<x-:a<o>>',
  merge: '<a<o>:o>',
  distinct: '<x:x>',
  base64encode: '<s-:s>',
  base64decode: '<s-:s>',
  encodeUrlComponent: '<s-:s>',
  encodeUrl: '<s-:s>',
  decodeUrlComponent: '<s-:s>',
  decodeUrl: '<s-:s>',
  toMillis: '<s-s?:n>',
  fromMillis: '<n-s?s?:s>',
  now: '<s?s?:s>',
  clone: '<(oa)-:o>',
};

/** Replaces operators by functions in the evaluated tree. Returns whether it has a regular expression and a grouping. */
function rewrite(ast: unknown): { patterns: boolean; groups: boolean } {
  let patterns = false;
  let groups = false;
  const operators: AstNode[] = [];
  walkAst(ast, (node) => {
    if (node.type === 'regex') patterns = true;
    groups ||= node.group !== undefined;
    if (node.type === 'binary' && Object.hasOwn(operatorNames, String(node.value))) operators.push(node);
  });
  for (const node of operators) {
    const procedure = { type: 'variable', value: operatorNames[String(node.value)], position: node.position };
    Object.assign(node, { type: 'function', value: '(', procedure, arguments: [node.lhs, node.rhs] });
    delete node.lhs;
    delete node.rhs;
  }
  return { patterns, groups };
}

/**
 * Copies the empty lists of a value, and what holds them: JSONata's grouping adds an item to an empty list that it reads.
 * Returns the same value when it has none.
 */
function withOwnEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    const items = value.map(withOwnEmptyLists);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (value === null || typeof value !== 'object') return value;
  let copy: Record<string, unknown> | null = null;
  for (const [key, item] of Object.entries(value)) {
    const own = withOwnEmptyLists(item);
    if (own !== item) (copy ??= { ...value })[key] = own;
  }
  return copy ?? value;
}

/** Copies a result without the properties that JSONata adds to its lists, so that only plain data is stored. */
function toPlainData(value: unknown): unknown {
  if (typeof value === 'function') return undefined;
  if (Array.isArray(value)) return Array.from(value, toPlainData);
  if (value === null || typeof value !== 'object') return value;
  if (isFunctionRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlainData(item)]));
}

/**
 * Compiles an expression with JSONata.
 * @throws ExpressionError with the position of the error.
 */
export async function compileAdvanced(source: string): Promise<AdvancedExpression> {
  const { jsonata, functions } = await loadEngine();
  try {
    const time = createTimeLimit();
    const options: jsonataModule.JsonataOptions = {
      get timeout() {
        return time.timeout;
      },
      stack: limits.stack,
      sequence: limits.sequence,
      RegexEngine: NoRegExp as unknown as RegExpConstructor,
    };
    const expression = jsonata(source, options);
    const ast: unknown = expression.ast();
    const references = astReferences(ast);
    const { patterns, groups } = rewrite(ast);
    if (patterns) options.RegexEngine = await loadRegexEngine();
    for (const [name, implementation] of functions) {
      expression.registerFunction(name, implementation, signatures[name]);
    }
    for (const [operator, name] of Object.entries(operatorNames)) {
      expression.registerFunction(name, operatorFunctions[operator]!);
    }
    expression.registerFunction('eval', () => refuse('DISABLED', '$eval is switched off'), '<sx?:x>');
    return {
      references,
      evaluate: (scope, isWanted) =>
        inTurn(async () => {
          if (!isWanted()) return undefined;
          counters.evaluations += 1;
          time.start();
          try {
            return toPlainData(
              checkSize(await expression.evaluate(groups ? withOwnEmptyLists(scope) : scope)),
            );
          } catch (error) {
            throw toExpressionError(error, source);
          }
        }),
    };
  } catch (error) {
    throw toExpressionError(error, source);
  }
}
