import { isObject } from '../../../contracts/json.ts';

/** A node of JSONata's syntax tree, limited to the properties that the engine reads. */
export interface AstNode {
  type?: string;
  value?: unknown;
  position?: number;
  [part: string]: unknown;
}

function isNode(value: unknown): value is AstNode {
  return isObject(value) && !(value instanceof RegExp);
}

function entriesOf(node: AstNode): { key: string; value: unknown }[] {
  return Object.keys(node).map((key) => ({ key, value: node[key] }));
}

/** Calls visit for every node, parents before children. */
export function walkAst(root: unknown, visit: (node: AstNode) => void): void {
  const seen = new Set<object>();
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const one = stack.pop();
    if (Array.isArray(one)) {
      stack.push(...(one as unknown[]));
    } else if (isNode(one) && !seen.has(one)) {
      seen.add(one);
      visit(one);
      for (const { value } of entriesOf(one)) if (typeof value === 'object') stack.push(value);
    }
  }
}

/** Finds the leading names of paths that JSONata resolves against its whole input. */
export function astReferences(root: unknown): string[][] {
  const found = new Map<string, string[]>();
  const add = (names: string[]): void => void found.set(names.join('\u0000'), names);

  function path(steps: readonly AstNode[], atRoot: boolean): void {
    const [first] = steps;
    const fromRoot = first?.type === 'variable' && (first.value === '$' || (first.value === '' && atRoot));
    let index = fromRoot ? 1 : 0;
    const names: string[] = [];
    if (fromRoot || (atRoot && first?.type === 'name')) {
      while (steps[index]?.type === 'name') {
        names.push(String(steps[index]!.value));
        index += 1;
        // Filters and steps behind a filter do not change the path's leading names.
      }
      if (names.length > 0) add(names);
      else if (fromRoot) add([]);
    }
    steps.forEach((step, at) => {
      // Children of the first step see the root; those of later steps see the result of the steps before them.
      visitChildren(step, atRoot && at === 0 && step.type !== 'name');
      if (at >= index) visit(step, atRoot && at === 0, true);
    });
  }

  function visitChildren(node: AstNode, atRoot: boolean): void {
    for (const { key, value } of entriesOf(node)) {
      const inside = key === 'predicate' || key === 'stages' || key === 'group' || key === 'terms';
      if (typeof value === 'object') visitAny(value, atRoot && !inside);
    }
  }

  function visitAny(value: unknown, atRoot: boolean): void {
    if (Array.isArray(value)) for (const one of value) visitAny(one, atRoot);
    else if (isNode(value)) visit(value, atRoot, false);
  }

  function visit(node: AstNode, atRoot: boolean, isStep: boolean): void {
    if (node.type === 'path' && Array.isArray(node.steps)) {
      path(node.steps as AstNode[], atRoot);
      if (isNode(node.group)) visitAny(node.group, false);
      return;
    }
    if (node.type === 'variable' && !isStep && (node.value === '$' || (node.value === '' && atRoot))) add([]);
    if ((node.type === 'wildcard' || node.type === 'descendant') && atRoot) add([]);
    // The parts of a transform |…|…| see what it is applied to.
    if (node.type === 'transform') visitChildren(node, false);
    else if (!isStep) visitChildren(node, atRoot);
  }

  visitAny(root, true);
  return [...found.values()];
}
