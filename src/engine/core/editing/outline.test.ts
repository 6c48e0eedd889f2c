import { describe, expect, it } from 'vitest';
import { widgets } from '../../../../widgets/index.ts';
import { createRegistry, loadSpecs } from '../language/registry.ts';
import { outlineKeyAt, outlineOf } from './outline.ts';

const registry = createRegistry(await loadSpecs(widgets));
const text = JSON.stringify(
  {
    kind: 'screen',
    id: 'orders',
    title: 'Pedidos',
    state: { a: 1, b: 2 },
    sources: { orders: { get: '/orders' } },
    body: [
      {
        id: 'box',
        type: 'stack',
        children: [{ id: 'list', type: 'list', slots: { row: [{ use: 'person-row' }] } }],
      },
    ],
    dialogs: [{ id: 'more', type: 'dialog' }],
  },
  null,
  2,
);

describe('outlineOf', () => {
  const rows = outlineOf(text, registry);

  it('should list the parts of a document, each below the part around it', () => {
    expect(rows.map(({ key, parent, name, group }) => [key, parent, name || group])).toEqual([
      ['/', '', 'Pedidos'],
      ['/state', '/', 'state'],
      ['/sources', '/', 'sources'],
      ['/sources/orders', '/sources', 'orders'],
      ['/body', '/', 'body'],
      ['/body/0', '/body', 'box'],
      ['/body/0/children/0', '/body/0', 'list'],
      ['/body/0/children/0/slots/row/0', '/body/0/children/0', 'person-row'],
      ['/dialogs', '/', 'dialogs'],
      ['/dialogs/0', '/dialogs', 'more'],
    ]);
    expect(rows.find(({ name }) => name === 'list')?.icon).toBe(registry.get('list')?.icon);
    expect(rows.find(({ group }) => group === 'state')?.count).toBe(2);
  });

  it('should name a document whose title is a text of locales/ by its id, with the key of the text', () => {
    const [root] = outlineOf(text.replace('"Pedidos"', '"$screens.orders.title"'), registry);
    expect(root).toMatchObject({ name: 'orders', text: 'screens.orders.title' });
    expect(rows[0]).toMatchObject({ name: 'Pedidos', text: '' });
  });

  it('should find the innermost part around a position', () => {
    expect(outlineKeyAt(rows, text.indexOf('person-row'))).toBe('/body/0/children/0/slots/row/0');
    expect(outlineKeyAt(rows, text.indexOf('"/orders"'))).toBe('/sources/orders');
    expect(outlineKeyAt(rows, text.indexOf('Pedidos'))).toBe('/');
    expect(outlineKeyAt(rows, text.length + 5)).toBe('');
  });

  it('should keep the parts of a text that is being written, and have none for other texts', () => {
    const broken = text.replace('"type": "list",', '"type": lis');
    expect(outlineOf(broken, registry).map(({ name }) => name)).toContain('box');
    expect(outlineOf('[1]', registry)).toEqual([]);
    expect(outlineOf('['.repeat(200_000), registry)).toEqual([]);
  });

  it('should list the fields of a form', () => {
    const form = JSON.stringify({
      kind: 'form',
      id: 'f',
      title: '$screens.x',
      schema: { properties: { name: {}, mail: {} } },
    });
    expect(outlineOf(form, registry).map(({ key, name }) => [key, name])).toEqual([
      ['/', 'f'],
      ['/schema/properties', ''],
      ['/schema/properties/name', 'name'],
      ['/schema/properties/mail', 'mail'],
    ]);
  });
});
