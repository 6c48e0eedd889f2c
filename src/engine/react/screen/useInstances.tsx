import { useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { instancesOf } from '../../core/index.ts';
import type { CompiledNode, Instance, NodeSnapshot, Scope, Screen } from '../../core/index.ts';
import { InstancesContext, useNode, useScreen } from '../context.ts';
import type { WidgetChild } from '../contract.ts';
import { instanceElement } from '../node/Node.tsx';
import { NodeScope } from '../node/NodeScope.tsx';

type Made = ReadonlyMap<string, readonly Instance[]>;

const none: Made = new Map();

/** Observes the lists of the repeated nodes together. */
function observeLists(screen: Screen, children: readonly CompiledNode[]) {
  const nodes = children.filter(({ repeat, diagnostics }) => repeat && diagnostics.length === 0);
  const states = nodes.map(({ repeat }) => screen.observeNode(repeat!.list));
  let last: readonly NodeSnapshot[] = [];
  return {
    nodes,
    subscribe(listener: () => void) {
      const releases = states.map((state) => state.subscribe(listener));
      return () => releases.forEach((release) => release());
    },
    /** The same list while no snapshot changes. */
    get(): readonly NodeSnapshot[] {
      const next = states.map((state) => state.get());
      if (next.length !== last.length || next.some((one, index) => one !== last[index])) last = next;
      return last;
    },
  };
}

/** The instances of each repeated node; of a node whose list has no value yet the last ones, and none of one that fails. */
function madeOf(
  nodes: readonly CompiledNode[],
  snapshots: readonly NodeSnapshot[],
  last: Made,
  scope: Scope,
  around: number,
): Made {
  const made = new Map<string, readonly Instance[]>();
  nodes.forEach(({ id, repeat }, index) => {
    const { pending, error, props } = snapshots[index]!;
    const before = last.get(id);
    if (pending && before) made.set(id, before);
    if (pending || error) return;
    try {
      made.set(id, instancesOf(repeat!, props.each, scope, before ?? [], around));
    } catch {
      // The node renders the notice.
    }
  });
  const isSame = made.size === last.size && [...made].every(([id, instances]) => last.get(id) === instances);
  return isSame ? last : made;
}

/**
 * The children with an entry for each instance of a repeated one, for a widget that places each of them (a tile each).
 * A repeated child whose list has no value yet, or too many elements, stays one entry, which renders that state.
 */
export function useInstances(items: readonly WidgetChild[]): readonly WidgetChild[] {
  const screen = useScreen();
  const { children } = useNode();
  const around = useContext(InstancesContext);
  const observed = useMemo(() => observeLists(screen, children), [screen, children]);
  const snapshots = useSyncExternalStore(observed.subscribe, observed.get);
  const [last, setLast] = useState(none);
  const made = madeOf(observed.nodes, snapshots, last, screen.scope(), around);
  if (made !== last) setLast(made);
  return useMemo(() => {
    if (made.size === 0) return items;
    const nodes = new Map(observed.nodes.map((node) => [node.id, node]));
    return items.flatMap((item): WidgetChild[] => {
      const instances = made.get(item.id);
      const node = nodes.get(item.id);
      if (!instances || !node) return [item];
      const inside = around * Math.max(1, instances.length);
      return instances.map(({ key, names }) => ({
        id: `${item.id}-${key}`,
        at: item.at,
        instance: { of: item.id, key, names },
        element: (
          <InstancesContext.Provider key={key} value={inside}>
            <NodeScope names={names} scopeKey={key} sliced>
              {instanceElement(node)}
            </NodeScope>
          </InstancesContext.Provider>
        ),
      }));
    });
  }, [items, made, observed, around]);
}
