import { foldText } from '../../../contracts/text.ts';

/** A text that agents have at hand. */
export interface CannedAnswer {
  id: number;
  shortcut: string;
  title: string;
  text: string;
}

/** Answers that are offered at once. */
const mostOffered = 8;

/** The answers that a text such as `/bol` asks for: by the beginning of their shortcut first, then by words of their title. */
export function answersFor(all: readonly CannedAnswer[], text: string): CannedAnswer[] {
  if (!/^\/\S*$/.test(text)) return [];
  const wanted = foldText(text.slice(1));
  const byShortcut = all.filter(({ shortcut }) => foldText(shortcut).startsWith(wanted));
  const byTitle = all.filter((one) => !byShortcut.includes(one) && foldText(one.title).includes(wanted));
  return [...byShortcut, ...byTitle].slice(0, mostOffered);
}

/** An answer with what the chat knows. A value that is empty leaves its place empty. */
export const fillAnswer = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => values[name] ?? whole);
