import type { Json } from '../../src/contracts/json.ts';
import { formatJson, type CodeEditorProps } from '../../src/engine/core/index.ts';
import type { Resolved } from '../../src/engine/react/index.ts';

/** Formats a value as an editor's text: strings unchanged, undefined and null as '', anything else as JSON. */
export function toEditorText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : formatJson(value);
}

/** Whether a whole document is edited, whose parts the caret is in; else a value, or two texts that are compared. */
export function isDocumentEditor({
  original,
  schema,
}: Pick<Resolved<CodeEditorProps>, 'original' | 'schema'>): boolean {
  return (
    typeof schema === 'string' && original === undefined && schema !== 'node' && !schema.startsWith('props:')
  );
}
