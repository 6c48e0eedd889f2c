import {
  gestures,
  type EventSpec,
  type I18nKey,
  type JsonSchema,
  type SlotSpec,
  type SourceSpec,
  type WidgetSpec,
} from '../contract.ts';

/** Declaration of a widget type in its folder: its spec without the parts that follow from the type's name. */
export type WidgetDeclaration<Spec extends WidgetSpec> = Omit<
  Spec,
  'version' | 'title' | 'description' | 'events' | 'slots' | 'sources' | 'propsSchema'
> & {
  /** 1 when left out; see `WidgetSpec.version`. */
  version?: number;
  /** The module of `schemas/widgets/<type>.schema.json`; its `x-events` has the payload of each event. */
  propsSchema: object;
  /** Names of the events that the widget fires. */
  events?: readonly string[];
  slots?: readonly Omit<SlotSpec, 'description'>[];
  sources?: readonly Omit<SourceSpec, 'description'>[];
};

/** Schemas of payloads by event; null for an event without one. */
type Payloads = Readonly<Record<string, JsonSchema | null>>;

function payloadOf(propsSchema: object, name: string): Pick<EventSpec, 'payload' | 'gesture'> {
  const payload = (propsSchema as { 'x-events'?: Payloads })['x-events']?.[name];
  if (!payload) return {};
  const gesture = gestures.find((one) => payload.$ref === `../event.schema.json#/$defs/${one}`);
  return gesture ? { payload, gesture } : { payload };
}

/**
 * Creates the spec of a widget type. Texts for its title, description, events, slots and sources are keys of
 * `locales/<language>/palette.json` under the type's name. The type argument (`WidgetDefinition<AlertProps>`)
 * checks defaults and component against the props generated from the schema; `validateRegistry` checks the schema
 * against the type.
 */
export function defineWidget<Spec extends WidgetSpec>(declaration: WidgetDeclaration<Spec>): Spec {
  const { type, version = 1, events, slots, sources, propsSchema } = declaration;
  const key = (name: string): I18nKey => `$palette.${type}.${name}`;
  return {
    ...declaration,
    version,
    title: key('title'),
    description: key('description'),
    events: events?.map((name) => ({
      name,
      description: key(`events.${name}`),
      ...payloadOf(propsSchema, name),
    })),
    ...(slots && {
      slots: slots.map((slot) => ({ ...slot, description: key(`slots.${slot.name}`) })),
    }),
    ...(sources && {
      sources: sources.map((source) => ({ ...source, description: key(`sources.${source.name}`) })),
    }),
  } as Spec;
}
