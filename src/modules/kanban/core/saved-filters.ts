import type { Json } from '../../../contracts/json.ts';
import { orders, type CardOrder } from '../board-ui.ts';
import { dueChoices } from './due.ts';
import type { CardFilter } from './filter.ts';
import { groupings, type Grouping } from './swimlanes.ts';

/** Settings of a person's look at a board: the filter, the order and the swimlanes. */
export interface BoardView {
  filter: CardFilter;
  order: CardOrder;
  grouping: Grouping | null;
}

export interface SavedFilter extends BoardView {
  name: string;
}

/** Filters that a person keeps for a board. */
export const mostSaved = 30;

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | null =>
  values.find((one) => one === value) ?? null;

/** The filters in a stored preference; what does not fit any more is left out. */
export function readSaved(stored: Json): SavedFilter[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one) => {
    if (one === null || typeof one !== 'object' || Array.isArray(one)) return [];
    const { name, text, due, people, order, grouping } = one;
    if (typeof name !== 'string' || name === '') return [];
    return [
      {
        name,
        filter: {
          text: typeof text === 'string' ? text : '',
          due: oneOf(dueChoices, due),
          people: Array.isArray(people) ? people.filter((id) => typeof id === 'number') : [],
        },
        order: oneOf(orders, order) ?? 'manual',
        grouping: oneOf(groupings, grouping),
      },
    ];
  });
}

export const storedFilters = (saved: readonly SavedFilter[]): Json =>
  saved.length === 0
    ? null
    : saved.map(({ name, filter, order, grouping }) => ({
        name,
        text: filter.text,
        due: filter.due,
        people: [...filter.people],
        order,
        grouping,
      }));

/** The filters with one more; one of the same name is replaced. */
export const withSaved = (saved: readonly SavedFilter[], added: SavedFilter): SavedFilter[] =>
  [...saved.filter(({ name }) => name !== added.name), added].sort((one, other) =>
    one.name.localeCompare(other.name),
  );
