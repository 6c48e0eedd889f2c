import '../../../src/app/fonts.css';
import { createDOMRenderer, FluentProvider, RendererProvider } from '@fluentui/react-components';
import type { Theme } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { widgets } from '../../../widgets/index.ts';
import type { JsonObject } from '../../../src/contracts/json.ts';
import { defaultColors } from '../../../src/contracts/session.ts';
import {
  compileDocument,
  counters,
  createLazyRegistry,
  documentTypes,
  resetCounters,
} from '../../../src/engine/core/index.ts';
import type { Counters } from '../../../src/engine/core/index.ts';
import { EngineProvider, Screen, preloadWidgets } from '../../../src/engine/react/index.ts';
import { createI18n, type I18n } from '../../../src/app/i18n/i18n.ts';
import { loadThemeMaker } from '../../../src/ui/index.ts';
import { loadChartParts } from '../../../src/ui/charts/load-parts.ts';
import '../../../src/app/base.css';
import { pointKinds } from './points.ts';
import { caseOf, schemaCase, type BenchCase } from './cases.ts';
import { memoryHost } from './host.ts';
import type { Twin } from './twins.tsx';

/**
 * Functions by which benchmarks drive the engine: in the production build, without shell and network. `?case=` mounts a
 * case when the page is loaded, `?twin=`, `?native=` and `?boxed=` the same screen written by hand.
 */
interface BenchWindow {
  __ready?: boolean;
  __counters?: Counters;
  /** Creates a case in memory and loads its widgets, neither of which is timed. */
  __benchCase(name: string): Promise<BenchCase>;
  /** Creates the form of an external schema. */
  __benchSchema(schema: JsonObject): Promise<BenchCase>;
  __mount(definition: BenchCase['definition'], data: BenchCase['data']): void;
  __unmount(): void;
  /** Returns a function that mounts the same screen written by hand. */
  __benchTwin(name: string, twin: Twin): Promise<() => void>;
  __resetCounters(): void;
  /** Milliseconds per 1,000 nodes to migrate and compile a definition for the first time. */
  __compile(definition: BenchCase['definition']): number;
}

const container = document.getElementById('root')!;
const query = new URLSearchParams(window.location.search);
/** Types of widgets that no screen uses, up to the number in `?types=200`. */
const furtherTypes = Array.from(
  { length: Math.max(0, Number(query.get('types')) - widgets.length) },
  (_, at) => ({
    type: `further-${at}`,
    load: () => import('../../../widgets/text/index.ts'),
  }),
);
const registry = createLazyRegistry([...widgets, ...furtherTypes]);
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const renderer = createDOMRenderer(document, nonce ? { styleElementAttributes: { nonce } } : {});
let mounted: Root | null = null;
let theme: Theme;
let texts: I18n;

function render(content: ReactNode): void {
  mounted = createRoot(container);
  mounted.render(
    <RendererProvider renderer={renderer}>
      <FluentProvider theme={theme} style={{ height: '100%' }}>
        {content}
      </FluentProvider>
    </RendererProvider>,
  );
}

async function loaded(types: readonly string[]): Promise<void> {
  await registry.prepare(types);
  preloadWidgets(registry, types);
  await Promise.all(types.map((type) => registry.loaded(type)?.load()));
}

/** Loads the code of a dashboard's tiles as when they are mounted: the library's parts, tables of little width, tools and texts. */
async function loadDashboard(): Promise<void> {
  await Promise.all([
    loadChartParts(['bar', 'svg']),
    texts.need(['charts', 'views']),
    import('../../../src/ui/marks/LazyIcon.tsx'),
    import('../../../widgets/grid/TileTools.tsx'),
    import('../../../widgets/table/Cards.tsx'),
    import('../../../widgets/table/CardsHead.tsx'),
  ]);
}

async function loadCharts(): Promise<void> {
  await Promise.all([
    loadChartParts(['bar', 'line', 'pie', 'scatter', 'heat-map', 'gauge', 'treemap', 'svg', 'canvas']),
    texts.need(['charts', 'views']),
  ]);
}

const noParams = {};
const noErrors: never[] = [];

const bench: BenchWindow = {
  __counters: counters,
  async __benchCase(name) {
    const made = caseOf(name);
    await loaded(documentTypes(made.definition));
    // A bar's rarer controls are code of their own, which it loads when it is mounted.
    if (name.startsWith('filter')) await import('../../../widgets/filter-bar/FilterField.tsx');
    if (name.startsWith('dash')) await loadDashboard();
    if (pointKinds.includes(name.split('-', 1)[0]!)) await loadCharts();
    return made;
  },
  async __benchSchema(schema) {
    await loaded(['form']);
    return schemaCase(schema);
  },
  __mount(definition, data) {
    render(
      <EngineProvider registry={registry} host={memoryHost(data, texts)}>
        <Screen document={definition} params={noParams} diagnostics={noErrors} />
      </EngineProvider>,
    );
  },
  __unmount() {
    mounted?.unmount();
    mounted = null;
  },
  async __benchTwin(name, twin) {
    const { twinOf } = await import('./twins.tsx');
    const screen = twinOf(name, twin);
    return () => render(screen);
  },
  __resetCounters: resetCounters,
  __compile(definition) {
    const copy = structuredClone(definition);
    const started = performance.now();
    const { nodes } = compileDocument(copy, registry, noErrors);
    return ((performance.now() - started) * 1_000) / Math.max(1, nodes.size);
  },
};
Object.assign(window, bench);

/** Not awaited at the top level: code that is loaded meanwhile may import this file, and would wait for it. */
async function start(): Promise<void> {
  const [createTheme, i18n] = await Promise.all([loadThemeMaker('light'), createI18n('pt')]);
  texts = i18n;
  await texts.need(['widgets', 'common', 'forms', 'screens']);
  theme = createTheme(defaultColors, defaultColors);
  const own = query.get('case');
  if (own !== null) {
    const { definition, data } = caseOf(own);
    bench.__mount(definition, data);
  }
  for (const twin of ['twin', 'native', 'boxed'] as const) {
    const name = query.get(twin);
    if (name !== null) (await bench.__benchTwin(name, twin))();
  }
  (window as unknown as BenchWindow).__ready = true;
}
void start();
