import { memo, useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { isObject } from '../../../contracts/json.ts';
import { ErrorBoundary, LazyComponent, lazyComponent } from '../../../ui/index.ts';
import { countRender } from '../../core/index.ts';
import type { CompiledNode, Screen, SourceState, WidgetSpec } from '../../core/index.ts';
import { NodeContext, NoticeFrameContext, RowContext, WholeContext, useScreen } from '../context.ts';
import type { WidgetChild, WidgetData, WidgetProps } from '../contract.ts';
import { useText } from '../hooks.ts';
import { takeMount, waitForMount } from './mount-slices.ts';
import {
  CrashNotice,
  DiagnosticNotice,
  EmptyNotice,
  FrameSkeleton,
  LoadNotice,
  MissingNotice,
  SourceNotice,
} from '../screen/notices.tsx';
import { useRowFailures } from '../rows/row-failures.ts';
import { widgetCode, type WidgetCodeState } from './widget-code.ts';

const noRows: readonly never[] = [];

// Loaded with the first document that repeats nodes.
const repeatedNodes = lazyComponent(() => import('./RepeatedNodes.tsx'));

const uncomputedBar = lazyComponent(() => import('../rows/UncomputedBar.tsx'));

// Loaded with the first document that has a source with `every` or `on`.
const watchedNode = lazyComponent(() => import('./WatchedNode.tsx'));

/** Says to the screen whether a node is in view that reads a source which is kept fresh. */
function InView({ node, children }: { node: CompiledNode; children: ReactNode }) {
  return (
    <LazyComponent source={watchedNode} renderFailed={() => <>{children}</>}>
      {(WatchedNode) => <WatchedNode node={node}>{children}</WatchedNode>}
    </LazyComponent>
  );
}

/** @param kind a widget of one record shows the first of a source of rows */
function toWidgetData(
  state: SourceState | undefined,
  retry: () => void,
  kind?: WidgetSpec['data'],
): WidgetData {
  if (!state) {
    return {
      status: 'idle',
      rows: noRows,
      total: 0,
      record: null,
      refreshing: false,
      stale: false,
      error: null,
      retry,
    };
  }
  const { status, rows, total, refreshing, stale, error } = state;
  const record = (kind === 'record' && rows[0]) || state.record;
  return { status, rows, total, record, refreshing, stale, error, retry };
}

/** Notice or skeleton that replaces the widget in some states of a source; null: the widget is rendered. */
function sourceNotice(spec: WidgetSpec, kind: WidgetSpec['data'], data: WidgetData): ReactElement | null {
  const record = kind === 'record';
  const empty = record ? data.record === null : data.rows.length === 0;
  if (data.status === 'missing') return <MissingNotice />;
  if (!empty) return null;
  if (data.status === 'error')
    return <SourceNotice failure={data.error} record={record} busy={data.refreshing} retry={data.retry} />;
  if (data.status === 'ready') return <EmptyNotice />;
  return spec.rendersLoading ? null : <FrameSkeleton group={spec.group} />;
}

interface NodeProps {
  node: CompiledNode;
  spec: WidgetSpec;
}

/** Renders nothing until the node is mounted. It waits for the code too, so that no code arrives for many nodes at once. */
function WaitingNode({ node, spec, onMount }: NodeProps & { onMount: () => void }) {
  const code = widgetCode(spec);
  const { status } = useSyncExternalStore(code.subscribe, code.get);
  useEffect(() => code.preload(), [code]);
  useEffect(() => {
    if (status === 'loading') return undefined;
    return waitForMount({ order: node.order, size: node.size, mount: onMount });
  }, [node, status, onMount]);
  return null;
}

/** A node of a document, mounted at once or, on a screen of many nodes, in one of the next tasks. */
const Node = memo(function Node({ node, spec }: NodeProps) {
  const whole = useContext(WholeContext);
  // A row's nodes are mounted with their row, as the rows' container limits the number of rows.
  const [mounted, setMounted] = useState(() => whole || takeMount());
  const mount = useCallback(() => setMounted(true), []);
  return mounted ? (
    <MountedNode node={node} spec={spec} />
  ) : (
    <WaitingNode node={node} spec={spec} onMount={mount} />
  );
});

/** State that a node keeps as long as it exists. */
interface NodeParts extends Pick<WidgetProps<never>, 'childItems' | 'slots' | 'fire' | 'listens'> {
  observed: ReturnType<Screen['observeNode']>;
  elements: readonly ReactNode[];
  retry(): void;
  retrySource(name: string): void;
  report(error: unknown): void;
  renderCrash(error: unknown, retry: () => void): ReactNode;
}

/**
 * One mounted node. It loads the widget's code, renders the states of its source instead of the widget, and contains the
 * widget's errors. Adds no DOM of its own.
 */
function MountedNode({ node, spec }: NodeProps) {
  const screen = useScreen();
  const id = node.id + useContext(RowContext);
  const code = widgetCode(spec);
  const loaded = useSyncExternalStore(code.subscribe, code.get);
  useEffect(() => code.preload(), [code]);
  const parts = useMemo(() => partsOf(screen, node), [screen, node]);
  const { report } = parts;
  useEffect(() => {
    if (loaded.status === 'failed') report(loaded.error);
  }, [loaded, report]);
  const content = <NodeContent {...{ id, node, spec, loaded, parts }} />;
  const shown = screen.isLive(node) ? <InView node={node}>{content}</InView> : content;
  return <NodeContext.Provider value={node}>{shown}</NodeContext.Provider>;
}

/** Renders again when a value that the node refers to has changed: on a screen of many nodes this is what a change costs. */
function NodeContent({
  id,
  node,
  spec,
  loaded,
  parts,
}: NodeProps & { id: string; loaded: WidgetCodeState; parts: NodeParts }): ReactElement | null {
  const { observed } = parts;
  const inFrame = useContext(NoticeFrameContext);
  const {
    visible,
    error,
    pending,
    props,
    data: state,
    sources: states,
  } = useSyncExternalStore(observed.subscribe, observed.get);
  const { data, sources } = useMemo(
    () => ({ data: toWidgetData(state, parts.retry, spec.data), sources: namedData(spec, states, parts) }),
    [spec, state, states, parts],
  );

  if (!visible) return null;
  if (error) return <CrashNotice node={node} error={error} />;
  if (pending || loaded.status === 'loading') return <FrameSkeleton group={spec.group} />;
  if (loaded.status !== 'ready')
    return <LoadNotice slow={loaded.status === 'slow'} retry={widgetCode(spec).retry} />;
  const framed = node.source !== null && spec.data !== 'nothing' && !spec.rendersStates && state;
  const notice = (framed ? sourceNotice(spec, spec.data, data) : null) ?? requiredNotice(node, spec, sources);
  if (notice) return inFrame ? inFrame(node.id, notice) : notice;
  const { component: Widget } = loaded;
  countRender(node.id);
  return (
    <>
      <ErrorBoundary onError={parts.report} renderFallback={parts.renderCrash}>
        <Widget
          id={id}
          // The registry has validated these props against the schema that the widget's type is made from.
          props={props as never}
          data={data}
          sources={sources}
          childItems={parts.childItems}
          slots={parts.slots}
          fire={parts.fire}
          listens={parts.listens}
        >
          {parts.elements}
        </Widget>
      </ErrorBoundary>
      <Uncomputed node={node} />
    </>
  );
}

/** Says below a widget which of its expressions over rows have no result. */
function Uncomputed({ node }: { node: CompiledNode }) {
  const t = useText();
  const failures = useRowFailures(node);
  if (failures.length === 0) return null;
  const told = failures.map(({ name, source, error }) => ({
    text: t('widgets.frame.uncomputed', { name: name ?? source }),
    error,
  }));
  return (
    <LazyComponent source={uncomputedBar}>
      {(UncomputedBar) => <UncomputedBar failures={told} />}
    </LazyComponent>
  );
}

/** Sources of a widget without named ones. */
const noSources: Readonly<Record<string, WidgetData>> = {};

function namedData(
  spec: WidgetSpec,
  states: Readonly<Record<string, SourceState | undefined>>,
  { retrySource }: NodeParts,
): Readonly<Record<string, WidgetData>> {
  if (spec.sources === undefined) return noSources;
  return Object.fromEntries(
    spec.sources.map(({ name }) => [name, toWidgetData(states[name], () => retrySource(name))]),
  );
}

/** Notice or skeleton for a required source among the named ones; null: the widget is rendered. */
function requiredNotice(
  node: CompiledNode,
  spec: WidgetSpec,
  sources: Readonly<Record<string, WidgetData>>,
): ReactElement | null {
  for (const { name, required, data } of spec.sources ?? []) {
    if (!required || node.sources[name] === undefined) continue;
    const notice = sourceNotice(spec, data, sources[name]!);
    if (notice) return notice;
  }
  return null;
}

function partsOf(screen: Screen, node: CompiledNode): NodeParts {
  const childItems = toItems(node.children);
  screen.openSourcesOf(node);
  return {
    observed: screen.observeNode(node),
    childItems,
    elements: childItems.map(({ element }) => element),
    slots: toSlots(node),
    ...nodeCalls(screen, node),
    retrySource(name) {
      const source = node.sources[name];
      if (source !== undefined) void screen.refresh([source]);
    },
    report: (error) => screen.host.report({ document: screen.compiled.id, node: node.id, error }),
    renderCrash: (error, retry) => <CrashNotice node={node} error={error} retry={retry} />,
  };
}

const toItems = (nodes: readonly CompiledNode[]): WidgetChild[] =>
  nodes.map((node) => ({ id: node.id, element: nodeElement(node), at: node.at }));

const toSlots = ({ slots }: CompiledNode): WidgetProps<never>['slots'] =>
  Object.fromEntries(
    // A slot whose nodes the person may not see is an empty list.
    Object.entries(slots).flatMap(([slot, nodes]) => (nodes.length > 0 ? [[slot, toItems(nodes)]] : [])),
  );

/** Functions passed to the node's widget; the same ones as long as the node exists. */
function nodeCalls(
  screen: Screen,
  node: CompiledNode,
): Pick<WidgetProps<never>, 'fire' | 'listens'> & Pick<WidgetData, 'retry'> {
  return {
    async fire(event, payload, row) {
      const { host, compiled } = screen;
      host.checkEvent?.({ document: compiled.id, node: node.id, spec: node.spec!, event, payload });
      const steps = Object.hasOwn(node.on, event) ? node.on[event] : undefined;
      if (!steps) return;
      await screen.run({ node: node.id, event }, steps, {
        ...(payload === undefined ? {} : { event: payload }),
        ...(row === undefined ? {} : { row }),
        // No change is lost while the steps for an earlier one run.
        ...(event === 'change' || event === 'select'
          ? { waits: isObject(payload) ? String(payload.field ?? '') : '' }
          : {}),
      });
    },
    listens: (event) => Object.hasOwn(node.on, event),
    retry() {
      if (node.source !== null) void screen.refresh([node.source]);
    },
  };
}

/** A valid node without its repeat: one instance, in the scope around it. */
export const instanceElement = (node: CompiledNode): ReactElement => <Node node={node} spec={node.spec!} />;

/** A node as a keyed element: a notice for one that has errors, else its widget in its frame. */
export function nodeElement(node: CompiledNode): ReactElement {
  return node.spec === undefined || node.diagnostics.length > 0 ? (
    <DiagnosticNotice key={node.id} node={node} />
  ) : node.repeat ? (
    <LazyComponent
      key={node.id}
      source={repeatedNodes}
      renderFailed={(retry) => <LoadNotice slow={false} retry={retry} />}
    >
      {(RepeatedNodes) => (
        <RepeatedNodes node={node} repeat={node.repeat!}>
          {instanceElement(node)}
        </RepeatedNodes>
      )}
    </LazyComponent>
  ) : (
    <Node key={node.id} node={node} spec={node.spec} />
  );
}
