import { useCallback, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { EmptyState } from '../../ui/index.ts';
import { countRender } from '../core/index.ts';
import type { CompiledNode, NodeSnapshot, SourceState, WidgetSpec } from '../core/index.ts';
import { RowContext, useScreen } from './context.ts';
import type { WidgetData, WidgetProps } from './contract.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useText } from './hooks.ts';
import { lazyWidget } from './lazy-widget.ts';
import { FrameSkeleton, LoadNotice, MissingNotice, SourceNotice } from './notices.tsx';

const noRows: readonly never[] = [];

function toWidgetData(state: SourceState | undefined, retry: () => void): WidgetData {
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
  const { status, rows, total, record, refreshing, stale, error } = state;
  return { status, rows, total, record, refreshing, stale, error, retry };
}

/** The widget's own render, apart so that its count is the count of its renders and its throw is caught around it. */
function Drawn({
  node,
  snapshot,
  parts: items,
  component: Widget,
}: {
  node: CompiledNode;
  snapshot: NodeSnapshot;
  parts: WidgetProps<never>['childItems'];
  component: ComponentType<WidgetProps<never>>;
}) {
  const screen = useScreen();
  const suffix = useContext(RowContext);
  countRender(node.id);
  const retry = useCallback(() => {
    if (node.source !== null) void screen.refresh([node.source]);
  }, [screen, node]);
  const data = useMemo(() => toWidgetData(snapshot.data, retry), [snapshot.data, retry]);
  const fire = useCallback<WidgetProps<never>['fire']>(
    async (event, payload, row) => {
      const steps = Object.hasOwn(node.on, event) ? node.on[event] : undefined;
      if (!steps) return;
      await screen.run({ node: node.id, event }, steps, {
        ...(payload === undefined ? {} : { event: payload }),
        ...(row === undefined ? {} : { row }),
      });
    },
    [screen, node],
  );
  const listens = useCallback((event: string) => Object.hasOwn(node.on, event), [node]);
  return (
    <Widget
      id={node.id + suffix}
      // The registry has checked these props against the schema that the widget's type is made from.
      props={snapshot.props as never}
      data={data}
      childItems={items}
      fire={fire}
      listens={listens}
    >
      {items.map((part) => part.element)}
    </Widget>
  );
}

/** What the frame draws in the widget's place because of its source, or null: the widget itself. */
function useSourceState(node: CompiledNode, spec: WidgetSpec, data: SourceState | undefined) {
  const screen = useScreen();
  const t = useText();
  if (node.source === null || spec.needs === 'nothing' || spec.rendersStates === true || !data) return null;
  const source = node.source;
  const empty = spec.needs === 'record' ? data.record === null : data.rows.length === 0;
  if (data.status === 'missing') return <MissingNotice />;
  if (data.status === 'error' && empty) {
    return (
      <SourceNotice
        failure={data.error}
        record={spec.needs === 'record'}
        busy={data.refreshing}
        retry={() => void screen.refresh([source])}
      />
    );
  }
  if ((data.status === 'loading' || data.status === 'idle') && empty)
    return <FrameSkeleton group={spec.group} />;
  if (empty) return <EmptyState icon="list" tone="neutral" title={t('widgets.frame.empty.title')} />;
  return null;
}

/**
 * Surrounds one widget: loads its code (retry after 3 s, while a late arrival still replaces the notice), draws the
 * states of its source in its place, and keeps what it throws from the rest of the screen. Adds no DOM of its own.
 */
export function WidgetFrame({
  node,
  spec,
  snapshot,
  parts: items,
}: {
  node: CompiledNode;
  spec: WidgetSpec;
  snapshot: NodeSnapshot;
  parts: WidgetProps<never>['childItems'];
}) {
  const screen = useScreen();
  const lazy = lazyWidget(spec);
  useEffect(() => lazy.start(), [lazy]);
  const state = useSyncExternalStore(lazy.subscribe, lazy.get);
  const sourceState = useSourceState(node, spec, snapshot.data);
  const report = useCallback(
    (error: unknown) => screen.host.report({ document: screen.compiled.id, node: node.id, error }),
    [screen, node],
  );
  if (state.status === 'loading') return <FrameSkeleton group={spec.group} />;
  if (state.status !== 'ready') return <LoadNotice late={state.status === 'slow'} retry={lazy.retry} />;
  if (sourceState) return sourceState;
  return (
    <ErrorBoundary node={node} onError={report}>
      <Drawn node={node} snapshot={snapshot} parts={items} component={state.component} />
    </ErrorBoundary>
  );
}
