import { languages } from '../../../../contracts/language.ts';
import { isFormula, type FileCell, type FileRow } from '../../../kernel/reading/rows.ts';
import { dateValue } from '../../../kernel/entity/files/columns.ts';
import { itemsOfCell } from '../../../kernel/entity/files/list-cell.ts';
import { text } from '../../../kernel/texts.ts';
import { storable } from '../../../kernel/unstorable.ts';
import {
  dayOf,
  fileError,
  fileFields,
  foldName,
  paragraphs,
  type FileField,
  type ImportedTask,
  type ImportedWork,
} from './imported-work.ts';

/** Meaning of a column to an import: a field of the task, or where it belongs. */
type Meaning = FileField | 'ref' | 'parent' | 'kind';

/** Columns of an export of Jira, in English as it writes them. Labels have a column each. */
const jiraColumns: Readonly<Record<string, Meaning>> = {
  summary: 'title',
  'issue key': 'ref',
  'issue type': 'kind',
  status: 'status',
  priority: 'priority',
  assignee: 'head',
  labels: 'tags',
  description: 'description',
  'due date': 'endDate',
  'custom field (start date)': 'startDate',
  'start date': 'startDate',
  'parent key': 'parent',
  'custom field (epic link)': 'parent',
};

/** The meaning of a header: the field's name, or its title in any language. */
function meaningOf(header: string, isJira: boolean): Meaning | null {
  const wanted = foldName(header);
  if (isJira) return jiraColumns[wanted] ?? null;
  return (
    fileFields.find(
      (field) =>
        wanted === field.toLowerCase() ||
        languages.some((lang) => foldName(text(lang, `agile.columns.${field}`)) === wanted),
    ) ?? null
  );
}

const cellText = (cell: FileCell | undefined): string =>
  cell === undefined || isFormula(cell) ? '' : storable(String(cell)).trim();

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The day that a cell names: as in our exports, of a spreadsheet, or as Jira writes it. Null for none. */
function dayIn(cell: FileCell | undefined, timeZone: string): string | null {
  if (typeof cell === 'number') return dateValue(cell);
  const written = cellText(cell);
  if (written === '') return null;
  const jira = /^(\d{1,2})\/([a-z]{3})\/(\d{2}|\d{4})(?:\s.*)?$/i.exec(written);
  const month = jira ? months.indexOf(jira[2]!.toLowerCase()) + 1 : 0;
  if (jira && month > 0) {
    const year = jira[3]!.length === 2 ? `20${jira[3]}` : jira[3]!;
    return dateValue(`${year}-${String(month).padStart(2, '0')}-${jira[1]!.padStart(2, '0')}`);
  }
  if (/^\d{4}-\d{2}-\d{2}T/.test(written) && !Number.isNaN(Date.parse(written)))
    return dayOf(new Date(written), timeZone);
  return dateValue(written.replace(/^(\d{4}-\d{2}-\d{2})\s.*$/, '$1'));
}

/** Descriptions of our own exports are rich text; others are plain. */
const isRich = (value: string): boolean => /^<(p|h2|h3|ul|ol|blockquote|pre)[>\s]/.test(value);

function readRow(
  { row, cells }: FileRow,
  meanings: readonly (Meaning | null)[],
  timeZone: string,
): ImportedTask {
  const task: ImportedTask = {
    row,
    code: null,
    ref: null,
    parent: null,
    isStory: false,
    title: '',
    description: '',
    story: null,
    status: null,
    priority: null,
    head: null,
    users: [],
    tags: [],
    startDate: null,
    endDate: null,
    checklist: [],
    errors: [],
  };
  for (const [at, meaning] of meanings.entries()) {
    const cell = cells.get(at);
    if (meaning === null) continue;
    const field = meaning === 'ref' || meaning === 'parent' || meaning === 'kind' ? 'code' : meaning;
    if (isFormula(cell)) {
      task.errors.push({ field, key: 'import.formula' });
      continue;
    }
    const value = cellText(cell);
    if (value === '') continue;
    switch (meaning) {
      case 'code':
        task.code = value;
        break;
      case 'kind':
        task.isStory = /^(epic|story|historia)$/.test(foldName(value));
        break;
      case 'users':
      case 'tags': {
        const items = itemsOfCell(value);
        if (items) task[meaning].push(...items);
        else task.errors.push({ field, key: 'import.list' });
        break;
      }
      case 'description':
        task.description = isRich(value) ? value : paragraphs(value);
        break;
      case 'startDate':
      case 'endDate':
        try {
          task[meaning] = dayIn(cell, timeZone);
        } catch {
          task.errors.push({ field, key: 'import.date' });
        }
        break;
      default:
        // Jira has a column for the parent and one for the epic.
        task[meaning] ??= value;
        if (meaning === 'title') task.title = value;
    }
  }
  return task;
}

/**
 * Reads tasks from a table: an own export, any table with its headers, or an export of Jira.
 * @throws AppError VALIDATION_FAILED without rows, or without a column for the title
 */
export function readWorkTable(rows: readonly FileRow[], timeZone: string): ImportedWork {
  const [header, ...records] = rows;
  if (!header || records.length === 0) throw fileError('import.empty');
  const width = Math.max(0, ...header.cells.keys()) + 1;
  const headers = Array.from({ length: width }, (_, at) => cellText(header.cells.get(at)));
  const names = headers.map(foldName);
  const isJira = names.includes('summary') && names.includes('issue key');
  const meanings = headers.map((name) => meaningOf(name, isJira));
  if (!meanings.includes('title')) throw fileError('agile.import.noTitle');
  const columns = headers.filter((name, at) => meanings[at] === null && name !== '');
  return {
    tasks: records.map((record) => readRow(record, meanings, timeZone)),
    omissions: { columns: [...new Set(columns)], archived: 0, comments: 0, attachments: 0 },
  };
}
