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
import { loadThemeMaker } from '../../../src/ui/index.ts';
import { caseOf, schemaCase, type BenchCase } from './cases.ts';
import { memoryHost } from './host.ts';

/**
 * What benches of any kind drive the engine with: the production build, no shell, no network. `?case=` mounts by itself
 * when the page is loaded, `?twin=` the same screen written by hand.
 */
interface BenchWindow {
  __ready?: boolean;
  __counters?: Counters;
  /** A case by name, made in memory, and its widgets loaded: none of it is part of what is timed. */
  __benchCase(name: string): Promise<BenchCase>;
  /** The form of a schema from elsewhere. */
  __benchSchema(schema: JsonObject): Promise<BenchCase>;
  __mount(definition: BenchCase['definition'], data: BenchCase['data']): void;
  __unmount(): void;
  /** The same case as one would write it with Fluent's components. */
  __benchTwin(name: string): Promise<() => void>;
  __resetCounters(): void;
  /** Milliseconds per 1,000 nodes to check nothing, lift and compile a definition that was never seen. */
  __compile(definition: BenchCase['definition']): number;
}

const place = document.getElementById('root')!;
const asked = new URLSearchParams(window.location.search);
/** `?types=200`: as many types as that, beside ours some that no screen has. */
const strange = Array.from({ length: Math.max(0, Number(asked.get('types')) - widgets.length) }, (_, at) => ({
  type: `strange-${at}`,
  load: () => import('../../../widgets/text/index.ts'),
}));
const registry = createLazyRegistry([...widgets, ...strange]);
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const renderer = createDOMRenderer(document, nonce ? { styleElementAttributes: { nonce } } : {});
let mounted: Root | null = null;
let theme: Theme;

function draw(what: ReactNode): void {
  mounted = createRoot(place);
  mounted.render(
    <RendererProvider renderer={renderer}>
      <FluentProvider theme={theme} style={{ height: '100%' }}>
        {what}
      </FluentProvider>
    </RendererProvider>,
  );
}

async function loaded(types: readonly string[]): Promise<void> {
  await registry.prepare(types);
  preloadWidgets(registry, types);
  await Promise.all(types.map((type) => registry.loaded(type)?.load()));
}

const noParams = {};
const noErrors: never[] = [];

const bench: BenchWindow = {
  __counters: counters,
  async __benchCase(name) {
    const made = caseOf(name);
    await loaded(documentTypes(made.definition));
    return made;
  },
  async __benchSchema(schema) {
    await loaded(['form']);
    return schemaCase(schema);
  },
  __mount(definition, data) {
    draw(
      <EngineProvider registry={registry} host={memoryHost(data)}>
        <Screen document={definition} params={noParams} diagnostics={noErrors} />
      </EngineProvider>,
    );
  },
  __unmount() {
    mounted?.unmount();
    mounted = null;
  },
  async __benchTwin(name) {
    const { twinOf } = await import('./twins.tsx');
    const twin = twinOf(name);
    return () => draw(twin);
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

/** Not awaited at the top of the file: code that is loaded while it waits may need this very file, and wait for it in turn. */
async function start(): Promise<void> {
  const createTheme = await loadThemeMaker('light');
  theme = createTheme(defaultColors, defaultColors);
  const [own, twin] = [asked.get('case'), asked.get('twin')];
  if (own !== null) {
    const { definition, data } = caseOf(own);
    bench.__mount(definition, data);
  }
  if (twin !== null) (await bench.__benchTwin(twin))();
  (window as unknown as BenchWindow).__ready = true;
}
void start();
