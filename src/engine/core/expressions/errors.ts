import type { Diagnostic } from '../contract.ts';

/**
 * An expression that cannot be parsed or evaluated. `code` is JSONata's (S0202, T2001, D1012 …) or the engine's:
 * TOO_LONG, TOO_DEEP, OUTPUT, WORK, REGEX, DISABLED, ENDLESS, REPEAT, REPEATS, REPEAT_VALUE, REPEAT_KEY,
 * UNKNOWN. `position` is a character offset in the text.
 */
export class ExpressionError extends Error {
  readonly code: string;
  readonly position: number;
  readonly source: string;
  /** Values of the placeholders in the text of the diagnostic. */
  readonly values: Readonly<Record<string, string | number>>;

  constructor(
    code: string,
    position: number,
    message: string,
    source: string,
    values: Readonly<Record<string, string | number>> = {},
  ) {
    super(message);
    this.values = values;
    this.name = 'ExpressionError';
    this.code = code;
    this.position = position;
    this.source = source;
  }

  /** The position as line and column, both from 1. */
  get textPosition(): { line: number; column: number } {
    const before = this.source.slice(0, this.position);
    return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
  }
}

/** An error of the plain evaluator, which does not know the expression's text. */
export class EvaluationError extends Error {
  readonly code: string;
  readonly position: number;

  constructor(code: string, position: number, message: string) {
    super(message);
    this.code = code;
    this.position = position;
  }
}

/** JSONata reports the position behind a token or behind a call's bracket; authors need the token's start. */
function tokenStart(token: string, end: number, source: string): number {
  if (token === '') return end;
  for (const candidate of [end, end - 1]) {
    const start = candidate - token.length;
    if (source.slice(start, candidate) === token) return source[start - 1] === '$' ? start - 1 : start;
  }
  return end;
}

/**
 * Converts any thrown value to an ExpressionError of this expression.
 * @param steps that the evaluation was allowed.
 */
export function toExpressionError(error: unknown, source: string, steps = 0): ExpressionError {
  if (error instanceof ExpressionError) return error;
  if (error instanceof EvaluationError) {
    return new ExpressionError(error.code, error.position, error.message, source);
  }
  if (error instanceof RangeError) {
    return new ExpressionError('TOO_DEEP', 0, 'The expression is too deep or its result too large', source);
  }
  const thrown = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  // JSONata compiles regular expressions while it parses and does not catch their SyntaxError.
  const unnamed = error instanceof SyntaxError ? 'REGEX' : 'UNKNOWN';
  const code = typeof thrown.code === 'string' ? thrown.code : unnamed;
  const end = typeof thrown.position === 'number' ? thrown.position : 0;
  const token = typeof thrown.token === 'string' ? thrown.token : '';
  const position = tokenStart(token, end, source);
  const message = typeof thrown.message === 'string' ? thrown.message : String(error);
  const values = code === 'WORK' ? { limit: steps, expression: excerpt(source) } : undefined;
  return new ExpressionError(code, position, message, source, values);
}

/** The beginning of an expression, which names it in a message. */
export function excerpt(source: string): string {
  const line = source.trim().replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** Whether an expression took more steps than one may. */
export const exceedsSteps = (error: unknown): boolean =>
  error instanceof ExpressionError && error.code === 'WORK';

/** Whether an expression was ended by a limit of its work, and not by the values that it was evaluated for. */
export const exceedsLimit = (error: unknown): boolean =>
  error instanceof ExpressionError && /^(WORK|OUTPUT|ENDLESS|TOO_DEEP|D101[12]|D201[45])$/.test(error.code);

type ExpressionDiagnosticCode =
  | 'expression'
  | 'expression-syntax'
  | 'expression-end'
  | 'expression-regex'
  | 'expression-too-long'
  | 'expression-too-deep'
  | 'expression-output'
  | 'expression-endless'
  | 'expression-work'
  | 'expression-disabled'
  | 'expression-function'
  | 'expression-argument'
  | 'expression-number'
  | 'expression-comparison'
  | 'expression-repeat'
  | 'expression-repeat-value'
  | 'expression-repeat-key'
  | 'expression-repeats';

/** Diagnostic codes by patterns of JSONata's and the engine's codes; the first match counts. */
const diagnosticOfCode: readonly (readonly [RegExp, ExpressionDiagnosticCode])[] = [
  [/^TOO_LONG$/, 'expression-too-long'],
  [/^REPEAT$/, 'expression-repeat'],
  [/^REPEATS$/, 'expression-repeats'],
  [/^REPEAT_VALUE$/, 'expression-repeat-value'],
  [/^REPEAT_KEY$/, 'expression-repeat-key'],
  [/^TOO_DEEP$/, 'expression-too-deep'],
  [/^(OUTPUT|D201[45])$/, 'expression-output'],
  [/^(ENDLESS|D101[12])$/, 'expression-endless'],
  [/^WORK$/, 'expression-work'],
  [/^DISABLED$/, 'expression-disabled'],
  [/^(REGEX|S0301|D1004)$/, 'expression-regex'],
  [/^S(010[156]|0203|0207|0302)$/, 'expression-end'],
  [/^(S|D2005)/, 'expression-syntax'],
  [/^T(100[5-8]|2006)$/, 'expression-function'],
  [/^(D100[12]|D3001|D306|T200[1-4])/, 'expression-number'],
  [/^T20(07|08|09|10)$/, 'expression-comparison'],
  [/^(D3|T0|T1010)/, 'expression-argument'],
];

/**
 * Converts an error to a diagnostic with the engine's own code, since JSONata has English messages only. `values`
 * locate it in the expression's text: `position` from 0, `line` and `column` from 1.
 */
export function expressionDiagnostic(error: unknown, pointer: string): Diagnostic {
  const { code, position, textPosition, values } =
    error instanceof ExpressionError ? error : new ExpressionError('UNKNOWN', 0, String(error), '');
  const known = diagnosticOfCode.find(([codes]) => codes.test(code))?.[1] ?? 'expression';
  return { pointer, code: known, values: { ...values, code, position, ...textPosition }, severity: 'error' };
}

/** Whether a diagnostic with this code has a `position` in an expression's text. */
export function isExpressionDiagnostic(code: string): boolean {
  return code === 'expression' || code.startsWith('expression-');
}
