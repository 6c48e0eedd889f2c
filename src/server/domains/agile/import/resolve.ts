import { sql } from 'kysely';
import { priorities, statusIds } from '../../../../contracts/agile.ts';
import { languages } from '../../../../contracts/language.ts';
import type { Context } from '../../../kernel/contract.ts';
import { peopleWithAccess } from '../work/people.ts';
import { prioritiesIn } from '../work/priorities.ts';
import { nameStatus } from '../status/status-names.ts';
import type { WorkStatus } from '../status/statuses.ts';
import { sortedIds } from '../task/task-parts.ts';
import { mostRichText } from '../work/text.ts';
import {
  foldName,
  type CellError,
  type FileField,
  type ImportedTask,
  type ImportedWork,
  type WorkRowError,
} from './imported-work.ts';
import { mostSigns, withoutBroken } from './left-out.ts';

/** A row that can be written; names are those of the file where the record may have to be made. */
export interface ReadyTask {
  row: number;
  title: string;
  description: string;
  story: string | null;
  statusId: number;
  priorityId: number | null;
  head: number | null;
  users: number[];
  tags: string[];
  startDate: string | null;
  endDate: string | null;
  checklist: { title: string; isDone: boolean }[];
}

export interface Resolved {
  tasks: ReadyTask[];
  /** Stories of the file with what it says of them; those that tasks name alone have a title only. */
  stories: ReadyTask[];
  errors: WorkRowError[];
  /** Parts of rows that break a rule and are not taken over, and the rule. */
  leftOut: WorkRowError[];
  unknown: { people: string[]; statuses: string[]; priorities: string[]; parents: string[] };
  /** Statuses of the file that no status here is called like, those with a choice too. */
  otherStatuses: string[];
}

/** Names that other tools give statuses and priorities, folded. */
const statusAliases: Readonly<Record<string, number>> = {
  'to do': statusIds.start,
  'tarefas pendentes': statusIds.start,
  'itens pendentes': statusIds.start,
  pendente: statusIds.start,
  pendiente: statusIds.start,
  'tareas por hacer': statusIds.start,
  'a fazer': statusIds.start,
  'por hacer': statusIds.start,
  open: statusIds.start,
  'in progress': statusIds.progress,
  doing: statusIds.progress,
  fazendo: statusIds.progress,
  haciendo: statusIds.progress,
  'em progresso': statusIds.progress,
  'em andamento': statusIds.progress,
  'en curso': statusIds.progress,
  'en progreso': statusIds.progress,
  'em revisao': statusIds.validation,
  'en revision': statusIds.validation,
  'in review': statusIds.validation,
  done: statusIds.concluded,
  closed: statusIds.concluded,
  resolved: statusIds.concluded,
  feito: statusIds.concluded,
  hecho: statusIds.concluded,
  concluido: statusIds.concluded,
  'itens concluidos': statusIds.concluded,
  fechado: statusIds.concluded,
  resolvido: statusIds.concluded,
  listo: statusIds.concluded,
  finalizada: statusIds.concluded,
  finalizado: statusIds.concluded,
  cerrada: statusIds.concluded,
  resuelta: statusIds.concluded,
};
const priorityAliases: Readonly<Record<string, number>> = {
  highest: priorities.urgent,
  blocker: priorities.urgent,
  critical: priorities.urgent,
  major: priorities.high,
  minor: priorities.low,
  trivial: priorities.low,
  lowest: priorities.low,
  'mais alta': priorities.urgent,
  altissima: priorities.urgent,
  bloqueador: priorities.urgent,
  critica: priorities.urgent,
  'mais baixa': priorities.low,
  'mas alta': priorities.urgent,
  'mas baja': priorities.low,
};

function statusNames(statuses: ReadonlyMap<number, WorkStatus>): Map<string, number> {
  const names = new Map(Object.entries(statusAliases));
  for (const status of statuses.values()) {
    if (status.id === statusIds.late) continue;
    names.set(foldName(status.category), status.id);
    for (const lang of languages) names.set(foldName(nameStatus(status, lang).title), status.id);
  }
  return names;
}

function priorityNames(): Map<string, number> {
  const names = new Map(Object.entries(priorityAliases));
  for (const lang of languages)
    for (const { id, key, title } of prioritiesIn(lang)) {
      names.set(key, id);
      names.set(foldName(title), id);
    }
  return names;
}

/** People of the tenant by login, e-mail or name; a name that several have is nobody's. Only those who see the project. */
async function findPeople(
  { db }: Pick<Context, 'db'>,
  projectId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string; login: string | null; email: string }>`
    select id, name, login, email from app_user
    where molde_fold(name) = any (select molde_fold(x) from unnest(${[...names]}::text[]) x)
      or lower(login) = any (select lower(x) from unnest(${[...names]}::text[]) x)
      or lower(email) = any (select lower(x) from unnest(${[...names]}::text[]) x)`.execute(db);
  const seeing = await peopleWithAccess(
    db,
    rows.map(({ id }) => id),
    projectId,
  );
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (const { id, name } of rows.filter((row) => seeing.has(row.id))) {
    if (found.has(foldName(name))) twice.add(foldName(name));
    found.set(foldName(name), id);
  }
  for (const name of twice) found.delete(name);
  for (const { id, login, email } of rows.filter((row) => seeing.has(row.id))) {
    found.set(foldName(email), id);
    if (login) found.set(foldName(login), id);
  }
  return found;
}

