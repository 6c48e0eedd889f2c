import { tokenize, type Token } from './tokens.ts';

/** A syntax node of the plain subset of JSONata. */
export type PlainNode =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'path'; names: readonly string[] }
  | { kind: 'list'; items: readonly PlainNode[] }
  /** Parentheses: in a list constructor they decide whether an inner list is flattened. */
  | { kind: 'group'; inner: PlainNode }
  | { kind: 'negative'; operand: PlainNode; position: number }
  | { kind: 'binary'; operator: BinaryOperator; left: PlainNode; right: PlainNode; position: number }
  | { kind: 'condition'; test: PlainNode; then: PlainNode; else: PlainNode | null }
  /** `a ?: b`: a if it is truthy, else b. */
  | { kind: 'default'; value: PlainNode; otherwise: PlainNode }
  /** `a ?? b`: a if it has a value, else b. */
  | { kind: 'coalesce'; value: PlainNode; otherwise: PlainNode }
  | { kind: 'call'; name: PlainFunction; argument: PlainNode; position: number };

export type BinaryOperator =
  '+' | '-' | '*' | '/' | '%' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '&' | 'and' | 'or' | 'in';

export const plainFunctions = ['exists', 'not', 'boolean', 'count', 'sum', 'average', 'min', 'max'] as const;
export type PlainFunction = (typeof plainFunctions)[number];

/** Binding powers of JSONata's own grammar. */
const powers: Readonly<Record<string, number>> = {
  '?': 20,
  or: 25,
  and: 30,
  '=': 40,
  '!=': 40,
  '<': 40,
  '<=': 40,
  '>': 40,
  '>=': 40,
  in: 40,
  '?:': 40,
  '??': 40,
  '+': 50,
  '-': 50,
  '&': 50,
  '*': 60,
  '/': 60,
  '%': 60,
};

const wordOperators = new Set(['and', 'or', 'in']);
const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const maxDepth = 100;

/** Thrown inside the parser for a text outside the plain subset. */
class NotPlain extends Error {}

class Parser {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  parse(): PlainNode {
    const node = this.expression(0);
    if (this.peek().kind !== 'end') throw new NotPlain();
    return node;
  }

  private peek(): Token {
    return this.tokens[this.at]!;
  }

  private take(): Token {
    const token = this.peek();
    this.at += 1;
    return token;
  }

  private isOperator(text: string): boolean {
    const token = this.peek();
    return token.kind === 'operator' && token.text === text;
  }

  private expect(text: string): void {
    if (!this.isOperator(text)) throw new NotPlain();
    this.at += 1;
  }

  /** The infix operator at the current token, or null. */
  private infix(): string | null {
    const token = this.peek();
    const isWord = token.kind === 'name' && !token.quoted && wordOperators.has(token.text);
    if (token.kind !== 'operator' && !isWord) return null;
    return Object.hasOwn(powers, token.text) ? token.text : null;
  }

  private expression(power: number): PlainNode {
    this.depth += 1;
    if (this.depth > maxDepth) throw new NotPlain();
    let left = this.operand();
    for (;;) {
      const operator = this.infix();
      if (operator === null || powers[operator]! <= power) break;
      left = this.combine(left, operator);
    }
    this.depth -= 1;
    return left;
  }

  private combine(left: PlainNode, operator: string): PlainNode {
    const { position } = this.take();
    if (operator === '?') {
      const then = this.expression(0);
      if (!this.isOperator(':')) return { kind: 'condition', test: left, then, else: null };
      this.expect(':');
      return { kind: 'condition', test: left, then, else: this.expression(0) };
    }
    if (operator === '?:') return { kind: 'default', value: left, otherwise: this.expression(0) };
    if (operator === '??') return { kind: 'coalesce', value: left, otherwise: this.expression(0) };
    const right = this.expression(powers[operator]!);
    return { kind: 'binary', operator: operator as BinaryOperator, left, right, position };
  }

  private operand(): PlainNode {
    const token = this.take();
    switch (token.kind) {
      case 'string':
      case 'number':
        return this.withoutSuffix({ kind: 'literal', value: token.value! });
      case 'name':
        return this.name(token);
      case 'variable':
        return this.withoutSuffix(this.call(token));
      case 'operator':
        return this.prefixed(token);
      default:
        throw new NotPlain();
    }
  }

  /** Steps, filters and calls on anything but a name are outside the plain subset. */
  private withoutSuffix(node: PlainNode): PlainNode {
    if (['.', '[', '(', '{', '@', '#', '^'].some((text) => this.isOperator(text))) throw new NotPlain();
    return node;
  }

  private name(token: Token): PlainNode {
    if (!token.quoted && (token.text === 'true' || token.text === 'false' || token.text === 'null')) {
      const value = token.text === 'null' ? null : token.text === 'true';
      return this.withoutSuffix({ kind: 'literal', value });
    }
    const names = [this.plainNameOf(token)];
    while (this.isOperator('.')) {
      this.at += 1;
      const next = this.take();
      if (next.kind !== 'name') throw new NotPlain();
      if (!next.quoted && ['true', 'false', 'null', 'and', 'or', 'in'].includes(next.text))
        throw new NotPlain();
      names.push(this.plainNameOf(next));
    }
    return this.withoutSuffix({ kind: 'path', names });
  }

  private plainNameOf(token: Token): string {
    if (!token.quoted && !plainName.test(token.text)) throw new NotPlain();
    return token.text;
  }

  private call(token: Token): PlainNode {
    const name = plainFunctions.find((one) => one === token.text);
    if (!name) throw new NotPlain();
    this.expect('(');
    const argument = this.expression(0);
    this.expect(')');
    return { kind: 'call', name, argument, position: token.position };
  }

  private prefixed(token: Token): PlainNode {
    if (token.text === '(') {
      const inner = this.expression(0);
      this.expect(')');
      return this.withoutSuffix({ kind: 'group', inner });
    }
    if (token.text === '-')
      return { kind: 'negative', operand: this.expression(70), position: token.position };
    if (token.text === '[') return this.withoutSuffix(this.list());
    throw new NotPlain();
  }

  private list(): PlainNode {
    const items: PlainNode[] = [];
    while (!this.isOperator(']')) {
      items.push(this.expression(0));
      if (!this.isOperator(',')) break;
      this.at += 1;
      if (this.isOperator(']')) throw new NotPlain();
    }
    this.expect(']');
    return { kind: 'list', items };
  }
}

/** Parses a plain expression; null when the text needs JSONata or is no expression. */
export function parsePlain(source: string): PlainNode | null {
  const tokens = tokenize(source);
  if (!tokens) return null;
  try {
    return new Parser(tokens).parse();
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}

/** The distinct paths that a plain expression reads. */
export function plainReferences(node: PlainNode): string[][] {
  const found = new Map<string, string[]>();
  const visit = (one: PlainNode): void => {
    switch (one.kind) {
      case 'path':
        found.set(one.names.join('\u0000'), [...one.names]);
        break;
      case 'list':
        one.items.forEach(visit);
        break;
      case 'group':
        visit(one.inner);
        break;
      case 'negative':
        visit(one.operand);
        break;
      case 'binary':
        visit(one.left);
        visit(one.right);
        break;
      case 'condition':
        visit(one.test);
        visit(one.then);
        if (one.else) visit(one.else);
        break;
      case 'default':
      case 'coalesce':
        visit(one.value);
        visit(one.otherwise);
        break;
      case 'call':
        visit(one.argument);
        break;
      case 'literal':
        break;
    }
  };
  visit(node);
  return [...found.values()];
}
