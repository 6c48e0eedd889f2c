/** A part of a text, and where it leads if it is a link. */
export interface TextPart {
  text: string;
  href: string | null;
}

const link = /https?:\/\/[^\s<>"']+/g;
/** Signs at the end of a sentence, which belong to no address. */
const trailing = /[.,;:!?)\]]+$/;

/** The links of a text, with what stands between them. Only http and https lead anywhere. */
export function linksOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(link)) {
    const address = match[0].replace(trailing, '');
    if (!URL.canParse(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: address, href: address });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** Characters of a word after which it may break. */
const mostRun = 40;

/** A text in pieces of which none has a word that is longer than a line. No pair of surrogates is split. */
export function pieces(text: string): string[] {
  if (!/\S{40}/.test(text)) return [text];
  return text.match(new RegExp(`\\s*(?:\\S{1,${mostRun}}|\\s+$)`, 'gu')) ?? [text];
}

/** A text in parts: those that are marked, and what stands between them. Of two that begin alike the longer one counts. */
export function splitAt(text: string, marked: readonly string[]): { part: string; isMarked: boolean }[] {
  if (marked.length === 0) return [{ part: text, isMarked: false }];
  const longest = marked.toSorted((one, other) => other.length - one.length);
  const escaped = longest.map((one) => one.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'u'))
    .map((part, at) => ({ part, isMarked: at % 2 === 1 }))
    .filter(({ part }) => part !== '');
}
