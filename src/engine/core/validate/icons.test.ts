import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { createRegistry } from '../language/registry.ts';
import { box, dialog, form, screenDocument, widget } from '../testing/fixtures.ts';
import { validateText } from '../editing/validate-text.ts';
import { validateDocument, validateParts } from './document.ts';

const registry = createRegistry([
  box,
  dialog,
  form,
  widget('tag', {
    icon: { anyOf: [{ $ref: '../icon.schema.json' }, { $ref: '../expression.schema.json' }] },
  }),
]);

const tag = (id: string, icon: JsonObject | string): JsonObject => ({ id, type: 'tag', props: { icon } });

/** Place, code and suggestion of each diagnostic. */
const diagnosticsOf = async (document: JsonObject): Promise<string[]> => {
  const found = await validateDocument(document, registry);
  expect(found.filter(({ code, severity }) => code === 'unknown-icon' && severity === 'error')).toEqual([]);
  return found.map(({ pointer, code, values }) => `${pointer} ${code} ${values.nearest ?? '-'}`);
};

const choices = { title: 'Way', options: [{ value: 'air', label: 'Air', icon: 'aplps' }] };

it('reports unknown icons wherever nodes stand, and at the place of a screen in the menu', async () => {
  const document = screenDocument({
    menu: { group: 'Things', icon: 'bord' },
    body: [
      { id: 'a', type: 'box', children: [tag('known', 'search'), tag('b', 'serch')] },
      tag('computed', { $expr: "'serch'" }),
    ],
    dialogs: [
      { id: 'd', type: 'dialog', children: [tag('c', 'xyzzy'), { id: 'e', type: 'tagg', props: {} }] },
    ],
  });
  expect(await diagnosticsOf(document)).toEqual([
    '/dialogs/0/children/1/type unknown-type tag',
    '/menu/icon unknown-icon board',
    '/body/0/children/1/props/icon unknown-icon search',
    '/dialogs/0/children/0/props/icon unknown-icon -',
  ]);
});

it('reports unknown icons of a form, of an inline form and of an entity', async () => {
  const document: JsonObject = {
    kind: 'form',
    formatVersion: 2,
    id: 'order',
    schema: { type: 'object', properties: { way: { type: 'string' } } },
    ui: { sections: [{ id: 'main', fields: [{ field: 'way', options: choices.options }] }] },
  };
  const at = '/ui/sections/0/fields/0/options/0/icon unknown-icon apps';
  expect(await diagnosticsOf(document)).toEqual([at]);
  const inline = screenDocument({ body: [{ id: 'f', type: 'form', props: { document } }] });
  expect(await diagnosticsOf(inline)).toEqual([`/body/0/props/document${at}`]);
  const entity: JsonObject = {
    kind: 'entity',
    formatVersion: 2,
    id: 'order',
    title: 'Order',
    plural: 'Orders',
    icon: 'boxx',
    access: { screen: 'order' },
    display: 'way',
    fields: {
      id: { type: 'integer', title: 'Id', readOnly: true },
      way: { type: 'string', ...choices },
    },
  };
  expect(await diagnosticsOf(entity)).toEqual([
    '/icon unknown-icon box',
    '/fields/way/options/0/icon unknown-icon apps',
  ]);
});

it('renders a node with an unknown icon, and offers the icon that is meant', async () => {
  const document = screenDocument({ body: [tag('a', 'serch')] });
  expect(validateParts(document, registry)).toEqual([]);
  const { diagnostics } = await validateText(JSON.stringify(document), 'screen', registry, {});
  expect(diagnostics.map(({ fix }) => fix?.text)).toEqual(['search']);
});
