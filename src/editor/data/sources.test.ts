import { describe, expect, it } from 'vitest';
import type { ColumnChoice, DataChoice } from '../../contracts/data-choice.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { widgets } from '../../../widgets/index.ts';
import { createRegistry, loadSpecs } from '../../engine/core/index.ts';
import { createEditor } from '../editor.ts';
import { chooseData, removeData } from './sources.ts';

const registry = createRegistry(await loadSpecs(widgets));

const column = (
  name: string,
  type: ColumnChoice['type'],
  more: Partial<ColumnChoice> = {},
): ColumnChoice => ({
  name,
  type,
  unit: null,
  titles: { pt: name, en: name, es: name },
  text: null,
  ...more,
});

const sales: DataChoice = {
  kind: 'dataset',
  id: 'sales-by-month',
  title: 'Vendas',
  parameters: [],
  columns: [
    column('month', 'date', { unit: 'month', text: '$fields.createdAt' }),
    column('orders', 'number', { titles: { pt: 'Pedidos', en: 'Orders', es: 'Pedidos' } }),
    column('amount', 'number'),
  ],
};

const documentOf = (node: JsonObject): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Visão',
  access: { session: true },
  body: [node],
});

const chart: JsonObject = {
  id: 'chart',
  type: 'chart',
  at: { x: 0, y: 0, w: 6, h: 6 },
  props: { category: 'name', series: [{ field: 'value', label: 'Gráfico' }], title: 'Gráfico' },
};
const bodyOf = (document: JsonObject): JsonObject => (document['body'] as JsonObject[])[0]!;

