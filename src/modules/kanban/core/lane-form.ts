import type { StatusCategory } from '../../../contracts/agile.ts';
import { nameError, type FieldError } from './field-error.ts';
import type { BoardLane } from './lists.ts';

/** Categories that a lane may have; work in the backlog has no lane, and `late` is computed. */
export const laneCategories = [
  'start',
  'progress',
  'validation',
  'blocked',
  'concluded',
  'canceled',
] as const satisfies readonly StatusCategory[];

/** Colours that a lane can get beside that of its status. */
export const laneColors = [
  '#3c8697',
  '#4175da',
  '#9a58c0',
  '#a96b00',
  '#328f4e',
  '#d23c3d',
  '#808080',
] as const;

/** Largest limit of a lane. */
const mostCards = 1000;

/** Characters of a lane's name. */
const mostCharacters = 100;

export interface LaneForm {
  title: string;
  category: StatusCategory;
  color: string | null;
  /** Empty for none. */
  wipLimit: string;
  wipMode: 'soft' | 'hard';
}

export const emptyLane: LaneForm = {
  title: '',
  category: 'progress',
  color: null,
  wipLimit: '',
  wipMode: 'soft',
};

export const formOfLane = ({ title, category, color, wipLimit, wipMode }: BoardLane): LaneForm => ({
  title,
  category,
  color,
  wipLimit: wipLimit === null ? '' : String(wipLimit),
  wipMode,
});

export const limitOf = ({ wipLimit }: Pick<LaneForm, 'wipLimit'>): number | null =>
  wipLimit.trim() === '' ? null : Number(wipLimit);

/** Validation errors of a lane. */
export function laneErrors(form: LaneForm): { title?: FieldError; wipLimit?: FieldError } {
  const limit = limitOf(form);
  const title = nameError(form.title, mostCharacters);
  return {
    ...(title && { title }),
    ...(limit !== null &&
      !(Number.isInteger(limit) && limit >= 1 && limit <= mostCards) && {
        wipLimit: ['kanban.lanes.badLimit'],
      }),
  };
}

/** The lanes in the order after one of them went a place further; null where there is none. */
export function orderAfterStep(
  lanes: readonly { id: number }[],
  id: number,
  offset: -1 | 1,
): number[] | null {
  const ids = lanes.map((lane) => lane.id);
  const at = ids.indexOf(id);
  const other = at < 0 ? undefined : ids[at + offset];
  if (other === undefined) return null;
  ids[at] = other;
  ids[at + offset] = id;
  return ids;
}
