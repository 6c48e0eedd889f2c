import { makeStyles, tokens } from '@fluentui/react-components';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useMemo, useState } from 'react';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { parseObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { createRegistry, type Screen as CoreScreen } from '../../engine/core/index.ts';
import { EngineProvider, Screen } from '../../engine/react/index.ts';
import { textOf } from '../checks.ts';
import { storyDocument } from '../document.ts';
import { readGlobals } from '../globals.ts';
import { createStoryHost, translate } from '../host.ts';
import { sampleRows } from '../samples.ts';
import { specs } from '../specs.ts';
import { Appearance, ScreenStage } from '../Stage.tsx';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
    height: '100vh',
    '@media (max-width: 767.98px)': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: '60vh auto',
      height: 'auto',
    },
  },
  editor: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: 0,
    '& > :last-child': { flex: '1 1 0', minHeight: 0 },
  },
  heading: {
    margin: 0,
    padding: '16px 16px 0',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
  },
  hint: { margin: 0, padding: '0 16px 12px' },
  stage: {
    minWidth: 0,
    minHeight: 0,
    overflow: 'auto',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

const registry = createRegistry(specs);

/** The sources that a node may use: one for each shape of sample. */
const shapes = { people: 'person', orders: 'order', files: 'file', places: 'place' } as const;
const sources = Object.fromEntries(
  Object.keys(shapes).map((id) => [id, { get: `/${id}`, rows: 'data.rows', total: 'data.totalRows' }]),
);
const answers = new Map(
  Object.entries(shapes).map(([id, shape]) => [`/${id}`, { rows: sampleRows(shape, 60) }]),
);

const columns: JsonObject[] = [
  { field: 'name', title: '$fields.name', cell: 'avatar', sort: true },
  { field: 'city', title: '$story.city' },
  { field: 'age', title: '$story.age', cell: 'number' },
];
const node: JsonObject = { id: 'people', type: 'table', source: 'people', props: { columns } };
const view: JsonObject = {
  kind: 'dashboard',
  formatVersion: 2,
  id: 'playground',
  title: 'Vendas',
  access: { any: [] },
  state: { filters: {} },
  sources: {
    orders: { get: '/orders', rows: 'data.rows' },
    all: {
      value: { $expr: '[{ "orders": $count(data.orders.rows), "total": $sum(data.orders.rows.total) }]' },
    },
  },
  header: [{ id: 'header', type: 'page-header', props: { title: 'Vendas' } }],
  filters: [
    {
      id: 'bar',
      type: 'filter-bar',
      props: {
        bind: 'state.filters',
        fields: [{ field: 'code', control: 'text', label: 'Código' }],
      },
    },
  ],
  body: [
    {
      id: 'count',
      type: 'stat',
      source: 'all',
      at: { x: 0, y: 0, w: 4, h: 2 },
      props: { label: 'Pedidos', field: 'orders' },
    },
    {
      id: 'list',
      type: 'table',
      source: 'orders',
      at: { x: 0, y: 2, w: 12, h: 8 },
      props: {
        columns: [
          { field: 'code', title: 'Código' },
          { field: 'customer', title: 'Cliente' },
        ],
      },
    },
  ],
};

/** A screen of the typed text alone: the code editor of the product. */
const editorDocument = (value: JsonObject): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id: 'playground-editor',
  path: '/playground-editor',
  title: '',
  layout: 'work',
  access: { any: [] },
  state: { text: '', schema: schemaOf(value) },
  body: [
    {
      id: 'typed',
      type: 'code-editor',
      props: {
        label: 'Definition',
        value: value as Json,
        bind: 'state.text',
        schema: { $expr: 'state.schema' },
        guard: false,
      },
    },
  ],
});

/** Kind that a typed value is edited and rendered as: a screen or a view, else a node. */
function schemaOf({ kind }: JsonObject): 'screen' | 'dashboard' | 'node' {
  return kind === 'screen' || kind === 'dashboard' ? kind : 'node';
}

/** The typed document; a node stands in a screen of its own. */
function documentOf(value: JsonObject): JsonObject {
  if (schemaOf(value) !== 'node') return value;
  return {
    ...storyDocument(specs[0]!, { state: 'ready', samples: [], count: 0 }),
    sources,
    body: [value],
  };
}

