import { languages } from '../../../../contracts/language.ts';
import { BadCell, dayValue, type CellReading } from '../../../kernel/reading/cell-value.ts';
import {
  cellText,
  shapeRule,
  unreadable,
  type FileCell,
  type FileRow,
} from '../../../kernel/reading/rows.ts';
import type { ReadTable } from '../../../kernel/reading/read-file.ts';
import { itemsOfCell } from '../../../kernel/entity/files/list-cell.ts';
import { text } from '../../../kernel/texts.ts';
import { storable } from '../../../kernel/unstorable.ts';
import {
  emptyTask,
  fileError,
  fileFields,
  foldName,
  paragraphs,
  type FileField,
  type ImportedTask,
  type ImportedWork,
} from './imported-work.ts';

/** Meaning of a column to an import: a field of the task, or where it belongs. */
type Meaning = FileField | 'descriptionText' | 'ref' | 'parent' | 'kind';

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
  const meanings = names.map((name) => jiraColumns.get(name));
  return meanings.includes('title') && meanings.includes('ref');
}

/** Columns of an own export. */
const ownFields = [...fileFields, 'descriptionText'] as const;

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
    meanings,
    titled,
    readings,
  }: { meanings: readonly (Meaning | null)[]; titled: boolean[]; readings: CellReading[] },
): ImportedTask {
  const { row, cells } = record;
  const task = emptyTask(row);
  const shape = shapeRule(record, titled);
  if (shape) return { ...task, errors: [{ field: '', key: `import.${shape.key}`, params: shape.params }] };
  for (const [at, meaning] of meanings.entries()) {
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
        task.description ||= meanings.includes('description') ? '' : paragraphs(value);
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

/**
 * Reads tasks from a table: an own export, any table with its headers, or an export of Jira.
 * @param timeZone zone of times that name none
 * @throws AppError VALIDATION_FAILED without rows, or without a column for the title
 */
export function readWorkTable(
  { rows, notation, monthFirst }: Pick<ReadTable, 'rows' | 'notation' | 'monthFirst'>,
  timeZone: string,
): ImportedWork {
  const [header, ...records] = rows;
  if (!header || records.length === 0) throw fileError('import.empty');
  const width = Math.max(0, ...header.cells.keys()) + 1;
  const headers = Array.from({ length: width }, (_, at) => textOf(header.cells.get(at)));
  const isJira = isOfJira(headers.map(foldName));
  const meanings = headers.map((name) => meaningOf(name, isJira));
  if (!meanings.includes('title')) throw fileError('agile.import.noTitle');
  const table = {
    meanings,
    titled: headers.map((name) => name !== ''),
    readings: headers.map((_, at) => ({ ...notation, timeZone, monthFirst: monthFirst.includes(at) })),
  };
  const columns = headers.filter((name, at) => meanings[at] === null && name !== '');
  return {
    tasks: records.map((record) => readRow(record, table)),
    omissions: { columns: [...new Set(columns)], archived: 0, comments: 0, attachments: 0 },
    isForeign: isJira,
  };
}
