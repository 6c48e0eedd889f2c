import type { I18nKey, WidgetSpec } from './contract.ts';

/** A widget type as its folder declares it: its spec without what follows from its type's name. */
export type WidgetDeclaration<Spec extends WidgetSpec> = Omit<
  Spec,
  'version' | 'title' | 'description' | 'events' | 'propsSchema'
> & {
  /** 1 when left out; see `WidgetSpec.version`. */
  version?: number;
  /** The module of `schemas/widgets/<type>.schema.json`. */
  propsSchema: object;
  /** Names of the events it fires. */
  events?: readonly string[];
};

/**
 * Makes a widget type's spec. Its title, its description and those of its events are texts of `locales/<language>/palette.json`
 * under the type's name. The type argument (`WidgetDefinition<AlertProps>`) holds defaults and component to the props
 * generated from the schema; `validateRegistry` holds the schema to the type.
 */
export function defineWidget<Spec extends WidgetSpec>(declaration: WidgetDeclaration<Spec>): Spec {
  const { type, version = 1, events } = declaration;
  const key = (name: string): I18nKey => `$palette.${type}.${name}`;
  return {
    ...declaration,
    version,
    title: key('title'),
    description: key('description'),
    events: events?.map((name) => ({ name, description: key(`events.${name}`) })),
  } as Spec;
}
