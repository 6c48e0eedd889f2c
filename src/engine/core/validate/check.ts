import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { checkFormSafety } from '../form/compile.ts';
import type { FormDocument } from '../generated/documents.ts';
import { migrateDocument } from '../migrate.ts';
import type { Registry } from '../registry.ts';
import { entityDiagnostics } from './entity.ts';
import { structureDiagnostics } from './limits.ts';
import { validateNode } from './node.ts';
import { listNodes } from './nodes.ts';
import { languageDiagnostics, widgetDiagnostics } from './props.ts';

/**
 * What keeps parts of a document from being drawn: each node and source of a screen held to its own rules, a form as a
 * whole. The server asks it of what it delivers, already without what the reader may not see; so rules between parts (a
 * dialog that nobody has, a text that is missing) are not asked here but by validateDocument, of the whole document.
 * Never throws, whatever it is given.
 */
export function validateParts(given: unknown, registry: Registry): Diagnostic[] {
  // Compiling finds these by itself, and draws nothing of what is too deep.
  if (structureDiagnostics(given).some((one) => one.code === 'too-deep')) return [];
  const { document } = migrateDocument(given, registry);
  if (!isObject(document)) return [];
  if (document.kind === 'form') {
    const diagnostics = languageDiagnostics('form', document, '');
    return diagnostics.length > 0 ? diagnostics : checkFormSafety(document as unknown as FormDocument);
  }
  if (document.kind === 'entity') return entityDiagnostics(document);
  const sources = isObject(document.sources) ? Object.entries(document.sources) : [];
  return [
    ...sources.flatMap(([id, source]) =>
      languageDiagnostics('source', source, `/sources/${escapeSegment(id)}`),
    ),
    ...listNodes(document, registry).nodes.flatMap(({ node, pointer, inRow }) =>
      validateNode(node, registry, pointer, inRow),
    ),
  ].filter((one) => one.severity === 'error');
}

/** @throws naming the first widget that carries another type's schema, or whose defaults fail its own. */
export function validateRegistry(registry: Registry): void {
  for (const type of registry.types) {
    const spec = registry.get(type)!;
    if (!String(spec.propsSchema.$id).endsWith(`/${type}.schema.json`)) {
      throw new Error(`The widget "${type}" carries the schema of another: ${spec.propsSchema.$id}`);
    }
    const diagnostics = widgetDiagnostics(spec, spec.defaults);
    if (diagnostics.length === 0) continue;
    const list = diagnostics
      .map((diagnostic) => `${diagnostic.pointer || '/'} ${diagnostic.code}`)
      .join(', ');
    throw new Error(`The defaults of the widget "${type}" fail its own schema: ${list}`);
  }
}
