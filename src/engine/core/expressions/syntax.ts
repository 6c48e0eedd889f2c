/** A piece of the plain subset of JSONata. */
export type PlainNode =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'path'; names: readonly string[] }
  | { kind: 'list'; items: readonly PlainNode[] }
  /** Parentheses: in a list constructor they decide whether an inner list is flattened. */
  | { kind: 'group'; inner: PlainNode }
  | { kind: 'negative'; operand: PlainNode; position: number }
  | { kind: 'binary'; operator: BinaryOperator; left: PlainNode; right: PlainNode; position: number }
  | { kind: 'condition'; test: PlainNode; then: PlainNode; else: PlainNode | null }
  /** `a ?: b`: a when it counts as true. */
  | { kind: 'default'; value: PlainNode; otherwise: PlainNode }
  /** `a ?? b`: a when there is one. */
  | { kind: 'coalesce'; value: PlainNode; otherwise: PlainNode }
  | { kind: 'call'; name: PlainFunction; argument: PlainNode };

export type BinaryOperator =
  '+' | '-' | '*' | '/' | '%' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '&' | 'and' | 'or' | 'in';

export const plainFunctions = ['exists', 'not', 'boolean', 'count'] as const;
export type PlainFunction = (typeof plainFunctions)[number];
