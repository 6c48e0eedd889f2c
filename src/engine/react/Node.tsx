import { memo, useMemo, useSyncExternalStore } from 'react';
import type { CompiledNode } from '../core/index.ts';
import { NodeContext, useScreen } from './context.ts';
import { CrashNotice, DiagnosticNotice, FrameSkeleton } from './notices.tsx';
import { WidgetFrame } from './WidgetFrame.tsx';

function Observed({ node }: { node: CompiledNode }) {
  const screen = useScreen();
  const observed = useMemo(() => screen.observeNode(node), [screen, node]);
  const snapshot = useSyncExternalStore(observed.subscribe, observed.get);
  const items = useMemo(
    () =>
      node.children.map((child) => ({
        id: child.id,
        element: <Node key={child.id} node={child} />,
        at: child.at,
      })),
    [node],
  );
  if (!snapshot.visible || !node.spec) return null;
  if (snapshot.error) return <CrashNotice node={node} error={snapshot.error} />;
  if (snapshot.pending) return <FrameSkeleton group={node.spec.group} />;
  return <WidgetFrame node={node} spec={node.spec} snapshot={snapshot} parts={items} />;
}

/** One node of a document in its place. Renders again only when something that it refers to has changed. */
export const Node = memo(function Node({ node }: { node: CompiledNode }) {
  if (node.diagnostics.length > 0) return <DiagnosticNotice node={node} />;
  return (
    <NodeContext.Provider value={node}>
      <Observed node={node} />
    </NodeContext.Provider>
  );
});
