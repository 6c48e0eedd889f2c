import type { DiagnosticCode } from './diagnostics.ts';

/**
 * What the patterns of our schemas ask for, as faults that say it in words: nobody who writes a definition should have to
 * read a regular expression. A conformance test finds a pattern that has no words.
 */
export const patternDiagnostics: Readonly<Record<string, DiagnosticCode>> = {
  '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$': 'pattern-field',
  '^[a-z][a-z0-9-]{0,39}$': 'pattern-icon',
  '^[A-Za-z][A-Za-z0-9_-]{0,63}$': 'pattern-id',
  '^(?!constructor$|prototype$)[A-Za-z][A-Za-z0-9_-]{0,63}$': 'pattern-id',
  '^[a-z][a-z0-9-]{0,63}$': 'pattern-key',
  '^[A-Z]{3}$': 'pattern-currency',
  '^(?!constructor$|prototype$)[A-Za-z][A-Za-z0-9_]{0,63}$': 'pattern-name',
  '^[A-Za-z_][A-Za-z0-9_]*$': 'pattern-name',
  '^/[a-z0-9-]+(/([a-z0-9-]+|:[A-Za-z][A-Za-z0-9]*))*$': 'pattern-path',
  '^state(\\.(?!(__proto__|constructor|prototype)(\\.|$))[A-Za-z_][A-Za-z0-9_]*)+$': 'pattern-bind',
  '^[A-Za-z_][A-Za-z0-9_.-]{0,63}$': 'pattern-part',
  '^[1-9][0-9]{0,3}:[1-9][0-9]{0,3}$': 'pattern-ratio',
  '^/(?!/)': 'pattern-address',
  '^/': 'pattern-address',
  '^(screen|form|dashboard|entity|node|props:[a-z][a-z0-9-]{0,63})$': 'pattern-kind',
  '^(params|state|data|user|tenant)(\\.[A-Za-z_][A-Za-z0-9_]*)+$': 'pattern-need',
  '^(\\.[A-Za-z0-9]{1,15}|[a-z]+/([A-Za-z0-9.+-]+|\\*))$': 'pattern-file-type',
};
