import { deepEqual } from '../../../contracts/json.ts';
import {
  aggregate,
  appendTo,
  arithmetic,
  compare,
  evaluatePath,
  isIn,
  negative,
  toBoolean,
  toText,
} from './semantics.ts';
import type { PlainFunction, PlainNode } from './parser.ts';

/** A compiled expression as a function of its scope. */
export type Evaluator = (scope: unknown) => unknown;

type BinaryNode = Extract<PlainNode, { kind: 'binary' }>;

const truth = (value: unknown): boolean => toBoolean(value) ?? false;

function countOf(value: unknown): number {
  if (value === undefined) return 0;
  return Array.isArray(value) ? value.length : 1;
}

function callOf(name: PlainFunction, argument: Evaluator, position: number): Evaluator {
  switch (name) {
    case 'exists':
      return (scope) => argument(scope) !== undefined;
    case 'boolean':
      return (scope) => toBoolean(argument(scope));
    case 'not':
      return (scope) => {
        const value = toBoolean(argument(scope));
        return value === undefined ? undefined : !value;
      };
    case 'count':
      return (scope) => countOf(argument(scope));
    default:
      return (scope) => aggregate(name, argument(scope), position);
  }
}

function binaryOf(node: BinaryNode): Evaluator {
  const left = toEvaluator(node.left);
  const right = toEvaluator(node.right);
  const { operator, position } = node;
  switch (operator) {
    case 'and':
      return (scope) => truth(left(scope)) && truth(right(scope));
    case 'or':
      return (scope) => truth(left(scope)) || truth(right(scope));
    case '=':
    case '!=':
      return (scope) => {
        const [a, b] = [left(scope), right(scope)];
        // JSONata answers false for both operators when a side is missing.
        if (a === undefined || b === undefined) return false;
        return deepEqual(a, b) === (operator === '=');
      };
    case '<':
    case '<=':
    case '>':
    case '>=':
      return (scope) => compare(operator, left(scope), right(scope), position);
    case 'in':
      return (scope) => isIn(left(scope), right(scope));
    case '&':
      return (scope) => {
        const [a, b] = [left(scope), right(scope)];
        return toText(a, position) + toText(b, position);
      };
    default:
      return (scope) => arithmetic(operator, left(scope), right(scope), position);
  }
}

/** Compiles the tree to nested functions once, so evaluation does not walk the tree. */
export function toEvaluator(node: PlainNode): Evaluator {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'path': {
      const { names } = node;
      return (scope) => evaluatePath(scope, names);
    }
    case 'list': {
      const items = node.items.map((item) => ({ isList: item.kind === 'list', value: toEvaluator(item) }));
      return (scope) =>
        items.reduce<unknown[]>((list, item) => appendTo(list, item.value(scope), item.isList), []);
    }
    case 'group':
      return toEvaluator(node.inner);
    case 'negative': {
      const operand = toEvaluator(node.operand);
      return (scope) => negative(operand(scope), node.position);
    }
    case 'condition': {
      const test = toEvaluator(node.test);
      const then = toEvaluator(node.then);
      const otherwise = node.else ? toEvaluator(node.else) : () => undefined;
      return (scope) => (truth(test(scope)) ? then(scope) : otherwise(scope));
    }
    case 'default': {
      const value = toEvaluator(node.value);
      const otherwise = toEvaluator(node.otherwise);
      return (scope) => {
        const found = value(scope);
        return truth(found) ? found : otherwise(scope);
      };
    }
    case 'coalesce': {
      const value = toEvaluator(node.value);
      const otherwise = toEvaluator(node.otherwise);
      return (scope) => {
        const found = value(scope);
        return found === undefined ? otherwise(scope) : found;
      };
    }
    case 'call':
      return callOf(node.name, toEvaluator(node.argument), node.position);
    case 'binary':
      return binaryOf(node);
  }
}
