import type { Language } from '../../../../contracts/language.ts';
import { text } from '../../../kernel/texts.ts';
import { mostRichText } from '../work/text.ts';
import {
  cellErrorText,
  paragraphs,
  type CellError,
  type ImportedTask,
  type WorkRowError,
} from './imported-work.ts';

/** Longest texts of a task, as its columns have them. */
export const mostSigns = { title: 250, tag: 60, item: 500 } as const;

const cut = (whole: string, most: number): string =>
  whole.length > most ? `${whole.slice(0, most - 1).trimEnd()}…` : whole;

/**
 * A task of another tool without what breaks a rule here. Long texts are cut, and stand whole in the description. Only a task
 * without a title is left to be refused.
 * @param leftOut gets each rule
 */
export function withoutBroken(task: ImportedTask, leftOut: WorkRowError[]): ImportedTask {
  const note = (field: CellError['field'], key: string): void => {
    leftOut.push({ row: task.row, field, key });
  };
  const moved: string[] = [];
  const shortened = (whole: string, most: number, key: string): string => {
    if (whole.length <= most) return whole;
    moved.push(whole);
    note('title', key);
    return cut(whole, most);
  };
  const title = shortened(task.title, mostSigns.title, 'agile.import.cutTitle');
  const checklist = task.checklist
    .filter((item) => item.title !== '')
    .map((item) => ({ ...item, title: shortened(item.title, mostSigns.item, 'agile.import.cutItem') }));
  if (checklist.length < task.checklist.length) note('title', 'agile.import.emptyItem');
  const tags = task.tags.filter((tag) => tag.length <= mostSigns.tag);
  if (tags.length < task.tags.length) note('tags', 'agile.import.longTag');
  const isLate = task.startDate !== null && task.endDate !== null && task.startDate > task.endDate;
  if (isLate) note('startDate', 'agile.import.dates');
  const whole = moved.map(paragraphs).join('') + task.description;
  // A text that is too long to be cleaned cannot be cut either.
  const isTooLong = task.description.length > mostRichText;
  if (isTooLong) note('description', 'agile.import.longText');
  const isTitle = ({ field }: CellError): boolean => field === 'title' || field === '';
  for (const { field, key } of task.errors.filter((error) => !isTitle(error))) note(field, key);
  return {
    ...task,
    title,
    checklist,
    tags,
    startDate: isLate ? null : task.startDate,
    story: task.story === null ? null : cut(task.story, mostSigns.title),
    description: isTooLong ? '' : whole.length > mostRichText ? task.description : whole,
    errors: task.errors.filter(isTitle),
  };
}

/** Rows that a note names. */
const mostRows = 20;

/** Notes that name what was left out, a line for each rule. */
export function leftOutNotes({ lang }: { lang: Language }, leftOut: readonly WorkRowError[]): string[] {
  const rows = new Map<string, number[]>();
  for (const error of leftOut) {
    const rule = cellErrorText(lang, error);
    rows.set(rule, [...(rows.get(rule) ?? []), error.row]);
  }
  return [...rows].map(([error, of]) => {
    const named = [...new Set(of)].sort((one, other) => one - other);
    const list = `${named.slice(0, mostRows).join(', ')}${named.length > mostRows ? '…' : ''}`;
    return text(lang, 'errors.agile.import.leftOut', { count: named.length, rows: list, error });
  });
}
