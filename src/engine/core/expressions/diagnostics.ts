import type { Diagnostic } from '../contract.ts';
import { ExpressionError } from './error.ts';

/** What can be wrong with an expression, as faults of a definition. */
export type ExpressionDiagnosticCode =
  | 'expression'
  | 'expression-syntax'
  | 'expression-end'
  | 'expression-regex'
  | 'expression-too-long'
  | 'expression-too-deep'
  | 'expression-output'
  | 'expression-endless'
  | 'expression-disabled'
  | 'expression-function'
  | 'expression-argument'
  | 'expression-number'
  | 'expression-comparison';

/** Codes of JSONata and of ours by what they mean to who wrote the expression; the first that fits. */
const meanings: readonly (readonly [RegExp, ExpressionDiagnosticCode])[] = [
  [/^TOO_LONG$/, 'expression-too-long'],
  [/^TOO_DEEP$/, 'expression-too-deep'],
  [/^(OUTPUT|D201[45])$/, 'expression-output'],
  [/^(ENDLESS|D101[12])$/, 'expression-endless'],
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
 * An expression's error as a fault in words of ours: JSONata says its own in English only. `values` place it in the
 * expression's text: `position` from 0, `line` and `column` from 1.
 */
export function expressionDiagnostic(error: unknown, pointer: string): Diagnostic {
  const { code, position, place } =
    error instanceof ExpressionError ? error : new ExpressionError('UNKNOWN', 0, String(error), '');
  const meant = meanings.find(([codes]) => codes.test(code))?.[1] ?? 'expression';
  return { pointer, code: meant, values: { code, position, ...place }, severity: 'error' };
}

/** Does a fault's `position` count characters of an expression? */
export function isExpressionDiagnostic({ code }: Diagnostic): boolean {
  return code === 'expression' || code.startsWith('expression-');
}
