import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { isExpression, languageSchema, verbs } from '../../engine/core/index.ts';
import { sampleOf, type FirstTarget } from '../new-node.ts';
import {
  propertiesOf,
  variantsOf,
  type Property,
  type PropertyKind,
  type TargetKind,
} from '../panel-schema.ts';

/** The schema of actions, to which the schemas of steps refer. */
export const actionSchema = (): JsonObject => languageSchema('action') as JsonObject;

/** The schema of a verb's step. */
export function stepSchema(verb: string): JsonObject {
  const defs = actionSchema()['$defs'];
  const schema = isObject(defs) ? defs[verb] : undefined;
  if (!isObject(schema)) throw new Error(`The action schema has no verb "${verb}"`);
  return schema;
}

/** The properties of a verb's step: the one of the verb's name first. */
export const stepProperties = (verb: string): Property[] => propertiesOf(stepSchema(verb), actionSchema());

/** The verb of a step; null for what names none, such as the use of a fragment. */
export const verbOf = (step: Json | undefined): string | null =>
  isObject(step) ? (verbs().find((verb) => Object.hasOwn(step, verb)) ?? null) : null;

/** Target that a verb's step must name, so that there is no such step without one; null for other verbs. */
export function neededTarget(verb: string): TargetKind | null {
  const control = stepProperties(verb).find(({ name }) => name === verb)!.control;
  if (control.kind === 'target') return control.of;
  if (control.kind !== 'object' || control.short === undefined) return null;
  const short = propertiesOf(control.schema, actionSchema()).find(({ name }) => name === control.short);
  return short?.control.kind === 'target' ? short.control.of : null;
}

/**
 * A new step of a verb, which is valid before anybody has set anything.
 * @param text stands in its required texts
 */
export const newStep = (verb: string, text: string, firstTarget: FirstTarget): JsonObject =>
  sampleOf(stepSchema(verb), actionSchema(), text, firstTarget) as JsonObject;

const isText = (value: Json): boolean => typeof value === 'string';

function fitsObject(value: Json, schema: JsonObject): boolean {
  if (!isObject(value)) return false;
  const properties = propertiesOf(schema, actionSchema());
  const isKnown = Object.keys(value).every((key) => properties.some(({ name }) => name === key));
  const variants = variantsOf(schema).filter((name) => value[name] !== undefined);
  return isKnown && variants.length < 2 && properties.every((one) => fitsProperty(value[one.name], one));
}

function fitsControl(value: Json, control: PropertyKind): boolean {
  switch (control.kind) {
    case 'text':
    case 'address':
    case 'path':
    case 'column':
    case 'icon':
      return isText(value);
    case 'number':
      return typeof value === 'number';
    case 'switch':
      return typeof value === 'boolean';
    case 'choice':
      return control.options.includes(value as string);
    case 'expression':
      return isExpression(value);
    case 'steps':
      return Array.isArray(value);
    case 'target':
      return isText(value) || (control.several && Array.isArray(value) && value.every(isText));
    case 'object':
      return (control.short !== undefined && isText(value)) || fitsObject(value, control.schema);
    case 'list':
      return Array.isArray(value);
    case 'map':
    case 'byValue':
      return isObject(value);
    case 'json':
    case 'value':
      return true;
  }
}

const fitsProperty = (value: Json | undefined, { control, takesExpression }: Property): boolean =>
  value === undefined || (takesExpression && isExpression(value)) || fitsControl(value, control);

/** Whether the controls can show all of a step. Others are kept as they are. */
export function isEditable(step: Json | undefined): boolean {
  const verb = verbOf(step);
  return verb !== null && isObject(step) && fitsObject(step, stepSchema(verb));
}
