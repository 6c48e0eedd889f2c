import type { Diagnostic, JsonSchema } from '../contract.ts';
import type { FormDocument } from '../generated/documents.ts';
import { compileForm, FormDocumentError } from './compile.ts';
import { checkSchemaSafety } from './schema-safety.ts';

/**
 * Every reason not to run a form document: a schema that could hurt who opens it (unknown keywords, `$id`, `$async`,
 * foreign `$ref`, patterns that explode, too much of anything) and layout, rules or checks that name what is not there.
 * Its shape as a document is checked before, by schemas/form.schema.json.
 */
export function checkFormSafety(document: FormDocument): Diagnostic[] {
  const diagnostics = checkSchemaSafety(document.schema as JsonSchema, '/schema');
  if (diagnostics.length > 0) return diagnostics;
  try {
    compileForm(document);
    return [];
  } catch (error) {
    if (error instanceof FormDocumentError) return [...error.diagnostics];
    throw error;
  }
}
