import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { actionSchema, stepSchema } from '../../src/editor/actions/verbs.ts';
import { verbs } from '../../src/engine/core/index.ts';
import { isObject, type JsonObject } from '../../src/contracts/json.ts';
import { languages } from '../../src/contracts/language.ts';
import { itemSchema, propertiesOf } from '../../src/editor/panel-schema.ts';
import { isForViews } from '../../src/modules/layout-editor/palette-widgets.ts';
import { registry } from '../../src/server/domains/definitions/store/registry.ts';

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

/** Values that the panel offers as choices, as `property.value`. */
function valuesIn(schema: JsonObject, root: JsonObject, found: Set<string>, depth = 0): Set<string> {
  for (const { name, control } of propertiesOf(schema, root)) {
    if (control.kind === 'choice') for (const one of control.options) found.add(`${name}.${one}`);
    if (depth > 4) continue;
    if (control.kind === 'object') valuesIn(control.schema, root, found, depth + 1);
    if (control.kind === 'list') valuesIn(itemSchema(control.schema, root), root, found, depth + 1);
  }
  return found;
}

const panels = Object.fromEntries(
  languages.map((language) => {
    const path = join(import.meta.dirname, '../../locales', language, 'panel.json');
    const { panel } = JSON.parse(readFileSync(path, 'utf8')) as {
      panel: {
        props: JsonObject;
        values: Record<string, JsonObject>;
        actions: { verbs: JsonObject; params: JsonObject };
      };
    };
    return [language, panel];
  }),
);

const forViews = registry.types.filter(isForViews);

function schemaOf(type: string): JsonObject {
  const schema = registry.get(type)!.propsSchema as JsonObject;
  if (!isObject(schema)) throw new Error(`${type} has no schema`);
  return schema;
}

it.each(forViews)('names every property of %s in three languages', (type) => {
  const schema = schemaOf(type);
  const names = [...namesIn(schema, schema, new Set())];
  for (const language of languages)
    expect(names.filter((name) => typeof panels[language]!.props[name] !== 'string')).toEqual([]);
});

it.each(forViews)('names every value that a property of %s chooses in three languages', (type) => {
  const schema = schemaOf(type);
  for (const language of languages) {
    const { values } = panels[language]!;
    const isNamed = (choice: string): boolean => {
      const [property, value] = choice.split('.') as [string, string];
      return typeof (values[property]?.[value] ?? values['any']![value]) === 'string';
    };
    expect([...valuesIn(schema, schema, new Set())].filter((choice) => !isNamed(choice))).toEqual([]);
  }
});

const chosenInSteps = new Set(
  verbs().flatMap((verb) => [...valuesIn(stepSchema(verb), actionSchema(), new Set())]),
);

it('names every verb, its parameters and their values in three languages, and no others', () => {
  const names = new Set(verbs().flatMap((verb) => [...namesIn(stepSchema(verb), actionSchema(), new Set())]));
  for (const language of languages) {
    const { actions, values } = panels[language]!;
    expect(Object.keys(actions.verbs).toSorted()).toEqual(verbs().toSorted());
    expect(Object.keys(actions.params).toSorted()).toEqual([...names].toSorted());
    const unnamed = [...chosenInSteps].filter((choice) => {
      const [property, value] = choice.split('.') as [string, string];
      return typeof (values[property]?.[value] ?? values['any']![value]) !== 'string';
    });
    expect(unnamed).toEqual([]);
  }
});

it('has no name of a value that nobody can choose', () => {
  const offered = new Set([
    ...chosenInSteps,
    ...forViews.flatMap((type) => [...valuesIn(schemaOf(type), schemaOf(type), new Set())]),
  ]);
  const anywhere = new Set([...offered].map((choice) => choice.split('.')[1]!));
  for (const language of languages) {
    const named = Object.entries(panels[language]!.values).flatMap(([property, values]) =>
      Object.keys(values).map((value) => ({ property, value })),
    );
    const unused = named.filter(({ property, value }) =>
      property === 'any' ? !anywhere.has(value) : !offered.has(`${property}.${value}`),
    );
    expect(unused).toEqual([]);
  }
});
