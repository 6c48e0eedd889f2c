import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { addressRefs } from '../language/address.ts';
import type { Source, Text } from '../generated/documents.ts';
import type { CompiledScreen, CompiledSource, SourceState } from '../compiled-screen.ts';
import { bindPath, type Path } from '../language/paths.ts';
import type { Scope } from '../screen/store.ts';

// A source loads once all its needs have a value: the references in its `needs` and those in the braces of its
// address. Until then its status is 'missing', 'loading' or 'error', depending on the missing needs.

/** A reference that must have a value before the source loads. */
export type Need = CompiledSource['needs'][number];

/** @throws AddressError when the address contains anything but plain references. */
export function needsOf(definition: Source): Need[] {
  const inAddress = addressRefs(definition.post ?? definition.get ?? '').map((path) => ({
    name: path.join('.'),
    path,
  }));
  return [...(definition.needs ?? []).map((name) => ({ name, path: bindPath(name) })), ...inAddress];
}

/** Ids of the sources that a source needs. */
function neededSources({ needs }: Pick<CompiledSource, 'needs'>): string[] {
  return needs.flatMap(({ path: [root, id] }) => (root === 'data' && id !== undefined ? [id] : []));
}

const valueNames = ['rows', 'total', 'record', 'value'];

/** Ids of the sources whose values, not only their states, some references read. */
export function sourcesRead(refs: readonly Path[]): string[] {
  const read = refs.filter(
    ([root, id, name]) =>
      root === 'data' && id !== undefined && (name === undefined || valueNames.includes(name)),
  );
  return [...new Set(read.map(([, id]) => id!))];
}

/** References to the statuses of needed sources, since a failed source never provides its value. */
export function neededStatuses(needs: readonly Need[]): Path[] {
  return neededSources({ needs }).map((id) => ['data', id, 'status']);
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

export function missingNeeds(needs: readonly Need[], scope: Scope): Need[] {
  return needs.filter(({ path }) => isEmpty(valueAt(scope, path)));
}

/**
 * State of a source with missing needs. It is loading while another source can still provide a value, and failed
 * when that source failed; the user fills in the other needs.
 */
export function stateOfMissing(
  missing: readonly Need[],
  scope: Scope,
): Pick<SourceState, 'status' | 'missing' | 'error'> {
  const names = new Set<string>();
  let error: SourceState['error'] = null;
  for (const { name, path } of missing) {
    const [root, id = ''] = path;
    // A source without published state is about to load.
    const other = valueAt(scope, ['data', id]) as SourceState | undefined;
    if (root !== 'data' || other?.status === 'ready') names.add(name);
    if (root !== 'data') continue;
    for (const one of other?.missing ?? []) names.add(one);
    error ??= other?.error ?? null;
  }
  if (names.size > 0) return { status: 'missing', missing: [...names], error: null };
  return { status: error ? 'error' : 'loading', missing: [], error };
}

/** Adds the sources that have to be reloaded first: failed ones that these need, and those that computed ones read. */
export function withFailedNeeds(
  ids: Iterable<string>,
  sources: CompiledScreen['sources'],
  hasFailed: (id: string) => boolean,
  found = new Set<string>(),
): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue;
    found.add(id);
    const source = sources.get(id);
    if (!source) continue;
    const others = [
      ...neededSources(source).filter(hasFailed),
      ...(source.value ? sourcesRead(source.refs) : []),
    ];
    withFailedNeeds(others, sources, hasFailed, found);
  }
  return found;
}

/** Cycles of sources that need each other, each once, in the order of their needs. */
export function needCycles(sources: ReadonlyMap<string, { refs: readonly Path[] }>): string[][] {
  const neededIds = (id: string): string[] =>
    (sources.get(id)?.refs ?? [])
      .filter(([root]) => root === 'data')
      .flatMap(([, other]) => (other === undefined ? [...sources.keys()] : [other]))
      .filter((other) => sources.has(other));
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (id: string, trail: readonly string[]): void => {
    const start = trail.indexOf(id);
    if (start >= 0) {
      cycles.push(trail.slice(start));
      return;
    }
    if (done.has(id)) return;
    for (const next of new Set(neededIds(id))) visit(next, [...trail, id]);
    done.add(id);
  };
  for (const id of sources.keys()) visit(id, []);
  return cycles;
}

/** The label of the node's own `bind`, or of one of its `fields`, that edits a path of the state. */
function labelIn(props: JsonObject, reference: string): unknown {
  if (typeof props.bind !== 'string') return undefined;
  if (props.bind === reference) return props.label;
  const fields = Array.isArray(props.fields) ? props.fields.filter(isObject) : [];
  const roots = [props.bind, props.draft].filter((one) => typeof one === 'string');
  return fields.find(({ field }) => roots.some((root) => `${root}.${String(field)}` === reference))?.label;
}

/** The label of the screen's field for a missing need; undefined when no node edits it. */
export function needLabel(compiled: CompiledScreen, name: string): Text | undefined {
  for (const { props } of compiled.nodes.values()) {
    const label = labelIn(props, name);
    if (typeof label === 'string' || isObject(label)) return label as Text;
  }
  return undefined;
}
