import { Marked } from 'marked';
import { Type, type Static } from 'typebox';
import { escapeHtml } from '../../../../contracts/html.ts';
import { storable } from '../../../kernel/unstorable.ts';
import { compileValidator } from '../../../kernel/validation.ts';
import { readJsonText } from '../../../kernel/reading/json.ts';
import type { FileSource } from '../../../kernel/reading/source.ts';
import { mostTasks } from '../../../../contracts/agile.ts';
import { dayOf, emptyTask, fileError, type ImportedTask, type Omissions } from './imported-work.ts';

const text = Type.String();
const nullish = Type.Optional(Type.Union([text, Type.Null()]));
const position = Type.Optional(Type.Number());

/** The parts of a board's export that an import reads. */
const exportSchema = Type.Object({
  lists: Type.Array(
    Type.Object({ id: text, name: text, closed: Type.Optional(Type.Boolean()), pos: position }),
  ),
  cards: Type.Array(
    Type.Object({
      id: text,
      name: text,
      desc: nullish,
      idList: text,
      closed: Type.Optional(Type.Boolean()),
      pos: position,
      due: nullish,
      dueComplete: Type.Optional(Type.Unknown()),
      start: nullish,
      idMembers: Type.Optional(Type.Array(text)),
      labels: Type.Optional(Type.Array(Type.Object({ name: nullish, color: nullish }))),
      attachments: Type.Optional(Type.Array(Type.Unknown())),
    }),
  ),
  members: Type.Optional(Type.Array(Type.Object({ id: text, fullName: nullish, username: nullish }))),
  checklists: Type.Optional(
    Type.Array(
      Type.Object({
        idCard: text,
        checkItems: Type.Array(Type.Object({ name: text, state: nullish, pos: position })),
      }),
    ),
  ),
  actions: Type.Optional(Type.Array(Type.Object({ type: nullish }))),
});
type Board = Static<typeof exportSchema>;
const validateBoard = compileValidator(exportSchema, 'body');

/** Text from outside is made well-formed, never refused for it (spec/decisions.md, Text from outside). */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storable(value) : value;

/** Descriptions are Markdown; HTML in them is text. Headings have two levels here, and a line break is one. */
const markdown = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text: html, block }) => (block ? `<p>${escapeHtml(html.trim())}</p>` : escapeHtml(html)),
    heading({ depth, tokens }) {
      const tag = depth < 3 ? 'h2' : 'h3';
      return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    image: ({ href, text: title }) => `<a href="${escapeHtml(href)}">${escapeHtml(title || href)}</a>`,
    del({ tokens }) {
      return `<s>${this.parser.parseInline(tokens)}</s>`;
    },
  },
});
const richText = (written: string): string => markdown.parse(written, { async: false }).trim();

const byPosition = (one: { pos?: number | undefined }, other: { pos?: number | undefined }): number =>
  (one.pos ?? 0) - (other.pos ?? 0);

/** The day of a moment of the export. @throws RangeError for what is no time */
const dayIn = (moment: string | null | undefined, timeZone: string): string | null =>
  moment ? dayOf(new Date(moment), timeZone) : null;

function readCard(
  card: Board['cards'][number],
  row: number,
  list: string,
  members: ReadonlyMap<string, string>,
  timeZone: string,
): ImportedTask {
  const people = (card.idMembers ?? []).map((id) => members.get(id) ?? id);
  const task: ImportedTask = {
    ...emptyTask(row),
    title: card.name.trim(),
    description: richText(card.desc ?? ''),
    status: list,
    isDone: card.dueComplete === true,
    head: people[0] ?? null,
    users: people,
    tags: (card.labels ?? []).flatMap(({ name, color }) => (name?.trim() || color?.trim()) ?? []),
  };
  for (const [field, moment] of [
    ['startDate', card.start],
    ['endDate', card.due],
  ] as const)
    try {
      task[field] = dayIn(moment, timeZone);
    } catch {
      task.errors.push({ field, key: 'import.date' });
    }
  return task;
}

/** Tasks that are handed over together. */
const part = 250;

/**
 * Reads the cards of a board that Trello exported as JSON, list by list, in their order. Archived cards are left out. Runs in
 * the thread that reads files.
 * @throws AppError VALIDATION_FAILED for JSON of another shape
 * @throws FileRefusal
 */
export async function* readTrello(
  source: FileSource,
  { timeZone }: { timeZone: string },
): AsyncGenerator<ImportedTask[], Omissions> {
  const content = await readJsonText(source);
  let parsed: unknown;
  try {
    parsed = JSON.parse(content, wellFormed);
  } catch {
    throw fileError('agile.import.json');
  }
  if (validateBoard(parsed) !== true) throw fileError('agile.import.trello');
  const board = parsed as Board;
  const members = new Map(
    (board.members ?? []).map(({ id, fullName, username }) => [id, fullName || username || id]),
  );
  const lists = board.lists.filter((list) => !list.closed).sort(byPosition);
  const cards = lists.flatMap((list) =>
    board.cards
      .filter((card) => card.idList === list.id && !card.closed)
      .sort(byPosition)
      .map((card) => ({ card, list: list.name })),
  );
  if (cards.length === 0) throw fileError('import.empty');
  if (cards.length > mostTasks) throw fileError('import.tooMany', { limit: mostTasks });
  const tasks = cards.map(({ card, list }, at) => readCard(card, at + 1, list, members, timeZone));
  const taskOf = new Map(cards.map(({ card }, at) => [card.id, tasks[at]!]));
  for (const { idCard, checkItems } of board.checklists ?? [])
    taskOf
      .get(idCard)
      ?.checklist.push(
        ...checkItems
          .toSorted(byPosition)
          .map(({ name, state }) => ({ title: name.trim(), isDone: state === 'complete' })),
      );
  for (let from = 0; from < tasks.length; from += part) yield tasks.slice(from, from + part);
  return {
    columns: [],
    archived: board.cards.length - cards.length,
    comments: (board.actions ?? []).filter(({ type }) => type === 'commentCard').length,
    attachments: cards.reduce((sum, { card }) => sum + (card.attachments?.length ?? 0), 0),
  };
}
