import type { DefinitionFault } from '../contract.ts';

/**
 * Every rule a document can break. Its texts are faults.<code>.message and .remedy (a conformance test holds
 * both lists together).
 */
export const faultCodes = [
  'json',
  'too-large',
  'too-deep',
  'too-many-nodes',
  'forbidden-key',
  'unknown-kind',
  'newer-format',
  'format-migration',
  'newer-type',
  'migration',
  'migration-loss',
  'schema',
  'source',
  'type',
  'required',
  'unknown-key',
  'key-name',
  'value',
  'pattern',
  'format',
  'too-short',
  'too-long',
  'too-small',
  'too-big',
  'multiple',
  'too-few-items',
  'too-many-items',
  'not-unique',
  'no-alternative',
  'duplicate-id',
  'unknown-type',
  'unknown-verb',
  'unknown-source',
  'unknown-dialog',
  'unknown-form',
  'unknown-event',
  'unknown-text',
  'no-children',
  'unknown-child',
  'grid-width',
  'grid-overlap',
  'grid-no-place',
  'needs-source',
  'expression',
  'unknown-root',
  'root-not-here',
  'address-reference',
  'url',
  'query-state',
  'source-cycle',
  'entity-field',
  'entity-limits',
  'entity-target',
  'form-document',
  'form-field-unknown',
  'form-field-twice',
  'form-step-section',
  'form-check-unknown',
  'form-too-large',
  'form-schema-shape',
  'form-too-deep',
  'form-too-many-branches',
  'form-keyword',
  'form-ref-remote',
  'form-ref-unknown',
  'form-pattern',
  'form-format',
  'form-too-many-options',
  'form-name',
  'form-too-many-fields',
  // Told by the server, which knows the other definitions and ends what takes too long.
  'check-memory',
  'check-time',
  'other-identity',
  'path-taken',
  'unknown-screen',
] as const;

export type FaultCode = (typeof faultCodes)[number];

/** Makes a fault; errors unless said otherwise. */
export function fault(
  pointer: string,
  code: FaultCode,
  values: Record<string, string | number> = {},
  severity: DefinitionFault['severity'] = 'error',
): DefinitionFault {
  return { pointer, code, values, severity };
}

export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
