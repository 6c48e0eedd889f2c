import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { viewNumber } from '../../../../contracts/view.ts';
import { isExpression } from '../../../../engine/core/index.ts';
import { documentNodes } from '../../definitions/index.ts';
import { filtersOf, type FilterOfView } from './elements.ts';
import { isOwn } from './source.ts';

// Copies for the readers of a published view: its datasets are loaded by view and element.

const copies = new WeakMap<object, JsonObject>();

/**
 * The copy of a published view whose sources of datasets name the call of the view that loads them. Other definitions stay as
 * they are: only a view has elements that are asked for by a number.
 */
export function readersCopy(definition: unknown): unknown {
  if (!isObject(definition as Json)) return definition;
  const document = definition as JsonObject;
  const dashId = viewNumber(document['kind'], document['id']);
  if (dashId === null) return document;
  const known = copies.get(document);
  if (known !== undefined) return known;
  const copy = copyOf(document, dashId);
  copies.set(document, copy);
  return copy;
}

function copyOf(document: JsonObject, dashId: number): JsonObject {
  const copy = structuredClone(document);
  // Sources that ask for the same with the same values share one load.
  const alike = new Map<string, [string, JsonObject][]>();
  for (const entry of datasetSources(copy)) {
    const key = requestKey(entry[1]);
    alike.set(key, [...(alike.get(key) ?? []), entry]);
  }
  for (const group of alike.values()) {
    const ids = group.map(([id]) => id);
    const filter = onlyFilterOf(copy, ids);
    const call = filter
      ? `header/${encodeURIComponent(filter.id)}?dashId=${dashId}`
      : `data/${elementOf(copy, ids)}/${dashId}`;
    for (const [, source] of group) source['load'] = `/handler/v2/dash/load/${call}`;
    if (filter) Object.assign(filter.field['options'] as JsonObject, { value: 'value', label: 'label' });
  }
  return copy;
}

const sourcesOf = (document: JsonObject): [string, Json][] =>
  Object.entries(isObject(document['sources']) ? document['sources'] : {});

const datasetSources = (document: JsonObject): [string, JsonObject][] =>
  sourcesOf(document).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]) && typeof entry[1]['dataset'] === 'string',
  );

/** Key that the loads of a source have in common, whatever values clients give. */
function requestKey({ dataset, query }: JsonObject): string {
  const entries = Object.entries(isObject(query) ? query : {});
  const names = entries.map(([name, value]) => [name, isExpression(value) && !isOwn(value) ? null : [value]]);
  return JSON.stringify([
    dataset,
    names.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  ]);
}

/** Prefix of the element that stands for a source without one of its own: expressions read it as `data.<id>`. */
const unbound = 'data.';

/** The first element that shows one of some sources. */
function elementOf(document: JsonObject, ids: readonly string[]): string {
  for (const { id, source } of documentNodes(document)) if (ids.includes(String(source))) return String(id);
  return `${unbound}${ids[0]}`;
}

/** The source of an element; undefined for an element that does not exist or has none. */
export function sourceOfElement(document: JsonObject, elementId: string): Json | undefined {
  if (elementId.startsWith(unbound)) return elementId.slice(unbound.length);
  for (const node of documentNodes(document)) if (node['id'] === elementId) return node['source'];
  return undefined;
}

/** The one filter whose options a source is for and nothing else; undefined for any other sources. */
function onlyFilterOf(document: JsonObject, [id, ...alike]: readonly string[]): FilterOfView | undefined {
  const optionsOf = ({ field }: FilterOfView) => (isObject(field['options']) ? field['options'] : {});
  const [filter, ...others] = filtersOf(document).filter((one) => optionsOf(one)['source'] === id);
  if (id === undefined || filter === undefined || alike.length > 0 || others.length > 0) return undefined;
  const isAlone =
    // Only these are what the call answers.
    Object.keys(optionsOf(filter)).toSorted().join(' ') === 'label source value' &&
    ![...documentNodes(document)].some(({ source }) => source === id) &&
    !new RegExp(`\\bdata\\.${id}\\b`).test(JSON.stringify(document));
  return isAlone ? filter : undefined;
}
