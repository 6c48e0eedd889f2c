import { expect, it } from 'vitest';
import { widgets } from '../../widgets/index.ts';
import { createRegistry, loadSpecs } from '../engine/core/index.ts';
import { openDocument } from './model/convert.ts';
import { nodeName, type Naming } from './names.ts';

const registry = createRegistry(await loadSpecs(widgets));
const model = openDocument({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  body: [
    { id: 'month', use: 'widget/sales', at: { x: 0, y: 0, w: 6, h: 3 } },
    { use: 'widget/gone' },
    { use: 'greeting' },
  ],
});
const naming: Naming = {
  registry,
  lang: 'pt',
  t: (key) => (key === 'editor.widgets.section' ? 'Widget salvo' : key),
  saved: new Map([['sales', 'Vendas do mês']]),
};

it('a saved widget is called by its title, and never by its path', () => {
  const names = model.children['/body']!.map((key) => nodeName(model, key, naming));
  expect(names).toEqual(['Vendas do mês', 'Widget salvo', 'greeting']);
});
