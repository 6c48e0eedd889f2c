import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import {
  structureDiagnostics,
  validateDocument,
  type DatasetDocument,
  type Diagnostic,
} from '../../../../engine/core/index.ts';
import { diagnosticErrors } from '../../../kernel/diagnostic-errors.ts';
import type { EntityModel } from '../../../kernel/entity/entity-model.ts';
import { AppError } from '../../../kernel/errors.ts';
import { registry } from '../../definitions/index.ts';

/**
 * Reads a dataset that is being written and is stored nowhere.
 * @param text JSON, since expressions of a source's body would be computed before they are sent
 * @throws AppError BAD_JSON, DEFINITION_INVALID with all diagnostics
 */
export async function readDraft(
  models: ReadonlyMap<string, EntityModel>,
  text: string,
  lang: Language,
): Promise<DatasetDocument> {
  const document = parse(text);
  const found = await checkDataset(models, document);
  if (document.kind !== 'dataset' || found.some(({ severity }) => severity === 'error'))
    throw new AppError('DEFINITION_INVALID', { errors: diagnosticErrors(found, lang) });
  return document as unknown as DatasetDocument;
}

/** Diagnostics of a dataset that is stored nowhere. */
export async function checkDataset(
  models: ReadonlyMap<string, EntityModel>,
  written: JsonObject | DatasetDocument,
): Promise<readonly Diagnostic[]> {
  const document = written as JsonObject;
  const entities = [...models.values()].map((model) => model.document as unknown as JsonObject);
  const structure = structureDiagnostics(document);
  if (structure.length > 0) return structure;
  return validateDocument(document, registry, { catalogue: { routes: [], topics: [], entities } });
}

function parse(text: string): JsonObject {
  let read: Json;
  try {
    read = JSON.parse(text) as Json;
  } catch (error) {
    throw new AppError('BAD_JSON', { cause: error });
  }
  if (!isObject(read)) throw new AppError('BAD_JSON');
  return read;
}
