import { isObject, type Json } from '../../contracts/json.ts';
import type { WidgetSpec } from '../../engine/core/index.ts';
import { propertiesOf } from '../panel-schema.ts';

/** Event or action of a node, which runs steps. */
export interface NodeAction {
  event: string;
  /** Key of the text that says when it runs; null for an event that the widget does not declare. */
  text: string | null;
}

const actionsIn = (node: Json | undefined): string[] =>
  isObject(node) && isObject(node.on) ? Object.keys(node.on) : [];

/** The events of a node's widget, and others that the node has steps for. */
export function actionsOf(node: Json | undefined, spec: WidgetSpec): NodeAction[] {
  const declared = (spec.events ?? []).map(({ name, description }) => ({
    event: name,
    text: description.slice(1),
  }));
  const others = actionsIn(node).filter((event) => !declared.some((one) => one.event === event));
  return [...declared, ...others.map((event) => ({ event, text: null }))];
}

/** Whether a node can have actions, or has some. */
export const hasActions = (node: Json | undefined, spec: WidgetSpec | null | undefined): boolean =>
  spec !== null && spec !== undefined && (actionsOf(node, spec).length > 0 || hasActionProperties(spec));

/** Whether properties of a widget are actions, as those of the rows of a table. */
export const hasActionProperties = ({ propsSchema }: Pick<WidgetSpec, 'propsSchema'>): boolean =>
  propertiesOf(propsSchema).some(({ isAction }) => isAction);