const noParams = {};
const noDiagnostics: readonly never[] = [];
const textPath = ['state', 'text'];
const schemaPath = ['state', 'schema'];

function Playground({ globals, value }: { globals: Record<string, unknown>; value: JsonObject }) {
  const styles = useStyles();
  const settings = useMemo(() => readGlobals(globals), [globals]);
  const { language } = settings;
  const host = useMemo(() => createStoryHost({ language, answers }), [language]);
  const editing = useMemo(() => editorDocument(value), [value]);
  const [editor, setEditor] = useState<CoreScreen | null>(null);
  // The last value stays rendered while the text is no JSON.
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (!editor) return undefined;
    const { store } = editor;
    return store.subscribe([textPath], () => {
      const text = store.get(textPath);
      // Without changes the bound text is empty.
      const next = text === '' ? value : parseObject(String(text));
      if (next === null) return;
      store.set(schemaPath, schemaOf(next));
      setTyped(next);
    });
  }, [editor, value]);
  const document = useMemo(() => documentOf(typed), [typed]);
  return (
    <Appearance settings={settings} whole>
      <div className={styles.page}>
        <div className={styles.editor}>
          <h1 className={styles.heading}>Playground</h1>
          <p className={styles.hint}>
            A node (sources: people, orders, files, places), a screen, or a whole view.
          </p>
          <EngineProvider registry={registry} host={host}>
            <Screen
              document={editing}
              params={noParams}
              diagnostics={noDiagnostics}
              onOpen={setEditor}
              embedded
            />
          </EngineProvider>
        </div>
        <div className={styles.stage}>
          <ScreenStage document={document} registry={registry} host={host} height="100%" />
        </div>
      </div>
    </Appearance>
  );
}

interface Args {
  value: JsonObject;
}

export default {
  title: 'Molde/Playground',
  tags: ['!autodocs'],
  args: { value: node },
  argTypes: { value: { control: false } },
  render: ({ value }, { globals }) => <Playground globals={globals} value={value} />,
} satisfies Meta<Args>;

/** The text of the editor, ready to be typed into. */
async function typingSurface(canvasElement: HTMLElement): Promise<HTMLElement> {
  // Before its text is there an editor takes no keys.
  await waitFor(() => expect(canvasElement.querySelector('.monaco-editor .view-line')).not.toBeNull());
  const surface = canvasElement.querySelector<HTMLElement>('.monaco-editor textarea')!;
  surface.focus();
  return surface;
}

export const Node: StoryObj<Args> = {
  async play({ canvas, canvasElement }) {
    await canvas.findAllByText('Helena Drummond');
    await typingSurface(canvasElement);
    await expect(canvas.queryAllByRole('alert')).toEqual([]);
  },
};

export const WithDiagnostics: StoryObj<Args> = {
  args: { value: { ...node, props: { columns, colour: 'red' } } },
  async play({ canvas, canvasElement, globals }) {
    const { language } = readGlobals(globals);
    await canvas.findByText(translate(language, 'widgets.frame.invalid.title') ?? '');
    await expect(await canvas.findByRole('listitem')).toHaveTextContent(/colour/);
    await typingSurface(canvasElement);
    await waitFor(async () => {
      await userEvent.keyboard('{Control>}a{/Control}');
      await expect(canvasElement.querySelector('.monaco-editor .selected-text')).not.toBeNull();
    });
    await userEvent.paste(JSON.stringify({ id: 'title', type: 'text', props: { text: '$story.text' } }));
    await canvas.findByText(textOf('$story.text', language) ?? '');
  },
};

/** A whole view, whose parts the editor completes. */
export const View: StoryObj<Args> = {
  args: { value: view },
  async play({ canvas, canvasElement }) {
    await canvas.findByRole('heading', { level: 1, name: 'Vendas' });
    await canvas.findAllByText('PED-4000');
    await typingSurface(canvasElement);
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{End}{Enter}');
    await userEvent.keyboard('"');
    await screen.findByText('breadcrumb');
  },
};
