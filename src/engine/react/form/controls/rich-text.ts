import createPurifier from 'dompurify';
import { withoutInlineCode } from '../../../../contracts/html.ts';

const purifier = createPurifier(window);

const tags = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'a',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'blockquote',
  'code',
  'pre',
  'hr',
];

/** Sanitises rich text: few tags, links to web, mail and telephone only, no styles. */
export function sanitiseRichText(html: string): string {
  return purifier.sanitize(withoutInlineCode(html), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/))/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
