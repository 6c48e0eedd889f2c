import { escapeHtml } from '../../src/contracts/html.ts';
import { frameNonce } from '../../src/engine/react/index.ts';
import { pictureHosts, styleNonce } from '../../src/ui/index.ts';

/** Colours are the system's for the colour scheme of the frame: light or dark, always readable. */
const style = `
:root { color-scheme: light dark; }
html { background: Canvas; color: CanvasText; }
body { margin: 12px; font: 14px/20px "Segoe UI", system-ui, sans-serif; overflow-wrap: anywhere; }
img { max-width: 100%; height: auto; }
table { border-collapse: collapse; max-width: 100%; }
td, th { padding: 4px 8px; vertical-align: top; text-align: start; }
pre { overflow-x: auto; }
blockquote { margin: 0 0 12px; padding-inline-start: 12px; border-inline-start: 3px solid GrayText; }
a { color: LinkText; }
`;

/**
 * The document inside the frame: sanitised HTML under a policy of its own, beside the one that the frame inherits from the
 * page or gets from the server. Nothing but pictures loads.
 * @param remote whether the document goes through the server, whose policy lets pictures of all sites in.
 */
export function frameDocument(
  html: string,
  { title, lang, remote }: { title: string; lang: string; remote: boolean },
): string {
  const nonce = remote ? frameNonce : styleNonce();
  const allowed = pictureHosts().map((host) => `https://${host}`);
  const policy = [
    "default-src 'none'",
    // A page without a policy (a story) has no nonce.
    nonce ? `style-src 'nonce-${nonce}'` : "style-src 'unsafe-inline'",
    ['img-src', window.location.origin, ...(remote ? ['https:'] : allowed)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}"><meta name="referrer" content="no-referrer"><title>${escapeHtml(title)}</title><style${nonce ? ` nonce="${escapeHtml(nonce)}"` : ''}>${style}</style></head><body>${html}</body></html>`;
}
