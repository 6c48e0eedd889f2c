import createPurifier from 'dompurify';
import { withoutInlineCode } from '../../src/contracts/html.ts';
import { pictureUrl, safeUrl } from '../../src/contracts/url.ts';
import { blockedPictureHost } from '../../src/ui/index.ts';

/** Text and its structure, tables and pictures: nothing that runs, styles, asks for input or loads. */
const tags = `
  a abbr address article aside b bdi bdo blockquote br caption center cite code col colgroup dd del
  details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main
  mark nav ol p pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot
  th thead time tr tt u ul var wbr
`
  .trim()
  .split(/\s+/);

const attributes = `
  abbr align alt cite colspan datetime dir headers height href lang open reversed rowspan scope span
  src start title valign width
`
  .trim()
  .split(/\s+/);

export interface SanitisedHtml {
  html: string;
  /** Number of pictures that are left out until the reader asks for them. */
  blocked: number;
}

/** Longer HTML is cut to this many characters: sanitising it would block the page. */
const longest = 1_000_000;

/**
 * HTML without anything that runs, styles, asks for input or loads. Nothing may change the result afterwards.
 * @param remote whether the reader has asked for the pictures of all sites.
 */
export function sanitiseHtml(html: string, remote: boolean): SanitisedHtml {
  // Hooks belong to one purifier, so each call has its own.
  const purifier = createPurifier(window);
  let blocked = 0;
  purifier.addHook('uponSanitizeAttribute', (node, data) => {
    const { attrName } = data;
    if (attrName !== 'href' && attrName !== 'src' && attrName !== 'cite') return;
    const address = data.attrValue.trim();
    data.attrValue = address;
    if (attrName === 'href') data.keepAttr = node.nodeName === 'A' && safeUrl(address) !== null;
    else if (attrName === 'cite') data.keepAttr = false;
    else {
      const picture = node.nodeName === 'IMG' ? pictureUrl(address) : null;
      const blockedHost = picture === null ? null : blockedPictureHost(picture);
      if (blockedHost !== null && !remote) blocked += 1;
      data.keepAttr = picture !== null && (remote || blockedHost === null);
    }
  });
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName !== 'A' || !node.hasAttribute('href')) return;
    // Links open outside of the frame, without opener and referrer.
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer nofollow');
  });
  const cleaned = purifier.sanitize(withoutInlineCode(html.slice(0, longest)), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOW_UNKNOWN_PROTOCOLS: false,
  });
  return { html: cleaned, blocked };
}
