import type { JsonObject } from '../../../contracts/json.ts';
import { compileDocument } from '../language/compile.ts';
import type { WidgetSpec } from '../contract.ts';
import type { Screen } from '../compiled-screen.ts';
import { createRegistry, type Registry } from '../language/registry.ts';
import { createScreen } from '../screen/screen.ts';
import { createFakeHost, type FakeHost } from './fake-host.ts';

const base = 'https://molde.app/schemas/widgets/';

/** Creates a widget spec for tests from its properties. */
export function widget(type: string, properties: JsonObject, more: Partial<WidgetSpec> = {}): WidgetSpec {
  return {
    type,
    version: 1,
    title: `$widgets.${type}.title`,
    description: `$widgets.${type}.description`,
    icon: 'square',
    group: 'content',
    size: { w: 1, h: 1 },
    propsSchema: {
      $id: `${base}${type}.schema.json`,
      type: 'object',
      properties,
      additionalProperties: false,
    },
    defaults: {},
    data: 'nothing',
    load: () => Promise.resolve({ default: null }),
    ...more,
  };
}

const text = { $ref: '../prop-text.schema.json' };
const expression = { $ref: '../expression.schema.json' };
const steps = { $ref: '../action.schema.json#/$defs/steps' };

export const label = widget('label', {
  text,
  count: { anyOf: [{ type: 'number' }, expression] },
  map: { type: 'object', additionalProperties: text },
});

export const box = widget('box', { title: text }, { children: 'nodes' });

export const button = widget(
  'button',
  { text, primary: { type: 'boolean' } },
  {
    events: [{ name: 'press', description: '$widgets.button.press' }],
  },
);

export const grid = widget(
  'grid',
  {
    columns: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          title: text,
          value: { $ref: '../row-expression.schema.json' },
        },
        required: ['title'],
        additionalProperties: false,
      },
    },
    rowActions: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          text,
          visible: { $ref: '../row-expression.schema.json' },
          do: steps,
        },
        required: ['id', 'do'],
        additionalProperties: false,
      },
    },
    page: { $ref: '../bind.schema.json' },
  },
  { data: 'rows' },
);

export const form = widget(
  'form',
  {
    form: { type: 'string' },
    document: { type: 'object' },
    keep: { type: 'array', items: { type: 'string' } },
  },
  {
    submits: true,
    events: [
      {
        name: 'submit',
        description: '$widgets.form.submit',
        payload: {
          type: 'object',
          properties: {
            values: { type: 'object', 'x-from': '/document/schema' },
            changes: { type: 'object' },
          },
        },
      },
    ],
  },
);

export const dialog = widget('dialog', { title: text }, { children: 'nodes' });

/** A widget with a slot per row, a slot whose nodes props name, and a slot without a scope. */
export const board = widget(
  'board',
  { pick: { $ref: '../child.schema.json' } },
  {
    children: 'nodes',
    slots: [
      { name: 'lane', description: '$widgets.board.lane', scope: ['row', 'lane'] },
      { name: 'cell', description: '$widgets.board.cell', scope: ['row'], named: true },
      { name: 'footer', description: '$widgets.board.footer' },
    ],
  },
);

export const registry: Registry = createRegistry([label, box, button, grid, form, dialog, board]);

/** A small valid screen document with additional keys. */
export function screenDocument(more: JsonObject = {}): JsonObject {
  return {
    kind: 'screen',
    formatVersion: 2,
    id: 'things',
    path: '/things',
    title: 'Things',
    access: { screen: 'things', verb: 'read' },
    body: [],
    ...more,
  };
}

/** Starts a screen with a fake host. */
export function startScreen(
  more: JsonObject,
  prepare: (host: FakeHost) => void = () => undefined,
  params: Record<string, string> = {},
): { screen: Screen; host: FakeHost } {
  const host = createFakeHost();
  prepare(host);
  const screen = createScreen(compileDocument(screenDocument(more), registry), host, params);
  screen.start();
  return { screen, host };
}
