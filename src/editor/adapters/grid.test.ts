import { expect, it } from 'vitest';
import { createRegistry, loadSpecs } from '../../engine/core/index.ts';
import { widgets } from '../../../widgets/index.ts';
import { createEditor } from '../editor.ts';
import { gridLayout, gridPosition } from './grid.ts';

const registry = createRegistry(await loadSpecs(widgets.filter(({ type }) => type === 'text')));
const editorOf = (count: number) =>
  createEditor(
    {
      kind: 'dashboard',
      formatVersion: 2,
      id: 'dash-1',
      title: 'Vendas',
      access: { screen: 'dash-1', verb: 'read' },
      body: Array.from({ length: count }, (_, at) => ({
        id: `text${at}`,
        type: 'text',
        at: { x: 0, y: at * 2, w: 4, h: 2 },
        props: { text: `texto ${at}` },
      })),
    },
    registry,
  );

// Each widget of a canvas asks for its place at every change, so arranging all of them each time would cost their square.
it('arranges a grid once, until a node moves, comes or goes', () => {
  const editor = editorOf(250);
  const layout = () => gridLayout(editor.store.getState().model, '/body', 'large');
  const first = layout();
  expect(first).toHaveLength(250);
  editor.dispatch({ type: 'set', key: 'text3', path: ['props', 'text'], value: 'novo' });
  expect(layout()).toBe(first);

  editor.dispatch({ type: 'place', at: 'large', places: { text0: { x: 4, y: 0, w: 4, h: 2 } } });
  const moved = layout();
  expect(moved).not.toBe(first);
  expect(gridPosition(editor.store.getState().model, 'text0', 'large')).toMatchObject({ x: 4, y: 0 });
  editor.dispatch({ type: 'remove', keys: ['text1'] });
  expect(layout()).toHaveLength(249);
  expect(gridPosition(editor.store.getState().model, 'text1', 'large')).toBeUndefined();
  editor.undo();
  expect(layout()).toEqual(moved);
});
