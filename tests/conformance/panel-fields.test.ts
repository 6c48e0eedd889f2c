import { expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../src/contracts/json.ts';
import { itemControl, itemSchema, propertiesOf } from '../../src/editor/panel-schema.ts';
import { isForViews } from '../../src/modules/layout-editor/palette-widgets.ts';
import { registry } from '../../src/server/domains/definitions/store/registry.ts';

/** Properties that an author of views writes as JSON: repetition of items, rights of single parts, and what stands for a file or a tree. */
const written = new Set([
  'access',
  'document',
  'field.options',
  'filter-bar.fields.options',
  'keep',
  'repeat',
  'table.columns.edit.options',
  'tag-list.tags',
  'pivot-table.totals.rows',
]);

/** Properties of a widget that the panel shows as JSON, by the path of their names. */
function inJson(path: string, schema: JsonObject, root: JsonObject, depth = 0): string[] {
  return propertiesOf(schema, root).flatMap(({ name, control }) => {
    const own = `${path}.${name}`;
    if (control.kind === 'json') return [own];
    if (depth > 4) return [];
    if (control.kind === 'object') return inJson(own, control.schema, root, depth + 1);
    if (control.kind !== 'list') return [];
    const inner = itemSchema(control.schema, root);
    if (propertiesOf(inner, root).length > 0) return inJson(own, inner, root, depth + 1);
    return itemControl(control.schema, root).kind === 'json' ? [own] : [];
  });
}

it.each(registry.types.filter(isForViews))('%s is composed without JSON', (type) => {
  const schema = registry.get(type)!.propsSchema as JsonObject;
  expect(isObject(schema)).toBe(true);
  const found = inJson(type, schema, schema);
  expect(found.filter((one) => !written.has(one) && !written.has(one.split('.').at(-1)!))).toEqual([]);
});
