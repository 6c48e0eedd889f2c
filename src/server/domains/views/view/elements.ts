import { isObject, objectsOf, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { ViewElement } from '../../../../contracts/view.ts';
import { documentText, viewNodes, viewParts } from '../../definitions/index.ts';
import { elementsOf } from './layout.ts';

/** A field of a filter bar, with the state that it writes. */
export interface FilterOfView {
  /** `{bar}.{field}` */
  id: string;
  bar: string;
  /** State path. */
  model: string;
  /** State path of what is typed and not yet applied, where the bar keeps it in the state. */
  draft?: string;
  field: JsonObject;
}

/** Types of the values of filters, by their controls. */
const types: Readonly<Record<string, string>> = {
  number: 'number',
  date: 'date',
  daterange: 'daterange',
  switch: 'boolean',
  choices: 'list',
  multiselect: 'list',
  tags: 'list',
};

/** The fields of a view's filter bars. */
export function filtersOf(document: JsonObject): FilterOfView[] {
  return viewParts.flatMap((part) =>
    [...viewNodes(document[part])]
      .filter(({ type }) => type === 'filter-bar')
      .flatMap(({ id, props, source }) => {
        const written = isObject(props) ? props : {};
        const bind = typeof written['bind'] === 'string' ? written['bind'] : boundTo(document, source);
        const { draft } = written;
        return objectsOf(written['fields']).map((field) => ({
          id: `${String(id)}.${String(field['field'])}`,
          bar: String(id),
          model: `${bind}.${String(field['field'])}`,
          ...(typeof draft === 'string' && { draft: `${draft}.${String(field['field'])}` }),
          field,
        }));
      }),
  );
}

/** A bar with a source edits the filters of its list. */
function boundTo(document: JsonObject, source: Json | undefined): string {
  const sources = isObject(document['sources']) ? document['sources'] : {};
  const named = typeof source === 'string' ? sources[source] : undefined;
  return isObject(named) && typeof named['list'] === 'string' ? `${named['list']}.filters` : 'state.filters';
}

/** State paths that a source needs before it loads. */
function neededPaths(document: JsonObject): Set<string> {
  const sources = isObject(document['sources']) ? Object.values(document['sources']) : [];
  const needs = sources.flatMap((source) =>
    isObject(source) && Array.isArray(source['needs']) ? source['needs'] : [],
  );
  return new Set(needs.filter((need) => typeof need === 'string'));
}

/** The children of a view on the wire: its parts with their elements; each field of a filter bar is one too. */
export function partsOf(
  document: JsonObject,
  lang: Language,
): { type: (typeof viewParts)[number]; children: ViewElement[] }[] {
  const needed = neededPaths(document);
  const filters = filtersOf(document);
  return viewParts.map((type) => ({
    type,
    children: elementsOf(document[type]).flatMap((element) => [
      element,
      ...filters
        .filter(({ bar }) => bar === element.id)
        .map(({ id, model, field }, at): ViewElement => {
          const control = String(field['control']);
          return {
            id,
            i: id,
            type: 'filter',
            subtype: control,
            ptype: types[control] ?? 'text',
            model,
            required: needed.has(model),
            x: at % 12,
            y: 0,
            w: 1,
            h: 1,
            parent: element.id,
            options: { ...field, label: documentText(document, field['label'], lang) },
          };
        }),
    ]),
  }));
}
