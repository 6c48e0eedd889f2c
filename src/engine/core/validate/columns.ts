import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import type { Registry } from '../language/registry.ts';
import { diagnostic } from './diagnostics.ts';
import type { ListedNode } from './nodes.ts';

/**
 * Reports nodes with a source whose rows would be empty: no column names them (`x-unless-slot`), and the slot that could show
 * them in its place has no nodes.
 */
export function columnDiagnostics(nodes: readonly ListedNode[], registry: Registry): Diagnostic[] {
  return nodes.flatMap(({ node, pointer }) => {
    const spec = isObject(node) && typeof node.type === 'string' && registry.get(node.type);
    if (!spec || !isObject(node) || node.source === undefined) return [];
    const props = isObject(node.props) ? node.props : {};
    const slots = isObject(node.slots) ? node.slots : {};
    const declared = (spec.propsSchema as JsonObject).properties;
    return Object.entries(isObject(declared) ? declared : {}).flatMap(([name, schema]) => {
      const slot = isObject(schema) ? schema['x-unless-slot'] : undefined;
      if (typeof slot !== 'string' || props[name] !== undefined || slots[slot] !== undefined) return [];
      return [diagnostic(`${pointer}/props/${name}`, 'needs-column', { name }, 'warning')];
    });
  });
}
