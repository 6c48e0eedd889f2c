import { expect, it } from 'vitest';
import tableSchema from '../../schemas/widgets/table.schema.json' with { type: 'json' };
import chartSchema from '../../schemas/widgets/chart.schema.json' with { type: 'json' };
import menuSchema from '../../schemas/widgets/menu.schema.json' with { type: 'json' };
import type { Json, JsonObject } from '../contracts/json.ts';
import { newItem } from './new-item.ts';
import { itemSchema, propertiesOf } from './panel-schema.ts';

/** Properties of the items of a list. */
function itemsOf(schema: unknown, list: string) {
  const root = schema as JsonObject;
  const properties = propertiesOf(root);
  const control = properties.find((one) => one.name === list)!.control;
  if (control.kind !== 'list') throw new Error(`${list} is no list`);
  return propertiesOf(itemSchema(control.schema, root), root);
}

const place = (list: string, items: Json[], label: string) => ({
  list,
  items,
  nodes: [{ id: 'node', type: 'any', props: { [list]: items } }],
  columns: new Map<string, string>(),
  label,
});

it('items that an author adds have ids of their own, and a label that people can read', () => {
  const properties = itemsOf(tableSchema, 'rowActions');
  const first = newItem(properties, place('rowActions', [], 'Item 1'));
  const second = newItem(properties, place('rowActions', [first], 'Item 2'));
  expect([first, second]).toEqual([
    { id: 'action', text: 'Item 1', do: [] },
    { id: 'action2', text: 'Item 2', do: [] },
  ]);
});

it('an id is free in the whole node, as entries of menus stand in entries', () => {
  const items = [{ id: 'item', text: 'A', items: [{ id: 'item2', text: 'B' }] }];
  expect(newItem(itemsOf(menuSchema, 'items'), place('items', items, 'Item 2'))).toMatchObject({
    id: 'item3',
  });
});

it('an item that shows a column has the next column and its name', () => {
  const columns = new Map([
    ['total', 'Total'],
    ['open', 'Em aberto'],
  ]);
  const items = [{ field: 'total', label: 'Total' }];
  expect(newItem(itemsOf(chartSchema, 'series'), { ...place('series', items, 'Item 2'), columns })).toEqual({
    field: 'open',
    label: 'Em aberto',
  });
});
