import type { Board } from '../../../contracts/agile-board.ts';
import { addDays } from './due.ts';
import { foldText } from '../../../contracts/text.ts';

/** A task as it was typed in one line. */
export interface QuickTask {
  title: string;
  users: number[];
  tags: number[];
  /** Tags that the board does not have yet. */
  newTags: string[];
  priorityId: number | null;
  /** YYYY-MM-DD. */
  endDate: string | null;
}

type Known = Pick<Board, 'users' | 'tags' | 'priorities'>;

const keyOf = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The one person that a word names: by the whole name without blanks, else by a beginning that fits one person alone. */
function personOf(word: string, users: Known['users']): number | null {
  const wanted = keyOf(word);
  if (wanted === '') return null;
  const exact = users.filter(({ name }) => keyOf(name) === wanted);
  const fits = exact.length > 0 ? exact : users.filter(({ name }) => keyOf(name).startsWith(wanted));
  const found =
    fits.length > 0
      ? fits
      : users.filter(({ name }) => name.split(/\s+/).some((part) => keyOf(part).startsWith(wanted)));
  return found.length === 1 ? found[0]!.id : null;
}

/** Days of the week by the first letters of their names in all languages of the product, Sunday first. */
const weekdays = [
  ['domingo', 'dom', 'sunday', 'sun'],
  ['segunda', 'seg', 'monday', 'mon', 'lunes', 'lun'],
  ['terca', 'ter', 'tuesday', 'tue', 'martes', 'mar'],
  ['quarta', 'qua', 'wednesday', 'wed', 'miercoles', 'mie'],
  ['quinta', 'qui', 'thursday', 'thu', 'jueves', 'jue'],
  ['sexta', 'sex', 'friday', 'fri', 'viernes', 'vie'],
  ['sabado', 'sab', 'saturday', 'sat'],
];
const todayWords = ['hoje', 'today', 'hoy'];
const tomorrowWords = ['amanha', 'tomorrow', 'manana'];

const isDate = (date: string): boolean => {
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === date;
};

/** The date that a word names; null for any other word. A day and a month without a year are the next such day. */
export function dateOf(word: string, day: string): string | null {
  const plain = foldText(word);
  if (todayWords.includes(plain)) return day;
  if (tomorrowWords.includes(plain)) return addDays(day, 1);
  const weekday = weekdays.findIndex((names) => names.includes(plain));
  if (weekday >= 0) {
    const from = new Date(`${day}T00:00:00Z`).getUTCDay();
    return addDays(day, (weekday - from + 7) % 7 || 7);
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(plain)) return isDate(plain) ? plain : null;
  const found = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(plain);
  if (!found) return null;
  const [, date = '', month = '', written] = found;
  const monthDay = `${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  if (written !== undefined) {
    const full = `${written.length === 2 ? `20${written}` : written}-${monthDay}`;
    return isDate(full) ? full : null;
  }
  const year = Number(day.slice(0, 4));
  const next = [year, year + 1].map((one) => `${one}-${monthDay}`).find((one) => isDate(one) && one >= day);
  return next ?? null;
}

/**
 * Reads a line such as `Revisar contrato @ana #fiscal !alta 30/11`. A mark that names nothing the board knows stays in the
 * title, so that nothing that was typed is lost; only an unknown tag is made.
 * @param day today's date in the tenant's zone
 */
export function parseQuickAdd(line: string, board: Known, day: string): QuickTask {
  const task: QuickTask = { title: '', users: [], tags: [], newTags: [], priorityId: null, endDate: null };
  const kept: string[] = [];
  const words = line.trim().split(/\s+/).filter(Boolean);
  const lastPlain = words.findLastIndex((word) => !/^[@#!]/.test(word));
  /** Returns whether a word was understood. */
  function take(word: string, at: number): boolean {
    const [mark] = word;
    const rest = word.slice(1);
    if (mark === '@') {
      const id = personOf(
        rest,
        board.users.filter(({ assignable }) => assignable),
      );
      if (id !== null && !task.users.includes(id)) task.users.push(id);
      return id !== null;
    }
    // "#3" is a number that people write, not a tag.
    if (mark === '#' && keyOf(rest) !== '' && !/^\d+$/.test(rest)) {
      const known = board.tags.find(({ title }) => keyOf(title) === keyOf(rest));
      if (known && !task.tags.includes(known.id)) task.tags.push(known.id);
      if (!known && !task.newTags.some((title) => keyOf(title) === keyOf(rest))) task.newTags.push(rest);
      return true;
    }
    if (mark === '!') {
      const wanted = keyOf(rest);
      const fits = (text: string) => wanted !== '' && keyOf(text).startsWith(wanted);
      const found = board.priorities.filter(({ key, title }) => fits(key) || fits(title));
      if (found.length !== 1) return false;
      task.priorityId = found[0]!.id;
      return true;
    }
    // A weekday, "hoje" or "1/2" within a title are words of it: only whole dates in figures are dates anywhere.
    const mayBeDate = at > 0 && (at === lastPlain || /^\d{2}\/\d{2}|^\d{4}-/.test(word));
    const date = mayBeDate ? dateOf(word, day) : null;
    if (date === null || task.endDate !== null) return false;
    task.endDate = date;
    return true;
  }
  words.forEach((word, at) => {
    if (!take(word, at)) kept.push(word);
  });
  task.title = kept.join(' ');
  return task;
}
