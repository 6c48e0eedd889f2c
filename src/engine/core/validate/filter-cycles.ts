import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { filterPlaces, optionRefs, placesRead } from '../sources/filter-options.ts';
import type { Path } from '../language/paths.ts';
import type { Registry } from '../language/registry.ts';
import { needCycles } from '../sources/source-needs.ts';
import { diagnostic } from './diagnostics.ts';
import type { ListedNode } from './nodes.ts';
import type { SourceReads } from './sources.ts';

/** Reports filters whose options depend on each other, or on their own value: none of them could be chosen first. */
export function filterCycleDiagnostics(
  nodes: readonly ListedNode[],
  registry: Registry,
  sources: SourceReads,
): Diagnostic[] {
  const places = nodes.flatMap(({ node, pointer }) => {
    if (!isObject(node) || typeof node.type !== 'string' || !isObject(node.props)) return [];
    if (registry.get(node.type)?.list?.bind !== 'filters') return [];
    const bind = typeof node.props.bind === 'string' ? node.props.bind : 'state.filters';
    return filterPlaces(node.props as JsonObject, bind).map((place) => {
      const fields = (node.props as JsonObject).fields as JsonObject[];
      const at = fields.findIndex((one) => isObject(one) && one.field === place.field);
      const path = place.paths[0]!.join('.');
      return { ...place, path, pointer: `${pointer}/props/fields/${at}/options` };
    });
  });
  const refsOf = (id: string): readonly Path[] => sources.get(id)?.refs ?? [];
  const graph = new Map(
    places.map((place) => {
      const read = placesRead(optionRefs(place.options, refsOf), places);
      return [place.path, { refs: read.map(({ path }): Path => ['data', path]) }];
    }),
  );
  return needCycles(graph).map((cycle) => {
    const found = cycle.map((path) => places.find((place) => place.path === path)!);
    const names = [...found, found[0]!].map(({ field }) => field).join(' → ');
    return diagnostic(found[0]!.pointer, 'filter-cycle', { cycle: names });
  });
}
