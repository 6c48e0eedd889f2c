import type { Schema } from '@cfworker/json-schema';
import { parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { JsonSchema, WidgetSpec } from '../contract.ts';
import type { LocalRoot } from '../expressions/references.ts';
import type { Path } from '../language/paths.ts';

/** A local root whose fields are known. */
export interface KnownLocal {
  root: LocalRoot;
  schema: JsonSchema;
  /** Where the value stands in what the schema describes. Default: it is the whole. */
  at?: Path;
}

/** A root that a location has beside the global ones. */
export type Local = LocalRoot | KnownLocal;

export const rootOf = (local: Local): LocalRoot => (typeof local === 'string' ? local : local.root);

/** Adds a local, in place of one with the same root. */
export const withLocal = (locals: readonly Local[], more: Local): Local[] => [
  ...locals.filter((one) => rootOf(one) !== rootOf(more)),
  more,
];

/** `event` in the steps of `onError`. */
export const failureLocal: KnownLocal = {
  root: 'event',
  schema: { $ref: 'event.schema.json#/$defs/failure' },
};

/** A payload in which the schemas that the node itself contains (`x-from`, a pointer into its props) are filled in. */
function filledIn(payload: JsonSchema, props: JsonObject): JsonSchema {
  if (!isObject(payload.properties)) return payload;
  const entries = Object.entries(payload.properties).map(([name, part]) => {
    const from = isObject(part) ? part['x-from'] : undefined;
    // A form with `keep` sends fields that its schema does not have.
    const own =
      typeof from === 'string' && !Object.hasOwn(props, 'keep') && valueAt(props, parsePointer(from));
    return [name, isObject(own) ? own : part] as const;
  });
  return { ...payload, properties: Object.fromEntries(entries) as JsonObject };
}

/** `event` where nothing gives it a value. */
const noEvent: KnownLocal = { root: 'event', schema: { type: 'null' } };

/** `event` in the steps of a node's event; any value for an unknown event. */
export function eventLocal(spec: WidgetSpec | undefined, event: string, props: unknown): Local {
  const found = spec?.events?.find(({ name }) => name === event);
  if (!found) return 'event';
  if (!found.payload) return noEvent;
  return { root: 'event', schema: filledIn(found.payload, isObject(props) ? props : {}) };
}

/** `event` in steps within props, by the `x-event` beside the reference to the steps. */
export function stepsLocal(schema: Schema): Local {
  const event = (schema as { 'x-event'?: JsonSchema })['x-event'];
  return event ? { root: 'event', schema: event } : noEvent;
}
