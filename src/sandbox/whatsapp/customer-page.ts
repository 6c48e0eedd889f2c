import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '../../contracts/language.ts';
import { escapeHtml } from '../../server/platform/mail/layout.ts';
import { pageTexts } from './page-texts.ts';

/** The page's script and styles, which the build puts beside the server. */
const files: Readonly<Record<string, string>> = {
  'customer-page.js': 'text/javascript; charset=utf-8',
  'customer-page.css': 'text/css; charset=utf-8',
};

export function pageFile(name: string): { type: string; text: string } | null {
  const type = Object.hasOwn(files, name) ? files[name] : undefined;
  if (type === undefined) return null;
  const path = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return existsSync(path) ? { type, text: readFileSync(path, 'utf8') } : null;
}

/** The page, which its script fills. */
export function customerPage(lang: Language, timeZone: string): string {
  const { title } = pageTexts[lang].sandbox;
  const texts = JSON.stringify({ lang, timeZone, texts: pageTexts[lang] }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/customer/files/customer-page.css">
<script type="application/json" id="page">${texts}</script>
<script type="module" src="/dev/customer/files/customer-page.js"></script>
</head>
<body>
<div id="app"></div>
</body>
</html>`;
}
