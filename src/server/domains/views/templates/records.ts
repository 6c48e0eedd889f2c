import type { JsonObject } from '../../../../contracts/json.ts';
import { wireName, type EntityField } from '../../../../engine/core/index.ts';
import { fieldsOf, recordsTable, titleOf, type Draft, type NamedField, type Subject } from './subject.ts';

const strings = {
  pt: { search: 'Buscar', yes: 'Sim', no: 'Não' },
  en: { search: 'Search', yes: 'Yes', no: 'No' },
  es: { search: 'Buscar', yes: 'Sí', no: 'No' },
};

/** Filters of a generated bar, the search aside. */
const mostFilters = 4;

const isFilter = ([, { type, filterable, options }]: NamedField): boolean =>
  filterable === true && (options !== undefined || type === 'boolean' || type === 'reference');

function filterField(subject: Subject, named: NamedField): JsonObject {
  const [name, declared] = named;
  const field = { field: wireName(name, declared as unknown as EntityField), label: titleOf(named) };
  if (declared['options'] !== undefined)
    return {
      ...field,
      control: 'combobox',
      options: { enum: { entity: subject.entity['id']!, field: name } },
    };
  return declared['type'] === 'boolean'
    ? { ...field, control: 'select', options: [{ use: 'yes-no' }] }
    : { ...field, control: 'combobox', options: { entity: declared['entity']! } };
}

/** The records with a search and filters above them. */
export function records(dashId: number, subject: Subject): Draft {
  const fields = fieldsOf(subject.entity);
  const filters: JsonObject[] = fields
    .filter(isFilter)
    .slice(0, mostFilters)
    .map((named) => filterField(subject, named));
  const isSearched = fields.some(([, { searchable }]) => searchable === true);
  const { source, props } = recordsTable(dashId, subject);
  return {
    datasets: [],
    content: {
      state: { list: {} },
      sources: { records: source },
      filters: [
        {
          id: 'filters',
          type: 'filter-bar',
          source: 'records',
          props: {
            fields: [
              ...filters,
              ...(isSearched ? [{ field: 'text', control: 'search', label: '$search', live: true }] : []),
            ],
          },
        },
      ],
      body: [{ id: 'records', type: 'table', source: 'records', at: { x: 0, y: 0, w: 12, h: 12 }, props }],
      strings: structuredClone(strings),
    },
  };
}

/** Whether the records have a list, and something in it that filters them. */
export const hasFilters = ({ entity, isListed }: Subject): boolean =>
  isListed && fieldsOf(entity).some((named) => isFilter(named) || named[1]['searchable'] === true);
