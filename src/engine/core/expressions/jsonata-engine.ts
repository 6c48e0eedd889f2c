import type jsonataModule from 'jsonata';
import { isObject } from '../../../contracts/json.ts';
import { astReferences, walkAst, type AstNode } from './ast.ts';
import { counters } from '../counters.ts';
import { toExpressionError } from './errors.ts';
import { guarded, guardedFunctions, isFunctionRecord, checkSize, operatorFunctions } from './guards.ts';
import { limits } from './limits.ts';
import { inTurn, pauseOfLongWork } from './turns.ts';
import { linearRegExp } from './linear-regex.ts';
import { beginWork, currentWork, endWork, refuse, type Work } from './work.ts';

type Jsonata = typeof jsonataModule;
type Implementation = (this: unknown, ...args: unknown[]) => unknown;

/** An expression compiled by JSONata. */
export interface AdvancedExpression {
  /**
   * @param isWanted asked when its turn comes and at each pause; without an interest left it resolves to undefined.
   * @param steps that it may take.
   */
  evaluate(scope: unknown, isWanted: () => boolean, steps: number): Promise<unknown>;
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
  sum: '<a<n>:n>',
  count: '<a:n>',
  max: '<a<n>:n>',
  min: '<a<n>:n>',
  average: '<a<n>:n>',
  map: '<af>',
  filter: '<af>',
  single: '<af?>',
  reduce: '<afj?:j>',
  each: '<o-f:a>',
  sift: '<o-f?:o>',
  sort: '<af?:a>',
  zip: '<a+>',
  append: '<xx:a>',
  reverse: '<a:a>',
  shuffle: '<a:a>',
  keys: '<x-:a<s>>',
  lookup: '<x-s:x>',
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

interface Rewritten {
  /** Whether the expression has a regular expression. */
  patterns: boolean;
  /** Whether the expression has a grouping. */
  groups: boolean;
  /** The keys of groupings and objects, and the nodes that have them. */
  keys: ReadonlySet<unknown>;
  keysOf: ReadonlyMap<unknown, readonly unknown[]>;
}

/** Replaces operators by functions in the evaluated tree. */
function rewrite(ast: unknown): Rewritten {
  let patterns = false;
  let groups = false;
  const keys = new Set<unknown>();
  const keysOf = new Map<unknown, unknown[]>();
  const operators: AstNode[] = [];
  walkAst(ast, (node) => {
    if (node.type === 'regex') patterns = true;
    groups ||= node.group !== undefined;
    const { lhs: pairs } = isObject(node.group) ? (node.group as AstNode) : node;
    if (Array.isArray(pairs)) {
      const own = (pairs as unknown[][]).map(([key]) => key);
      keysOf.set(node, own);
      for (const key of own) keys.add(key);
    }
    if (node.type === 'binary' && Object.hasOwn(operatorNames, String(node.value))) operators.push(node);
  });
  for (const node of operators) {
    const procedure = { type: 'variable', value: operatorNames[String(node.value)], position: node.position };
    Object.assign(node, { type: 'function', value: '(', procedure, arguments: [node.lhs, node.rhs] });
    delete node.lhs;
    delete node.rhs;
  }
  return { patterns, groups, keys, keysOf };
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

/** One evaluation, which JSONata's frames hold under a name that no expression can spell. */
interface Evaluation {
  readonly work: Work;
  readonly isWanted: () => boolean;
  readonly tree: Rewritten;
  /** Items of each group so far, by the node of the key. */
  readonly groups: Map<unknown, Map<unknown, number>>;
  /** Resolves when a paused evaluation goes on. */
  pause: Promise<void> | null;
}

interface Frame {
  readonly base: { lookup(name: string): unknown };
}

type ExitHook = (node: unknown, input: unknown, frame: Frame, value: unknown) => Promise<void> | null;

const evaluationName = '@evaluation';
const afterNode = Symbol.for('jsonata.__evaluate_exit');
/** Ends an evaluation whose value nobody waits for any more. */
const abandoned = new Error('abandoned');

/** Items of a group that count as one step: JSONata copies the group for each further item. */
const copiedItemsPerStep = 256;

/** Counts the copies of a group that grows. */
function countGroups({ tree, groups, work }: Evaluation, node: unknown, value: unknown): void {
  if (tree.keys.has(node)) {
    let sizes = groups.get(node);
    if (!sizes) groups.set(node, (sizes = new Map()));
    const size = (sizes.get(value) ?? 0) + 1;
    sizes.set(value, size);
    work.spend(size / copiedItemsPerStep);
  }
  for (const key of tree.keysOf.get(node) ?? []) groups.delete(key);
}

/**
 * Counts an evaluated node, and lets the page run between two slices of a long evaluation. JSONata evaluates items of a list side
 * by side; when one fails, the others go on after the end of the evaluation, and end here.
 */
const countNode: ExitHook = (node, _, frame, value) => {
  const evaluation = frame.base.lookup(evaluationName) as Evaluation;
  const { work } = evaluation;
  if (evaluation.pause === null && work !== currentWork()) throw abandoned;
  work.spendValue(value);
  if (evaluation.tree.keys.size > 0) countGroups(evaluation, node, value);
  evaluation.pause ??= pauseOf(evaluation);
  return evaluation.pause;
};

function pauseOf(evaluation: Evaluation): Promise<void> | null {
  const pause = pauseOfLongWork();
  if (pause === null) return null;
  return pause.then(() => {
    evaluation.pause = null;
    if (!evaluation.isWanted()) throw abandoned;
  });
}

/**
 * Compiles an expression with JSONata.
 * @throws ExpressionError with the position of the error.
 */
export async function compileAdvanced(source: string): Promise<AdvancedExpression> {
  const { jsonata, functions } = await loadEngine();
  try {
    const options: jsonataModule.JsonataOptions = {
      stack: limits.pending,
      sequence: limits.sequence,
      RegexEngine: NoRegExp as unknown as RegExpConstructor,
    };
    const expression = jsonata(source, options);
    const ast: unknown = expression.ast();
    const references = astReferences(ast);
    const tree = rewrite(ast);
    if (tree.patterns) options.RegexEngine = await loadRegexEngine();
    for (const [name, implementation] of functions) {
      expression.registerFunction(name, implementation, signatures[name]);
    }
    for (const [operator, name] of Object.entries(operatorNames)) {
      expression.registerFunction(name, operatorFunctions[operator]!);
    }
    expression.registerFunction('eval', () => refuse('DISABLED', '$eval is switched off'), '<sx?:x>');
    // The library's types know names of variables only; it calls the function behind this one after each node.
    (expression as unknown as { assign(name: symbol, value: ExitHook): void }).assign(afterNode, countNode);
    return {
      references,
      evaluate: (scope, isWanted, steps) =>
        inTurn(async () => {
          if (!isWanted()) return undefined;
          counters.evaluations += 1;
          const work = beginWork(steps);
          const evaluation: Evaluation = { work, isWanted, tree, groups: new Map(), pause: null };
          try {
            const input = tree.groups ? withOwnEmptyLists(scope) : scope;
            return toPlainData(checkSize(await expression.evaluate(input, { [evaluationName]: evaluation })));
          } catch (error) {
            if (error === abandoned) return undefined;
            throw toExpressionError(error, source, work.limit);
          } finally {
            endWork(work);
          }
        }),
    };
  } catch (error) {
    throw toExpressionError(error, source);
  }
}