interface Parents {
  /** Titles of the stories that rows belong to, by the rows. */
  storyOf: ReadonlyMap<ImportedTask, string>;
  /** Rows whose parents lead back to themselves. */
  inCircle: ReadonlySet<ImportedTask>;
  unknown: string[];
}

/** Follows parents to the story: what is below a task belongs to the story of the task. */
function followParents(tasks: readonly ImportedTask[]): Parents {
  const byRef = new Map(tasks.flatMap((task) => task.refs.map((ref) => [ref, task] as const)));
  const storyOf = new Map<ImportedTask, string>();
  const inCircle = new Set<ImportedTask>();
  const unknown = new Set<string>();
  for (const task of tasks) {
    const passed = new Set<ImportedTask>();
    for (let at: ImportedTask | undefined = task; at !== undefined;) {
      if (passed.has(at)) {
        if (at === task) inCircle.add(task);
        break;
      }
      passed.add(at);
      const title: string | null = at.isStory && at !== task ? at.title : at.story;
      if (title !== null) {
        storyOf.set(task, title);
        break;
      }
      if (at.parent === null) break;
      const next: ImportedTask | undefined = byRef.get(at.parent);
      if (!next) unknown.add(at.parent);
      at = next;
    }
  }
  return { storyOf, inCircle, unknown: [...unknown] };
}

/** The rules that a row breaks by itself. */
function errorsOf(task: ImportedTask, story: string | null, isInCircle: boolean): CellError[] {
  const errors = [...task.errors];
  const add = (field: FileField, key: string, isBroken: boolean) => {
    if (isBroken) errors.push({ field, key: `agile.import.${key}` });
  };
  add('title', 'title', task.title === '' && !errors.some(({ field }) => field === 'title' || field === ''));
  add('title', 'longTitle', task.title.length > mostSigns.title);
  add('story', 'longTitle', (story?.length ?? 0) > mostSigns.title);
  add('description', 'longText', task.description.length > mostRichText);
  add(
    'tags',
    'longTag',
    task.tags.some((tag) => tag.length > mostSigns.tag),
  );
  add(
    'title',
    'longItem',
    task.checklist.some(({ title }) => title === '' || title.length > mostSigns.item),
  );
  add(
    'startDate',
    'dates',
    task.startDate !== null && task.endDate !== null && task.startDate > task.endDate,
  );
  add('story', 'circle', isInCircle);
  return errors;
}

const uniqueNames = (names: readonly string[]): string[] => [
  ...new Map(names.map((name) => [foldName(name), name])).values(),
];

/**
 * Finds the records that rows name, and the rules that they break. Unknown people, statuses and priorities are named and left
 * out: a file from another tool has those of other people.
 * @param chosen statuses that a person chose for names of the file
 */
export async function resolveWork(
  ctx: Pick<Context, 'db'>,
  projectId: number,
  { tasks, isForeign }: Pick<ImportedWork, 'tasks' | 'isForeign'>,
  statuses: ReadonlyMap<number, WorkStatus>,
  chosen: Readonly<Record<string, number>> = {},
): Promise<Resolved> {
  const leftOut: WorkRowError[] = [];
  const rows = isForeign ? tasks.map((task) => withoutBroken(task, leftOut)) : tasks;
  const named = (pick: (task: ImportedTask) => readonly (string | null)[]): string[] =>
    uniqueNames(rows.flatMap(pick).filter((name) => name !== null && name !== '') as string[]);
  const people = await findPeople(
    ctx,
    projectId,
    named(({ head, users }) => [head, ...users]),
  );
  const known = statusNames(statuses);
  const otherStatuses = named(({ status }) => [status]).filter((name) => !known.has(foldName(name)));
  const choices = Object.entries(chosen).map(([name, id]): [string, number] => [foldName(name), id]);
  const statusOf = new Map([...choices, ...known]);
  const priorityOf = priorityNames();
  const { storyOf, inCircle, unknown: parents } = followParents(rows);
  if (isForeign)
    for (const { row } of inCircle) leftOut.push({ row, field: 'story', key: 'agile.import.circle' });
  const errors = rows.flatMap((task) =>
    errorsOf(task, storyOf.get(task) ?? null, !isForeign && inCircle.has(task)).map((error) => ({
      row: task.row,
      ...error,
    })),
  );
  const bad = new Set(errors.map(({ row }) => row));
  const ready = (task: ImportedTask): ReadyTask => ({
    row: task.row,
    title: task.title,
    description: task.description,
    story: storyOf.get(task) ?? null,
    statusId: task.isDone
      ? statusIds.concluded
      : (task.status && statusOf.get(foldName(task.status))) || statusIds.backlog,
    priorityId: (task.priority && priorityOf.get(foldName(task.priority))) || null,
    head: (task.head && people.get(foldName(task.head))) || null,
    users: sortedIds(task.users.flatMap((name) => people.get(foldName(name)) ?? [])),
    tags: uniqueNames(task.tags),
    startDate: task.startDate,
    endDate: task.endDate,
    checklist: task.checklist,
  });
  const good = rows.filter(({ row }) => !bad.has(row));
  return {
    tasks: good.filter(({ isStory }) => !isStory).map(ready),
    stories: good.filter(({ isStory }) => isStory).map(ready),
    errors,
    leftOut,
    otherStatuses,
    unknown: {
      people: named(({ head, users }) => [head, ...users]).filter((name) => !people.has(foldName(name))),
      statuses: otherStatuses.filter((name) => !statusOf.has(foldName(name))),
      priorities: named(({ priority }) => [priority]).filter((name) => !priorityOf.has(foldName(name))),
      parents,
    },
  };
}
