import type { JsonObject } from '../../../contracts/json.ts';
import type { CompiledNode, CompiledSource } from '../compiled-screen.ts';
import type { Path } from './paths.ts';

/** Whether some references read a source's data. */
const reads = (refs: readonly Path[], id: string): boolean =>
  refs.some(([root, read]) => root === 'data' && read === id);

/**
 * The sources of a dashboard that wait for a mounted node which reads them, itself or through other sources. Those that
 * only steps read load at once: a step finds what is there, and mounts nothing.
 */
export function deferredSources(
  document: JsonObject,
  nodes: readonly CompiledNode[],
  sources: ReadonlyMap<string, CompiledSource>,
): ReadonlySet<string> {
  if (document['kind'] !== 'dashboard') return new Set();
  const steps = nodes.map(({ on }) => JSON.stringify(on)).join('\n');
  const found = new Set<string>();
  const isRead = (id: string): boolean =>
    nodes.some(({ refs }) => reads(refs, id)) ||
    [...sources.values()].some((other) => other.id !== id && reads(other.refs, id) && isRead(other.id));
  for (const id of sources.keys()) {
    if (!steps.includes(`data.${id}`) && isRead(id)) found.add(id);
  }
  return found;
}
