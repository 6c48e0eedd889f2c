/** Elements whose content is text up to their own end tag. */
const textElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);

/** Elements that browsers report against the content security policy while they parse; `base` has no content. */
const reported: ReadonlySet<string> = new Set(['script', 'style', 'base']);

const inlineCode = /^(?:style|on.*)$/is;
const attribute = /[\s/]*(=?[^\s/>=]*)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*|(?=>)))?/y;

/** End of a comment, doctype or processing instruction that begins at `from`. */
function endOfMarkup(html: string, from: number): number {
  if (!html.startsWith('<!--', from)) {
    const end = html.indexOf('>', from);
    return end < 0 ? html.length : end + 1;
  }
  // `<!-->` and `<!--->` are whole comments.
  const comment = /^<!--(?:-?>|[^]*?--!?>)/.exec(html.slice(from));
  return comment ? from + comment[0].length : html.length;
}

/** The tag that begins at `from` without inline code, and where it ends; null when the text ends within it. */
function readTag(html: string, from: number, name: string): { text: string; end: number } | null {
  let at = from + name.length;
  let text = html.slice(from, at);
  while (at < html.length) {
    if (html[at] === '>') return { text: `${text}>`, end: at + 1 };
    attribute.lastIndex = at;
    const match = attribute.exec(html);
    if (!match || match[0] === '') {
      // A stray character, such as the first of a quote that never ends.
      text += html[at];
      at += 1;
      continue;
    }
    text += inlineCode.test(match[1] ?? '') ? ' ' : match[0];
    at += match[0].length;
  }
  return null;
}

/**
 * HTML without scripts, styles, event handlers, style attributes and base addresses. It is a step before sanitising, never
 * a substitute for it: browsers report such code against the content security policy wherever HTML is parsed, in documents
 * that are never shown too, and a sanitiser removes it only after parsing.
 */
export function withoutInlineCode(html: string): string {
  let result = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) return result + html.slice(at);
    result += html.slice(at, open);
    const [tag, slash = '', rawName = ''] =
      /^<(\/?)([a-z][^\s/>]*)/i.exec(html.slice(open, open + 200)) ?? [];
    if (tag === undefined) {
      at = /^<[!?/]/.test(html.slice(open, open + 2)) ? endOfMarkup(html, open) : open + 1;
      result += html.slice(open, at);
      continue;
    }
    const read = readTag(html, open, tag);
    // Browsers drop a tag that never ends.
    if (!read) return result;
    const name = rawName.toLowerCase();
    at = read.end;
    if (slash !== '' || !textElements.has(name)) {
      if (!reported.has(name)) result += read.text;
      continue;
    }
    const close = new RegExp(`</${name}[\\s/>]`, 'i').exec(html.slice(at));
    const end = close ? at + close.index : html.length;
    if (!reported.has(name)) result += read.text + html.slice(at, end);
    at = end;
  }
  return result;
}

/** Escapes text for HTML, in content and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
