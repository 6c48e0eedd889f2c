import { expect, it } from 'vitest';
import { widgets } from '../../../widgets/index.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { createRegistry, loadSpecs } from '../../engine/core/index.ts';
import { createEditor } from '../editor.ts';
import { literalTexts, localize, ownTexts, writeText } from './texts.ts';

const registry = createRegistry(await loadSpecs(widgets));

const document: JsonObject = {
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  body: [
    { id: 'plain', type: 'text', at: { x: 0, y: 0, w: 4, h: 2 }, props: { text: 'Olá' } },
    { id: 'keyed', type: 'text', at: { x: 4, y: 0, w: 4, h: 2 }, props: { text: '$sales' } },
    { id: 'price', type: 'text', at: { x: 8, y: 0, w: 4, h: 2 }, props: { text: '$$5' } },
    {
      id: 'go',
      type: 'button',
      at: { x: 0, y: 2, w: 2, h: 1 },
      props: { text: '$sales' },
      on: { press: [{ if: { $expr: 'true' }, then: [{ toast: { success: 'Feito' } }] }] },
    },
  ],
  strings: { pt: { sales: 'Vendas', empty: ' ' }, en: { sales: 'Sales' } },
};

const schemaOf = (type: string) => registry.loaded(type)?.propsSchema;
const open = () => createEditor(document, registry);

it('each text says in which languages it is missing', () => {
  expect(ownTexts(document)).toEqual([
    { key: 'empty', texts: { pt: ' ' }, missing: ['pt', 'en', 'es'] },
    { key: 'sales', texts: { pt: 'Vendas', en: 'Sales' }, missing: ['es'] },
  ]);
  expect(ownTexts({})).toEqual([]);
});

it('a literal text becomes one of the document in one step', () => {
  const editor = open();
  const { model } = editor.store.getState();
  const literals = literalTexts(model, schemaOf);
  expect(literals).toEqual([
    { key: 'plain', path: ['props', 'text'], text: 'Olá' },
    { key: 'price', path: ['props', 'text'], text: '$$5' },
    { key: 'go', path: ['on', 'press', 0, 'then', 0, 'toast', 'success'], text: 'Feito' },
  ]);
  for (const literal of literals)
    editor.dispatch({ type: 'batch', commands: localize(editor.store.getState().model, literal, 'pt') });
  const { body, strings } = editor.document() as { body: JsonObject[]; strings: JsonObject };
  expect(body.map(({ props }) => props)).toEqual([
    { text: '$plain_text' },
    { text: '$sales' },
    { text: '$price_text' },
    { text: '$sales' },
  ]);
  expect(strings['pt']).toMatchObject({
    plain_text: 'Olá',
    price_text: '$5',
    go_press_0_then_0_toast_success: 'Feito',
  });
  expect(JSON.stringify(body[3]!['on'])).toContain('"success":"$go_press_0_then_0_toast_success"');
  editor.undo();
  editor.undo();
  editor.undo();
  expect(editor.document()).toEqual(document);
});

it('an emptied text is removed, and the last one of a key stays until it is written anew', () => {
  const editor = open();
  const sales = () => ownTexts(editor.document()).find(({ key }) => key === 'sales')!;
  editor.dispatch(writeText(sales(), 'en', ''));
  expect(sales().texts).toEqual({ pt: 'Vendas' });
  editor.dispatch(writeText(sales(), 'pt', ''));
  expect(sales()).toEqual({ key: 'sales', texts: { pt: '' }, missing: ['pt', 'en', 'es'] });
  editor.dispatch(writeText(sales(), 'es', 'Ventas'));
  expect(sales().texts['es']).toBe('Ventas');
});
