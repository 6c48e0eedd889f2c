import { escapeHtml } from '../../../../contracts/html.ts';
import type { Language } from '../../../../contracts/language.ts';
import { AppError } from '../../../kernel/errors.ts';
import { text } from '../../../kernel/texts.ts';
import { foldText } from '../../../../contracts/text.ts';

/** Fields of a task in files, by the names that their columns have in `agile.columns.*`. */
export const fileFields = [
  'code',
  'title',
  'description',
  'story',
  'status',
  'priority',
  'head',
  'users',
  'tags',
  'startDate',
  'endDate',
] as const;
export type FileField = (typeof fileFields)[number];

/** A rule that a row breaks, as the key of a text below `errors`. */
export interface CellError {
  /** Empty for the row as a whole. */
  field: FileField | '';
  key: string;
  params?: Record<string, string | number>;
}

export interface WorkRowError extends CellError {
  row: number;
}

/** The text of an error in the caller's language. */
export const cellErrorText = (lang: Language, { field, key, params }: CellError): string =>
  text(lang, `errors.${key}`, {
    fields: field === '' ? '' : text(lang, `agile.columns.${field}`),
    ...params,
  });

/** A task or story as a file names it: nothing in it is known to the tenant yet. */
export interface ImportedTask {
  /** Number of its row as a person counts it, or of its card. */
  row: number;
  /** Number of the task in an export of ours, such as RVR-118. */
  code: string | null;
  /** Names by which other rows give it as their parent. */
  refs: string[];
  parent: string | null;
  isStory: boolean;
  title: string;
  /** Rich text; one that is too long is not cleaned, and refused. */
  description: string;
  /** Title of its story. */
  story: string | null;
  status: string | null;
  /** Whether the other tool has it as done, whatever its status. */
  isDone: boolean;
  priority: string | null;
  head: string | null;
  users: string[];
  tags: string[];
  /** YYYY-MM-DD. */
  startDate: string | null;
  endDate: string | null;
  checklist: { title: string; isDone: boolean }[];
  errors: CellError[];
}

/** Parts of a file beside the tasks, which no import takes over. */
export interface Omissions {
  columns: string[];
  archived: number;
  comments: number;
  attachments: number;
}

export interface ImportedWork {
  tasks: ImportedTask[];
  omissions: Omissions;
  /** Whether another tool made it: what cannot be taken of a task is left out and named then. */
  isForeign: boolean;
}

/** A task of a file, of which nothing is known yet. */
export const emptyTask = (row: number): ImportedTask => ({
  row,
  code: null,
  refs: [],
  parent: null,
  isStory: false,
  title: '',
  description: '',
  story: null,
  status: null,
  isDone: false,
  priority: null,
  head: null,
  users: [],
  tags: [],
  startDate: null,
  endDate: null,
  checklist: [],
  errors: [],
});

/** Plain text as rich text, a paragraph per line. */
export const paragraphs = (plain: string): string =>
  plain
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');

/** A file that cannot be imported as a whole. @param key below `errors` */
export const fileError = (key: string, params: Record<string, string | number> = {}): AppError =>
  new AppError('VALIDATION_FAILED', {
    message: `errors.${key}`,
    params,
    errors: [{ path: '/file', key: `errors.${key}`, params }],
  });

/** Compares names whatever case, accents and surrounding space. */
export const foldName = (name: string): string => foldText(name).trim();

/** The day of a moment in a time zone, YYYY-MM-DD. */
export const dayOf = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
