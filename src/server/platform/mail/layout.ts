import type { Language } from '../../../contracts/language.ts';
import { oneLine } from '../../kernel/unstorable.ts';
import type { Appearance } from '../../kernel/appearance.ts';

/** A mail as it is sent or captured. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** Pictures that the HTML shows as `cid:<id>`. */
  pictures: { id: string; type: string; bytes: Buffer }[];
}

/** Content of a mail, as plain texts. */
export interface Letter {
  language: Language;
  subject: string;
  title: string;
  paragraphs: string[];
  /** Listed below the paragraphs, each with its own link. */
  entries?: { text: string; address: string }[];
  action: { label: string; address: string };
  /** Introduces the address below the button, for programs that show no button. */
  addressHint: string;
  /** Sender and reason. */
  footer: string;
}

/** The tenant's look in its mails. */
export type Look = Pick<Appearance, 'colors' | 'images'> & { name: string };

const LOGO = 'logo';
/** A larger logo is left out: it would be in every mail. */
const MAX_LOGO_BYTES = 200_000;
const FONT = "'Inter', 'Segoe UI', Arial, sans-serif";

/** Lays a letter out in the tenant's look: HTML of tables, which mail programs know, and the same as plain text. */
export function layOut(given: Letter, look: Look): MailContent {
  const letter = inLines(given);
  const tenant = escapeHtml(oneLine(look.name));
  const logo = logoOf(look.images.LAYOUT_LOGIN_LOGO);
  const brand = logo
    ? `<img src="cid:${LOGO}" alt="${tenant}" height="32" style="display:block;height:32px;border:0">`
    : tenant;
  const { menuColor, actionColor } = look.colors;
  const paragraph = (text: string) =>
    `<p class="text" style="margin:0 0 16px;color:#424242;font-size:15px;line-height:22px">${escapeHtml(text)}</p>`;
  const entry = ({ text, address: link }: { text: string; address: string }) =>
    `\n<p style="margin:0 0 12px;font-size:15px;line-height:22px"><a class="link" href="${escapeHtml(link)}" style="color:#115ea3">${escapeHtml(text)}</a></p>`;
  const address = escapeHtml(letter.action.address);
  const html = `<!doctype html>
<html lang="${letter.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(letter.subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background-color: #141414 !important; }
  .card { background-color: #1f1f1f !important; }
  .title { color: #ffffff !important; }
  .text, .small { color: #d6d6d6 !important; }
  .link { color: #9cc7ff !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f5f5f5">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f5f5f5;font-family:${FONT}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background-color:#ffffff;border-radius:12px;overflow:hidden">
<tr><td style="padding:20px 32px;background-color:${menuColor};color:${inkOn(menuColor)};font-size:18px;font-weight:600">${brand}</td></tr>
<tr><td style="padding:32px">
<h1 class="title" style="margin:0 0 16px;color:#242424;font-size:22px;line-height:28px;font-weight:600">${escapeHtml(letter.title)}</h1>
${letter.paragraphs.map(paragraph).join('\n')}${(letter.entries ?? []).map(entry).join('')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr>
<td style="border-radius:8px;background-color:${actionColor}"><a href="${address}" style="display:inline-block;padding:12px 24px;color:${inkOn(actionColor)};font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(letter.action.label)}</a></td>
</tr></table>
<p class="small" style="margin:0;color:#616161;font-size:13px;line-height:18px">${escapeHtml(letter.addressHint)}<br><a class="link" href="${address}" style="color:#115ea3;word-break:break-all">${address}</a></p>
</td></tr>
</table>
<p class="small" style="margin:16px 0 0;max-width:560px;color:#616161;font-size:12px;line-height:16px">${escapeHtml(letter.footer)}</p>
</td></tr>
</table>
</body>
</html>`;
  const text = [
    letter.title,
    ...letter.paragraphs,
    ...(letter.entries ?? []).map(({ text: line, address: link }) => `- ${line}\n  ${link}`),
    `${letter.action.label}:\n${letter.action.address}`,
    `--\n${letter.footer}`,
  ].join('\n\n');
  return { subject: letter.subject, text, html, pictures: logo ? [{ id: LOGO, ...logo }] : [] };
}

/** Names in a letter are anybody's: none begins a line of its own, or turns the words beside it. */
function inLines(letter: Letter): Letter {
  const { action, entries } = letter;
  return {
    ...letter,
    subject: oneLine(letter.subject),
    title: oneLine(letter.title),
    paragraphs: letter.paragraphs.map((text) => oneLine(text)),
    ...(entries && { entries: entries.map(({ text, address }) => ({ text: oneLine(text), address })) }),
    action: { ...action, label: oneLine(action.label) },
    footer: oneLine(letter.footer),
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? '');

/** The tenant's picture, if mail programs can show it: no SVG. */
function logoOf(dataUrl: string | null): { type: string; bytes: Buffer } | null {
  const [, type, base64] =
    /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/=]+)$/.exec(dataUrl ?? '') ?? [];
  if (type === undefined || base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length > MAX_LOGO_BYTES ? null : { type, bytes };
}

/** Black or white, whichever is easier to read on a `#rrggbb` ground. */
function inkOn(ground: string): '#ffffff' | '#242424' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(ground.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= 4.5 ? '#ffffff' : '#242424';
}
