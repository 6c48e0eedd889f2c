import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../src/contracts/json.ts';
import { languages } from '../../src/contracts/language.ts';
import { itemSchema, propertiesOf } from '../../src/editor/panel-schema.ts';
import { isForViews } from '../../src/modules/layout-editor/palette-widgets.ts';
import { registry } from '../../src/server/services/definitions/registry.ts';

/** Names of the properties that the panel shows, with those of objects and items. */
function namesIn(schema: JsonObject, root: JsonObject, found: Set<string>, depth = 0): Set<string> {
  for (const { name, control } of propertiesOf(schema, root)) {
    found.add(name);
    if (depth > 4) continue;
    if (control.kind === 'object') namesIn(control.schema, root, found, depth + 1);
    if (control.kind === 'list') namesIn(itemSchema(control.schema, root), root, found, depth + 1);
  }
  return found;
}

const titles = Object.fromEntries(
  languages.map((language) => {
    const path = join(import.meta.dirname, '../../locales', language, 'panel.json');
    const { panel } = JSON.parse(readFileSync(path, 'utf8')) as { panel: { props: JsonObject } };
    return [language, panel.props];
  }),
);

it.each(registry.types.filter(isForViews))('names every property of %s in three languages', (type) => {
  const schema: unknown = registry.get(type)!.propsSchema;
  if (!isObject(schema as JsonObject)) throw new Error(`${type} has no schema`);
  const names = [...namesIn(schema as JsonObject, schema as JsonObject, new Set())];
  for (const language of languages)
    expect(names.filter((name) => typeof titles[language]![name] !== 'string')).toEqual([]);
});
