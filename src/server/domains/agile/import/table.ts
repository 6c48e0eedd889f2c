import { fileTimeText } from '../../../../contracts/files/file-time.ts';
import { languages, type Language } from '../../../../contracts/language.ts';
import { invalid } from '../../../kernel/errors.ts';
import { BadCell, dayValue, type CellReading } from '../../../kernel/reading/cell-value.ts';
import {
  cellText,
  shapeRule,
  unreadable,
  type FileCell,
  type FileRow,
} from '../../../kernel/reading/rows.ts';
import type { ReadTable } from '../../../kernel/reading/read-file.ts';
import { LEFT_OUT, type TableChoice } from '../../../kernel/reading/table-choice.ts';
import { previewTable, SHOWN_ROWS } from '../../../kernel/reading/table-preview.ts';
import { itemsOfCell } from '../../../kernel/entity/files/list-cell.ts';
import { text } from '../../../kernel/texts.ts';
import { storable } from '../../../kernel/unstorable.ts';
import {
  emptyTask,
  fileError,
  fileFields,
  foldName,
  meanings,
  ownFields,
  paragraphs,
  type ImportedTask,
  type ImportedWork,
  type Meaning,
  type WorkTable,
} from './imported-work.ts';

/** Meanings that several columns of a table may have. */
const repeatable: readonly Meaning[] = ['ref', 'parent', 'tags', 'users'];

/**
 * Columns of an export of Jira, which has them in the person's language and as its fields were named over the years. Labels have
 * a column each.
 */
const jiraNames: Readonly<Partial<Record<Meaning, string>>> = {
  title: 'summary|resumo|resumen',
  ref: 'issue key|issue id|key|work item key|work item id|chave da item|chave do item|chave da ocorrencia|chave da pendencia|chave|id da item|id do item|id da ocorrencia|id da pendencia|clave de incidencia|clave de la incidencia|clave|id de la incidencia|id de incidencia|clave de actividad|id de actividad',
  kind: 'issue type|work type|tipo de item|tipo de ocorrencia|tipo de pendencia|tipo de incidencia|tipo de la incidencia|tipo de actividad',
  status: 'status|situacao|estado',
  priority: 'priority|prioridade|prioridad',
  head: 'assignee|responsavel|atribuido a|persona asignada|asignado|responsable',
  tags: 'labels|categorias|etiquetas|rotulos',
  description: 'description|descricao|descripcion',
  endDate: 'due date|data limite|data de entrega|data de vencimento|fecha de vencimiento|fecha limite',
  startDate:
    'start date|custom field (start date)|data de inicio|custom field (data de inicio)|campo personalizado (data de inicio)|campo personalizado (start date)|fecha de inicio|custom field (fecha de inicio)|campo personalizado (fecha de inicio)',
  parent:
    'parent|parent key|parent id|epic link|custom field (epic link)|pai|principal|chave pai|chave principal|id pai|id do pai|id principal|link do epico|campo personalizado (epic link)|campo personalizado (link do epico)|clave principal|clave del padre|enlace de epic|enlace de epica|campo personalizado (enlace de epica)',
};
const jiraColumns: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(jiraNames).flatMap(([meaning, names]) =>
    names.split('|').map((name): [string, Meaning] => [name, meaning as Meaning]),
  ),
);

/** Whether a table is an export of Jira: it has the key of its items beside their summary. */
function isOfJira(names: readonly string[]): boolean {
  const of = names.map((name) => jiraColumns.get(name));
  return of.includes('title') && of.includes('ref');
}

/** The meaning of a header: the field's name, or its title in any language. */
function meaningOf(header: string, isJira: boolean): Meaning | null {
  const wanted = foldName(header);
  if (isJira) return jiraColumns.get(wanted) ?? null;
  return (
    ownFields.find(
      (field) =>
        wanted === field.toLowerCase() ||
        languages.some((lang) => foldName(text(lang, `agile.columns.${field}`)) === wanted),
    ) ?? null
  );
}

const textOf = (cell: FileCell | undefined): string => storable(cellText(cell)).trim();

/** Descriptions of our own exports are rich text; others are plain. */
const isRich = (value: string): boolean => /^<(p|h2|h3|ul|ol|blockquote|pre)[>\s]/.test(value);

