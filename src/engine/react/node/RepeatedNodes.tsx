import { useContext, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { failsEverywhere, instancesOf } from '../../core/index.ts';
import type { CompiledNode, Instance } from '../../core/index.ts';
import { InstancesContext, useScreen } from '../context.ts';
import { NodeScope } from './NodeScope.tsx';
import { CrashNotice, FrameSkeleton } from '../screen/notices.tsx';
import { Once } from './Once.tsx';

const none: readonly Instance[] = [];

/**
 * Renders a node once per element of its `repeat`, each in a scope of its own. An instance keeps its place in React by the
 * element's key, and thereby what the person typed and opened. Adds no DOM of its own.
 */
export default function RepeatedNodes({
  node,
  repeat,
  children,
}: {
  node: CompiledNode;
  repeat: NonNullable<CompiledNode['repeat']>;
  /** The node without its repeat. */
  children: ReactNode;
}) {
  const screen = useScreen();
  const around = useContext(InstancesContext);
  const observed = useMemo(() => screen.observeNode(repeat.list), [screen, repeat]);
  const { pending, error, props } = useSyncExternalStore(observed.subscribe, observed.get);
  const [last, setLast] = useState(none);
  const made = (() => {
    // While a list is computed anew, the instances of the last one stay.
    if (error || pending) return error ?? last;
    try {
      return instancesOf(repeat, props.each, screen.scope(), last, around);
    } catch (thrown) {
      return thrown as Error;
    }
  })();
  const instances = made instanceof Error ? none : made;
  if (instances !== last) setLast(instances);
  if (made instanceof Error) {
    const notice = <CrashNotice node={repeat.list} error={made} />;
    return failsEverywhere(repeat, made) ? <Once of={repeat.list}>{notice}</Once> : notice;
  }
  if (pending && instances.length === 0) return <FrameSkeleton group={node.spec?.group ?? 'content'} />;
  return (
    <InstancesContext.Provider value={around * Math.max(1, instances.length)}>
      {instances.map(({ key, names }) => (
        <NodeScope key={key} names={names} scopeKey={key} sliced>
          {children}
        </NodeScope>
      ))}
    </InstancesContext.Provider>
  );
}
