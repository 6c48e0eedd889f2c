import type { JsonObject } from '../../src/contracts/json.ts';

type Examples<Example> = Readonly<Record<string, Example>>;

/** One source of each form, by the key that says where the data comes from. */
export const sources: Examples<JsonObject>;
/** One step of each verb. */
export const steps: Examples<JsonObject>;
/** For each control, a property of a form's schema and its entry in the layout. */
export const controls: Examples<{ schema: JsonObject; field: string | JsonObject }>;
/** One field of an entity of each type. */
export const entityFields: Examples<JsonObject>;
