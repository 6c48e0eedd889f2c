import { escapeHtml, withoutInlineCode } from '../../contracts/html.ts';

const tags = new Set('p br strong em u s a ul ol li h2 h3 blockquote code pre hr'.split(' '));
const blocks = new Set('p br ul ol li h2 h3 blockquote pre hr'.split(' '));
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

interface Token {
  /** Name of a tag; null for text. */
  tag: string | null;
  isEnd: boolean;
  /** Text, or the address of a link. */
  text: string;
}

function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '');
}

/** Splits HTML into tags that are kept and text. All other tags are left out. */
function* tokensOf(html: string): Generator<Token> {
  const safe = withoutInlineCode(html).replaceAll(/<!--[^]*?(?:-->|$)/g, '');
  let at = 0;
  for (const match of safe.matchAll(/<(\/?)([a-z][a-z0-9]*)((?:\s(?:"[^"]*"|'[^']*'|[^'">])*)?)\/?>/gi)) {
    yield { tag: null, isEnd: false, text: decoded(safe.slice(at, match.index)) };
    at = match.index + match[0].length;
    const tag = match[2]!.toLowerCase();
    if (!tags.has(tag)) continue;
    const href = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(match[3] ?? '');
    yield { tag, isEnd: match[1] !== '', text: decoded(href?.[1] ?? href?.[2] ?? '') };
  }
  yield { tag: null, isEnd: false, text: decoded(safe.slice(at)) };
}

/**
 * Cleans rich text that people wrote: what is kept is written anew, tag by tag, so that nothing but the few tags of the
 * editor, links to web, mail and telephone, and escaped text can be in the result.
 */
export function cleanRichText(html: string): string {
  const open: string[] = [];
  let result = '';
  for (const { tag, isEnd, text } of tokensOf(html)) {
    if (tag === null) result += escapeHtml(text);
    else if (tag === 'br' || tag === 'hr') result += isEnd ? '' : `<${tag}>`;
    else if (!isEnd) {
      const isLink = tag === 'a' && /^(?:https?:|mailto:|tel:|\/(?!\/))/i.test(text);
      result += isLink ? `<a href="${escapeHtml(text)}">` : `<${tag}>`;
      open.push(tag);
    } else if (open.includes(tag)) {
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        result += `</${last}>`;
        if (last === tag) break;
      }
    }
  }
  return (
    result +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  );
}

/** The text of rich text, a line per block. */
export function plainTextOf(html: string): string {
  let result = '';
  for (const { tag, text } of tokensOf(html)) {
    if (tag === null) result += text;
    else if (blocks.has(tag)) result += '\n';
  }
  return result.replaceAll(/\s*\n\s*/g, '\n').trim();
}
