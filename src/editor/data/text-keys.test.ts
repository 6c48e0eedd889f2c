import { expect, it } from 'vitest';
import { widgets } from '../../../widgets/index.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { createRegistry, loadSpecs } from '../../engine/core/index.ts';
import { createEditor } from '../editor.ts';
import { refusalOfKey, removeText, renameText, usesOfTexts } from './text-keys.ts';

const registry = createRegistry(await loadSpecs(widgets));

const document: JsonObject = {
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: '$sales',
  access: { screen: 'dash-1', verb: 'read' },
  body: [
    { id: 'keyed', type: 'text', at: { x: 4, y: 0, w: 4, h: 2 }, props: { text: '$sales' } },
    {
      id: 'go',
      type: 'button',
      at: { x: 0, y: 2, w: 2, h: 1 },
      props: { text: '$sales-2' },
      on: { press: [{ toast: { success: '$sales' } }] },
    },
  ],
  strings: { pt: { sales: 'Vendas', 'sales-2': 'V', unused: 'x' }, en: { sales: 'Sales' } },
};

it('a text that gets another key is shown by what showed it, and one undo takes it back', () => {
  const editor = createEditor(document, registry);
  editor.dispatch(renameText(editor.store.getState().model, 'sales', 'revenue'));
  const renamed = editor.document();
  expect(renamed).toMatchObject({
    title: '$revenue',
    strings: { pt: { revenue: 'Vendas', 'sales-2': 'V' }, en: { revenue: 'Sales' } },
    body: [
      { props: { text: '$revenue' } },
      { props: { text: '$sales-2' }, on: { press: [{ toast: { success: '$revenue' } }] } },
    ],
  });
  expect(JSON.stringify(renamed)).not.toContain('"sales"');
  editor.undo();
  expect(editor.document()).toEqual(document);
});

it('a text goes in all languages, and says before what shows it', () => {
  const editor = createEditor(document, registry);
  const { model } = editor.store.getState();
  expect(
    usesOfTexts(model)
      .get('sales')
      ?.map(({ node }) => node),
  ).toEqual([null, 'keyed', 'go']);
  expect(usesOfTexts(model).has('unused')).toBe(false);
  editor.dispatch(removeText(model, 'unused'));
  expect(editor.document().strings).toEqual({
    pt: { sales: 'Vendas', 'sales-2': 'V' },
    en: { sales: 'Sales' },
  });
});

it('a key is refused that another text has, or that no reference can name', () => {
  expect(refusalOfKey(document, 'sales-2')).toBe('taken');
  for (const key of ['', ' a', 'a b', '$a', '__proto__', 'constructor'])
    expect(refusalOfKey(document, key)).toBe('invalid');
  expect(refusalOfKey(document, 'charts.sales_3')).toBeNull();
});
