import type { JsonObject } from '../../../contracts/json.ts';
import type { DefinitionFault } from '../contract.ts';
import { vetForm } from '../form/vet.ts';
import type { FormDocument } from '../generated/documents.ts';
import { migrateDocument } from '../migrate.ts';
import type { Registry } from '../registry.ts';
import { entityFaults } from './entity.ts';
import { escapePointer } from './faults.ts';
import { structureFaults } from './limits.ts';
import { validateNode } from './node.ts';
import { listNodes } from './nodes.ts';
import { languageFaults, widgetFaults } from './props.ts';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What keeps parts of a document from being drawn: each node and source of a screen held to its own rules, a form as a
 * whole. The server asks it of what it delivers, already without what the reader may not see; so rules between parts (a
 * dialog that nobody has, a text that is missing) are not asked here but by validateDocument, of the whole document.
 * Never throws, whatever it is given.
 */
export function checkDocument(given: unknown, registry: Registry): DefinitionFault[] {
  // Compiling finds these by itself, and draws nothing of what is too deep.
  if (structureFaults(given).some((one) => one.code === 'too-deep')) return [];
  const { document } = migrateDocument(given, registry);
  if (!isObject(document)) return [];
  if (document.kind === 'form') {
    const faults = languageFaults('form', document, '');
    return faults.length > 0 ? faults : vetForm(document as unknown as FormDocument);
  }
  if (document.kind === 'entity') return entityFaults(document);
  const sources = isObject(document.sources) ? Object.entries(document.sources) : [];
  return [
    ...sources.flatMap(([id, source]) => languageFaults('source', source, `/sources/${escapePointer(id)}`)),
    ...listNodes(document, registry).nodes.flatMap(({ node, pointer, inRow }) =>
      validateNode(node, registry, pointer, inRow),
    ),
  ].filter((one) => one.severity === 'error');
}

/** @throws naming the first widget whose defaults fail its own schema. */
export function checkRegistry(registry: Registry): void {
  for (const type of registry.types) {
    const spec = registry.get(type)!;
    const faults = widgetFaults(spec, spec.defaults);
    if (faults.length === 0) continue;
    const list = faults.map((fault) => `${fault.pointer || '/'} ${fault.code}`).join(', ');
    throw new Error(`The defaults of the widget "${type}" fail its own schema: ${list}`);
  }
}
