import { isObject } from '../../../contracts/json.ts';
import type { Path } from '../language/paths.ts';
import type { AstNode } from './ast.ts';
import { compileExpression } from './expression.ts';
import { loadEngine } from './jsonata-engine.ts';

/** Path of a value from the whole input; null for a value that has none. */
type Place = readonly string[] | null;

const isNode = (value: unknown): value is AstNode => isObject(value) && !(value instanceof RegExp);
const nodesOf = (value: unknown): AstNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Follows an expression and collects the paths of all fields that it reads. */
class FieldReader {
  readonly found: Path[] = [];

  /** Visits a node whose names are fields of `context`; returns the path of its value. */
  visit(node: AstNode, context: Place): Place {
    switch (node.type) {
      case 'path':
        return this.path(node, context);
      case 'block': {
        const values = nodesOf(node['expressions']).map((one) => this.visit(one, context));
        return values.at(-1) ?? null;
      }
      case 'variable':
        return this.variable(node, context);
      case 'lambda':
      case 'transform':
        // The value that a function or a transform is applied to is not known here.
        return null;
      default:
        this.inside(node, context);
        return null;
    }
  }

  private variable({ value }: AstNode, context: Place): Place {
    if (value === '$') return [];
    return value === '' ? context : null;
  }

  private path(node: AstNode, context: Place): Place {
    let current: Place = context;
    for (const step of nodesOf(node['steps'])) {
      if (step.type === 'name') current = current && [...current, String(step.value)];
      else {
        this.note(current);
        // Sorting keeps the rows.
        if (step.type === 'sort') this.inside(step, current);
        else current = this.visit(step, current);
      }
      for (const key of ['predicate', 'stages'] as const)
        for (const part of nodesOf(step[key])) this.inside(part, current);
      // `@` and `#` change what the next names are fields of.
      if (step['focus'] !== undefined || step['index'] !== undefined) current = null;
    }
    this.note(current);
    if (isNode(node['group'])) this.inside(node['group'], current);
    return current;
  }

  private note(path: Place): void {
    if (path !== null && path.length > 0) this.found.push([...path]);
  }

  private inside(node: AstNode, context: Place): void {
    const visitAny = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(visitAny);
      else if (isNode(value) && typeof value.type === 'string') this.visit(value, context);
      else if (isNode(value)) Object.values(value).forEach(visitAny);
    };
    for (const [key, value] of Object.entries(node)) if (key !== 'procedure') visitAny(value);
  }
}

/**
 * The paths of all fields that an expression reads, also in filters, groupings, orders and steps behind them: `data.p.rows`
 * and `data.p.rows.name` of `data.p.rows[name = 'x']`. Fields of values in variables are left out.
 * @throws ExpressionError for a text that cannot be parsed.
 */
export async function fieldPathsOf(source: string): Promise<readonly Path[]> {
  const compiled = compileExpression(source);
  if (compiled.plain) return compiled.refs;
  const references = await compiled.check();
  const { jsonata } = await loadEngine();
  const reader = new FieldReader();
  reader.visit(jsonata(source).ast() as AstNode, []);
  const all = [...references, ...reader.found];
  return [...new Map(all.map((path) => [path.join('\u0000'), path])).values()];
}
