import createPurifier from 'dompurify';
import { pictureUrl, safeUrl } from '../../src/contracts/url.ts';

/** Words and their order, tables, pictures: nothing that runs, styles, asks or loads. */
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
  /** Pictures of other sites that were left out. */
  blocked: number;
}

/** What is longer is cut: no letter is, and cleaning it would hold up the screen. */
const longest = 1_000_000;

/**
 * HTML without all that could run, style, ask or load: a string in, a string out, and nothing changes it afterwards.
 * @param remote keep pictures of other sites too.
 */
export function sanitiseHtml(html: string, remote: boolean): SanitisedHtml {
  // Its own: hooks belong to one purifier, and its window is the one of the page (or of the test).
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
      const elsewhere = picture !== null && !picture.startsWith('/');
      if (elsewhere && !remote) blocked += 1;
      data.keepAttr = picture !== null && (remote || !elsewhere);
    }
  });
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName !== 'A' || !node.hasAttribute('href')) return;
    // The frame goes nowhere itself, and whoever is visited knows nothing of us.
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer nofollow');
  });
  const cleaned = purifier.sanitize(html.slice(0, longest), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOW_UNKNOWN_PROTOCOLS: false,
  });
  return { html: cleaned, blocked };
}
