import type { Board } from '../../../contracts/agile-board.ts';
import { foldText } from '../../../contracts/text.ts';

/** Completion in the place of the word that is being typed. */
export interface Completion {
  key: string;
  kind: 'person' | 'tag' | 'new-tag' | 'priority';
  /** Name of what it stands for. */
  label: string;
  /** The word, with its mark. */
  word: string;
  /** Id of the person or priority; 0 for a tag. */
  id: number;
}

export interface Completions {
  /** Where the word begins and ends in the line. */
  from: number;
  to: number;
  options: readonly Completion[];
}

/** Completions that are offered at once. */
const most = 6;

const joined = (name: string): string => name.replaceAll(/\s+/g, '');
const matched = (name: string): string => foldText(joined(name));

/** Those whose name begins with what was typed, then those of which another word does. */
function find<Row extends { title: string }>(rows: readonly Row[], typed: string): Row[] {
  const wanted = foldText(typed);
  const begins = rows.filter(({ title }) => matched(title).startsWith(wanted));
  const within = rows.filter(
    (row) =>
      !begins.includes(row) && row.title.split(/\s+/).some((part) => foldText(part).startsWith(wanted)),
  );
  return [...begins, ...within].slice(0, most);
}

/**
 * Completions of the word at the caret: people after `@`, tags after `#`, priorities after `!`. Names are written
 * without blanks, as `parseQuickAdd` reads them.
 */
export function completionsAt(
  line: string,
  caret: number,
  board: Pick<Board, 'users' | 'tags' | 'priorities'>,
): Completions | null {
  const from = line.slice(0, caret).search(/\S*$/);
  const to = caret + line.slice(caret).search(/\s|$/);
  const [mark] = line.slice(from, to);
  const typed = line.slice(from + 1, caret);
  if (caret <= from) return null;
  const result = (options: readonly Completion[]) => (options.length === 0 ? null : { from, to, options });
  if (mark === '@') {
    const people = board.users
      .filter(({ assignable }) => assignable)
      .map(({ id, name }) => ({ id, title: name }));
    return result(
      find(people, typed).map(({ id, title }) => ({
        key: `person-${id}`,
        kind: 'person',
        label: title,
        word: `@${joined(title)}`,
        id,
      })),
    );
  }
  if (mark === '#') {
    // "#3" is a number that people write, not a tag.
    if (/^\d+$/.test(typed)) return null;
    const options: Completion[] = find(board.tags, typed).map(({ id, title }) => ({
      key: `tag-${id}`,
      kind: 'tag',
      label: title,
      word: `#${joined(title)}`,
      id: 0,
    }));
    // A tag is made only when none matches.
    if (options.length === 0 && typed !== '')
      options.push({ key: 'new-tag', kind: 'new-tag', label: typed, word: `#${typed}`, id: 0 });
    return result(options);
  }
  if (mark === '!')
    return result(
      find(board.priorities, typed).map(({ id, title }) => ({
        key: `priority-${id}`,
        kind: 'priority',
        label: title,
        word: `!${joined(title)}`,
        id,
      })),
    );
  return null;
}

/** The line with a completion in the place of its word, and where the caret stands then. */
export function complete(
  line: string,
  { from, to }: Pick<Completions, 'from' | 'to'>,
  { word }: Pick<Completion, 'word'>,
): { line: string; caret: number } {
  const rest = line.slice(to);
  const before = `${line.slice(0, from)}${word}`;
  return { line: rest.startsWith(' ') ? before + rest : `${before} ${rest}`, caret: before.length + 1 };
}
