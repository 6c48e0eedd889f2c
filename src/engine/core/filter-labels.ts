import { isObject, type JsonObject } from '../../contracts/json.ts';
import type { Text } from './generated/documents.ts';
import type { CompiledScreen } from './model.ts';

/** What in some props is bound to a place of the state, under which label. */
function labelIn(props: JsonObject, reference: string): unknown {
  if (typeof props.bind !== 'string') return undefined;
  if (props.bind === reference) return props.label;
  const fields = Array.isArray(props.fields) ? props.fields.filter(isObject) : [];
  return fields.find(({ field }) => `${String(props.bind)}.${String(field)}` === reference)?.label;
}

/**
 * The label under which a person fills in a place of the state: that of the node's own `bind`, or of one of its `fields`.
 * Undefined where no node of the screen asks for it.
 */
export function needLabel(compiled: CompiledScreen, reference: string): Text | undefined {
  for (const { props } of compiled.nodes.values()) {
    const label = labelIn(props, reference);
    if (typeof label === 'string' || isObject(label)) return label as Text;
  }
  return undefined;
}