describe('the choice of data', () => {
  it('adds the source, chooses columns and labels, and is one step back', () => {
    const before = documentOf(chart);
    const editor = createEditor(before, registry);
    const report = chooseData(editor, 'chart', { kind: 'new', data: sales }, 'Gráfico', 'Vendas');
    expect(report).toMatchObject({ done: true, values: { title: 'Vendas' } });
    const after = editor.document();
    expect(after).toMatchObject({
      sources: { salesByMonth: { dataset: 'sales-by-month' } },
      strings: { pt: { column_orders: 'Pedidos' }, en: { column_orders: 'Orders' } },
    });
    expect(bodyOf(after)).toMatchObject({
      source: 'salesByMonth',
      props: {
        category: 'month',
        unit: 'month',
        series: [{ field: 'orders', label: '$column_orders' }],
        title: 'Gráfico',
      },
    });
    expect(Object.keys(bodyOf(after))).toEqual(['id', 'type', 'source', 'at', 'props']);
    editor.undo();
    expect(JSON.stringify(editor.document())).toBe(JSON.stringify(before));
  });

  it('keeps columns that the new source has, and labels that somebody wrote', () => {
    const own = { ...chart, props: { category: 'month', series: [{ field: 'amount', label: 'Meu texto' }] } };
    const editor = createEditor(documentOf(own), registry);
    chooseData(editor, 'chart', { kind: 'new', data: sales }, 'Gráfico', 'Vendas');
    expect(bodyOf(editor.document())).toMatchObject({
      props: { series: [{ field: 'amount', label: 'Meu texto' }] },
    });
  });

  it('gives a table a column for each of the source, and two figures to a scatter', () => {
    const table = createEditor(documentOf({ id: 'table', type: 'table', props: { columns: [] } }), registry);
    chooseData(table, 'table', { kind: 'new', data: sales }, 'Tabela', 'Vendas');
    const { columns } = bodyOf(table.document())['props'] as { columns: JsonObject[] };
    expect(columns.map(({ field }) => field)).toEqual(['month', 'orders', 'amount']);
    expect(columns[0]).toMatchObject({ title: '$fields.createdAt', cell: 'date' });
    const scatter = createEditor(
      documentOf({ id: 's', type: 'scatter', props: { x: 'a', y: 'b' } }),
      registry,
    );
    chooseData(scatter, 's', { kind: 'new', data: sales }, 'Dispersão', 'Vendas');
    expect(bodyOf(scatter.document())).toMatchObject({ props: { x: 'orders', y: 'amount' } });
  });

  it('removes a source that nothing else reads, and keeps one that something does', () => {
    const editor = createEditor(documentOf(chart), registry);
    chooseData(editor, 'chart', { kind: 'new', data: sales }, 'Gráfico', 'Vendas');
    chooseData(editor, 'chart', { kind: 'new', data: { ...sales, id: 'other' } }, 'Gráfico', 'Outro');
    expect(Object.keys(editor.document()['sources'] as object)).toEqual(['other']);
    const text = { id: 'text', type: 'text', props: { text: { $expr: '$string(data.other.total)' } } };
    editor.dispatch({ type: 'insert', slot: '/body', nodes: [text] });
    removeData(editor, 'chart');
    expect(Object.keys(editor.document()['sources'] as object)).toEqual(['other']);
    expect(bodyOf(editor.document())['source']).toBeUndefined();
  });

  const signIns: DataChoice = {
    kind: 'dataset',
    id: 'sign-ins',
    title: 'Entradas',
    parameters: [],
    columns: [
      column('weekday', 'number', { isGroup: true }),
      column('hour', 'number', { isGroup: true }),
      column('entries', 'number'),
    ],
  };
  const propsOver = (node: JsonObject, data: DataChoice): JsonObject => {
    const editor = createEditor(documentOf(node), registry);
    chooseData(editor, String(node['id']), { kind: 'new', data }, 'Nome', data.title);
    return bodyOf(editor.document())['props'] as JsonObject;
  };

  it('gives a pivot table rows, columns and figures, and no second axis without a second group', () => {
    const pivot = {
      id: 'pivot',
      type: 'pivot-table',
      props: { rows: [{ field: 'name', label: '' }], measures: [{ field: 'value', label: '' }] },
    };
    expect(propsOver(pivot, signIns)).toMatchObject({
      rows: [{ field: 'weekday', label: 'weekday' }],
      columns: [{ field: 'hour', label: 'hour' }],
      measures: [{ field: 'entries', label: 'entries' }],
    });
    const columns = [column('unit', 'text', { isGroup: true }), column('people', 'number')];
    expect(propsOver(pivot, { ...signIns, columns })['columns']).toBeUndefined();
  });

  it('gives a list the first text as its title and one more column with its label', () => {
    const columns = [column('id', 'number'), column('people', 'number'), column('unit', 'text')];
    const list = { id: 'list', type: 'list', props: {} };
    expect(propsOver(list, { ...signIns, columns })).toEqual({
      title: { field: 'unit' },
      meta: [{ field: 'people', label: 'people', format: 'number' }],
    });
    expect(propsOver({ ...list, props: { title: { value: { $expr: 'row.a' } } } }, signIns)['title']).toEqual(
      {
        value: { $expr: 'row.a' },
      },
    );
  });

  it('gives a form the fields of its data, and leaves a form that somebody wrote', () => {
    const form = { id: 'form', type: 'form', props: {} };
    const people: DataChoice = { ...sales, kind: 'entity', id: 'person', title: 'Pessoas' };
    expect(propsOver(form, people)).toMatchObject({
      readOnly: true,
      document: { kind: 'form', entity: 'person', ui: { sections: [{ fields: ['*'] }] } },
      value: { $expr: 'data.person.rows[0]' },
    });
    expect(propsOver(form, sales)['document']).toMatchObject({
      schema: {
        properties: {
          month: { type: 'string', format: 'date', title: '$fields.createdAt' },
          orders: { type: 'number', title: '$column_orders' },
        },
      },
      ui: { sections: [{ fields: ['month', 'orders', 'amount'] }] },
    });
    const own = { document: { kind: 'form', formatVersion: 2, id: 'mine', schema: { type: 'object' } } };
    expect(propsOver({ ...form, props: own }, sales)).toEqual(own);
    expect(propsOver({ ...form, props: { form: 'mine' } }, sales)).toEqual({ form: 'mine' });
  });
});
