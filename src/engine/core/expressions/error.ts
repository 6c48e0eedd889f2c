/**
 * An expression that can't be read or evaluated. `code` is JSONata's (S0202, T2001, D1012 …) or one of ours:
 * TOO_LONG, TOO_DEEP, OUTPUT, REGEX, DISABLED, ENDLESS, UNKNOWN. `position` counts characters from the start of the text.
 */
export class ExpressionError extends Error {
  readonly code: string;
  readonly position: number;
  readonly source: string;

  constructor(code: string, position: number, message: string, source: string) {
    super(message);
    this.name = 'ExpressionError';
    this.code = code;
    this.position = position;
    this.source = source;
  }

  /** The position as people count: lines and columns from 1. */
  get place(): { line: number; column: number } {
    const before = this.source.slice(0, this.position);
    return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
  }
}

/** What the evaluator of the plain subset throws; the expression adds its own text to it. */
export class EvaluationError extends Error {
  readonly code: string;
  readonly position: number;

  constructor(code: string, position: number, message: string) {
    super(message);
    this.code = code;
    this.position = position;
  }
}

/** JSONata names the place behind a token, or behind the bracket of a call; what a person looks for is where it begins. */
function startOf(token: string, behind: number, source: string): number {
  if (token === '') return behind;
  for (const end of [behind, behind - 1]) {
    const start = end - token.length;
    if (source.slice(start, end) === token) return source[start - 1] === '$' ? start - 1 : start;
  }
  return behind;
}

/** Whatever was thrown, as an ExpressionError of this expression. */
export function toExpressionError(error: unknown, source: string): ExpressionError {
  if (error instanceof ExpressionError) return error;
  if (error instanceof EvaluationError) {
    return new ExpressionError(error.code, error.position, error.message, source);
  }
  if (error instanceof RangeError) {
    return new ExpressionError('TOO_DEEP', 0, 'The expression is too deep or its result too large', source);
  }
  const thrown = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  // The library builds patterns while it reads, and lets the language's own complaint through.
  const unnamed = error instanceof SyntaxError ? 'REGEX' : 'UNKNOWN';
  const code = typeof thrown.code === 'string' ? thrown.code : unnamed;
  const behind = typeof thrown.position === 'number' ? thrown.position : 0;
  const token = typeof thrown.token === 'string' ? thrown.token : '';
  const position = startOf(token, behind, source);
  const message = typeof thrown.message === 'string' ? thrown.message : String(error);
  return new ExpressionError(code, position, message, source);
}
