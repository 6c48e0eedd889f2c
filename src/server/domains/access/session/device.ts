import type { Language } from '../../../../contracts/language.ts';
import { text } from '../../../kernel/texts.ts';

/** The program and system that a `User-Agent` names, as far as people know them. */
export interface Device {
  browser: string | null;
  system: string | null;
  kind: 'desktop' | 'phone';
}

// Each program also names those that it descends from, so the order counts.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

export function deviceOf(userAgent: string): Device {
  const first = (list: typeof browsers): string | null =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return {
    browser: first(browsers),
    system: first(systems),
    kind: /\b(Mobile|iPhone|Android)\b/.test(userAgent) ? 'phone' : 'desktop',
  };
}

/** The program and system in the reader's words. */
export function deviceText(lang: Language, { browser, system }: Device): string {
  return text(lang, 'screens.profile.sessions.device', {
    browser: browser ?? text(lang, 'screens.profile.sessions.unknownBrowser'),
    system: system ?? text(lang, 'screens.profile.sessions.unknownSystem'),
  });
}