function readRow(
  record: FileRow,
  {
    columns,
    titled,
    readings,
  }: { columns: readonly (Meaning | null)[]; titled: boolean[]; readings: CellReading[] },
): ImportedTask {
  const { row, cells } = record;
  const task = emptyTask(row);
  const shape = shapeRule(record, titled);
  if (shape) return { ...task, errors: [{ field: '', key: `import.${shape.key}`, params: shape.params }] };
  for (const [at, meaning] of columns.entries()) {
    const cell = cells.get(at);
    if (meaning === null || cell === undefined) continue;
    const field = fileFields.find((one) => one === meaning) ?? 'code';
    const rule = unreadable(cell);
    const value = textOf(cell);
    if (rule) task.errors.push({ field, key: `import.${rule}` });
    if (rule || value === '') continue;
    switch (meaning) {
      case 'code':
        task.code = value;
        break;
      case 'ref':
        task.refs.push(value);
        break;
      case 'kind':
        task.isStory = /^(epic|epico|epica|story|historia)$/.test(foldName(value));
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
      case 'descriptionText':
        // An export has the description beside it, as it is.
        task.description ||= columns.includes('description') ? '' : paragraphs(value);
        break;
      case 'startDate':
      case 'endDate':
        try {
          task[meaning] = dayValue(cell, readings[at]!);
        } catch (error) {
          if (!(error instanceof BadCell)) throw error;
          task.errors.push({ field, key: `import.${error.rule}` });
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

/** Meanings of the columns by the headers, and by what a person chose. */
function meaningsOf(
  headers: readonly string[],
  chosen: Readonly<Record<string, string>>,
): { columns: (Meaning | null)[]; isJira: boolean; isCorrected: boolean } {
  const isJira = isOfJira(headers.map(foldName));
  const found = headers.map((name) => meaningOf(name, isJira));
  const columns = found.map((meaning, at) => {
    const choice = chosen[at] ?? '';
    if (choice === '') return meaning;
    if (choice === LEFT_OUT) return null;
    const named = meanings.find((one) => one === choice);
    if (!named) throw invalid([{ path: '/columns', key: 'errors.import.columns' }]);
    return named;
  });
  const twice = columns.findIndex(
    (meaning, at) => meaning !== null && !repeatable.includes(meaning) && columns.indexOf(meaning) !== at,
  );
  // Jira names one field in several ways, of which a row has a value in one.
  if (twice >= 0 && !isJira) throw fileError('import.columnTwice', { name: headers[twice]! });
  return { columns, isJira, isCorrected: columns.some((meaning, at) => meaning !== found[at]) };
}

/**
 * Reads tasks from a table: an own export, any table with its headers or with columns that a person chose, or an export of Jira.
 * @param timeZone zone of times that name none
 * @param options.columns meanings that a person chose, by the places of the columns
 * @param options.isPreview without a column for the title there are no tasks
 * @throws AppError VALIDATION_FAILED without rows, or without a column for the title
 */
export function readWorkTable(
  { rows, notation, monthFirst, form }: Pick<ReadTable, 'rows' | 'notation' | 'monthFirst' | 'form'>,
  timeZone: string,
  {
    columns: chosen = {},
    isPreview = false,
  }: Pick<TableChoice, 'columns'> & { isPreview?: boolean | undefined } = {},
): ImportedWork {
  const [header, ...records] = rows;
  if (!header || records.length === 0) throw fileError('import.empty');
  const width = Math.max(0, ...header.cells.keys()) + 1;
  const headers = Array.from({ length: width }, (_, at) => textOf(header.cells.get(at)));
  const { columns, isJira, isCorrected } = meaningsOf(headers, chosen);
  const hasTitle = columns.includes('title');
  if (!hasTitle && !isPreview) throw fileError('agile.import.noTitle');
  const readings = headers.map((_, at) => ({ ...notation, timeZone, monthFirst: monthFirst.includes(at) }));
  const table = { columns, titled: headers.map((name) => name !== ''), readings };
  const omitted = headers.filter((name, at) => columns[at] === null && name !== '');
  return {
    tasks: hasTitle ? records.map((record) => readRow(record, table)) : [],
    omissions: { columns: [...new Set(omitted)], archived: 0, comments: 0, attachments: 0 },
    isForeign: isJira || isCorrected,
    table: { form, headers, columns, readings, rows: records.slice(0, SHOWN_ROWS) },
  };
}

/** The view of a table for a person. */
export const previewWork = (
  lang: Language,
  { columns, readings, ...table }: WorkTable,
): ReturnType<typeof previewTable> =>
  previewTable(lang, {
    ...table,
    fields: meanings.map((value) => ({ value, label: text(lang, `agile.columns.${value}`) })),
    chosen: columns.map((meaning) => meaning ?? LEFT_OUT),
    unknown: 0,
    understood(at, cell) {
      const meaning = columns[at];
      const isDay = meaning === 'startDate' || meaning === 'endDate';
      const day = isDay ? dayValue(cell, readings[at]!) : null;
      return day === null ? textOf(cell) : fileTimeText({ day });
    },
  });
