import schema from '../../../../schemas/fragment.schema.json' with { type: 'json' };

/** The lists of items in the props of widgets that take uses of fragments, by the schema of fragments. */
export const itemLists: readonly string[] = Object.entries(schema.properties)
  .filter(([, property]) => '$ref' in property && property.$ref === '#/$defs/items')
  .map(([name]) => name);

/** The content of a fragment by the name of the list in which a use of it stands. */
export const fragmentLists: readonly string[] = ['body', 'dialogs', ...itemLists, 'steps'];
