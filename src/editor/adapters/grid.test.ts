import { describe, expect, it } from 'vitest';
import { createRegistry, formatJson, loadSpecs } from '../../engine/core/index.ts';
import { widgets } from '../../../widgets/index.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import { insertWidget, stepSelection } from '../actions.ts';
import { createEditor, type Editor } from '../editor.ts';
import { breakpoints, type Breakpoint } from '../model/document-model.ts';
import { gridLayout, gridPosition } from './grid.ts';
import { hideCommand, inheritCommand, isArrangedAt } from './widths.ts';

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

it.each<Json>(['3', '', null, {}, [2], true, -1, 0.5, 1e9])(
  'arranges a widget below the others while %j is typed as its row, height or at a width',
  (wrong) => {
    const places: JsonObject[] = [{ y: wrong }, { h: wrong }, { medium: { y: wrong } }, { small: wrong }];
    for (const at of places) {
      if (JSON.stringify(at) === '{"small":{}}') continue;
      const editor = editorOf(2);
      editor.dispatch({
        type: 'place',
        at: 'large',
        places: { text1: { x: 0, y: 2, w: 4, h: 2, ...at } },
      });
      for (const width of breakpoints) {
        const [, second] = gridLayout(editor.store.getState().model, '/body', width);
        expect(second).toMatchObject({ id: 'text1', x: 0, y: 2, w: 12, h: 4 });
      }
    }
  },
);

const rectOf = (editor: Editor, key: string, at: Breakpoint) => {
  const found = gridPosition(editor.store.getState().model, key, at);
  return found && [found.x, found.y, found.w, found.h];
};

describe.each(breakpoints)('a widget that is dropped at the width %s', (at) => {
  it('is one step with what moves out of its way, and undo brings both back', () => {
    const editor = editorOf(3);
    const before = formatJson(editor.document());
    editor.setBreakpoint(at);
    const place = { x: 0, y: 2, w: 12, h: 3 };
    insertWidget(editor, registry.loaded('text')!, 'Texto', { slot: '/body', place });
    expect(editor.store.getState().selection).toEqual(['text']);
    expect(rectOf(editor, 'text', at)).toEqual([0, 2, 12, 3]);
    const rects = ['text0', 'text1', 'text2'].map((key) => rectOf(editor, key, at)![1]);
    expect(rects).toEqual([0, 5, 7]);
    expect(editor.store.getState().history.past).toHaveLength(1);
    editor.undo();
    expect(formatJson(editor.document())).toBe(before);
  });
});

describe('the widths of a view', () => {
  const step = (editor: Editor, at: Breakpoint, change: 'move' | 'resize') => {
    editor.setBreakpoint(at);
    editor.select(['text0']);
    expect(stepSelection(editor, change === 'move' ? 'right' : 'down', change).done).toBe(true);
  };

  it('inherit from the wider one: what is changed for the tablet holds on the phone, and not on a wide screen', () => {
    const editor = editorOf(1);
    step(editor, 'medium', 'resize');
    expect(breakpoints.map((at) => rectOf(editor, 'text0', at)![3])).toEqual([2, 3, 3]);
    // A change of the wide screen reaches the tablet where it has no value of its own.
    step(editor, 'large', 'move');
    expect(rectOf(editor, 'text0', 'medium')).toEqual([1, 0, 4, 3]);
    expect(editor.document()['body']).toMatchObject([{ at: { x: 1, y: 0, w: 4, h: 2, medium: { h: 3 } } }]);
  });

  it('follow the wider one again when they are reset, and stay hidden', () => {
    const editor = editorOf(1);
    const before = formatJson(editor.document());
    step(editor, 'medium', 'resize');
    editor.dispatch(hideCommand(editor, 'text0', true)!);
    const { model } = editor.store.getState();
    expect(isArrangedAt(model, 'text0', 'medium')).toBe(true);
    editor.dispatch(inheritCommand(editor, 'text0')!);
    expect(editor.document()['body']).toMatchObject([{ at: { medium: { hidden: true } } }]);
    expect(isArrangedAt(editor.store.getState().model, 'text0', 'medium')).toBe(false);
    expect(inheritCommand(editor, 'text0')).toBeNull();
    editor.dispatch(hideCommand(editor, 'text0', false)!);
    expect(formatJson(editor.document())).toBe(before);
  });

  it('stack all widgets of the phone again, as one placed widget places all', () => {
    const editor = editorOf(2);
    editor.setBreakpoint('small');
    editor.select(['text1']);
    stepSelection(editor, 'down', 'move');
    expect(isArrangedAt(editor.store.getState().model, 'text0', 'small')).toBe(true);
    editor.dispatch(inheritCommand(editor, 'text1')!);
    expect(['text0', 'text1'].map((key) => rectOf(editor, key, 'small'))).toEqual([
      [0, 0, 12, 2],
      [0, 2, 12, 2],
    ]);
    expect(JSON.stringify(editor.document())).not.toContain('small');
  });

  it('show again on the phone what the tablet hides', () => {
    const editor = editorOf(1);
    editor.setBreakpoint('medium');
    editor.dispatch(hideCommand(editor, 'text0', true)!);
    expect(breakpoints.map((at) => rectOf(editor, 'text0', at) === undefined)).toEqual([false, true, true]);
    editor.setBreakpoint('small');
    editor.dispatch(hideCommand(editor, 'text0', false)!);
    expect(breakpoints.map((at) => rectOf(editor, 'text0', at) === undefined)).toEqual([false, true, false]);
  });
});
