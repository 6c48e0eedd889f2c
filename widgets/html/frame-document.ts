import { styleNonce } from '../../src/ui/index.ts';

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Colours are the system's for the scheme that the frame is in: light or dark, always readable. */
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
 * The page inside the frame: the cleaned HTML under a policy of its own, beside the one that it inherits from ours. Nothing
 * loads but pictures of ours, and of other sites once the reader has asked.
 */
export function frameDocument(
  html: string,
  { title, lang, remote }: { title: string; lang: string; remote: boolean },
): string {
  const nonce = styleNonce();
  const policy = [
    "default-src 'none'",
    // A page without a policy (a story) has no nonce: then only this very style is let in by the frame's own.
    nonce ? `style-src 'nonce-${nonce}'` : "style-src 'unsafe-inline'",
    `img-src ${window.location.origin}${remote ? ' https:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html><html lang="${escapeText(lang)}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeText(policy)}"><meta name="referrer" content="no-referrer"><title>${escapeText(title)}</title><style${nonce ? ` nonce="${escapeText(nonce)}"` : ''}>${style}</style></head><body>${html}</body></html>`;
}
