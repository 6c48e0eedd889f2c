import type { I18nKey, WidgetSpec } from './contract.ts';

/** Declaration of a widget type in its folder: its spec without the parts that follow from the type's name. */
export type WidgetDeclaration<Spec extends WidgetSpec> = Omit<
  Spec,
  'version' | 'title' | 'description' | 'events' | 'propsSchema'
> & {
  /** 1 when left out; see `WidgetSpec.version`. */
  version?: number;
  /** The module of `schemas/widgets/<type>.schema.json`. */
  propsSchema: object;
  /** Names of the events that the widget fires. */
  events?: readonly string[];
};

/**
 * Creates the spec of a widget type. Texts for its title, description and events are keys of
 * `locales/<language>/palette.json` under the type's name. The type argument (`WidgetDefinition<AlertProps>`)
 * checks defaults and component against the props generated from the schema; `validateRegistry` checks the schema
 * against the type.
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
