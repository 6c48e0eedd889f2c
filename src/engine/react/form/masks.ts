import { isExact } from '../../../contracts/exact-number.ts';
import { cnpjSigns, phoneDigits } from '../../../contracts/formats.ts';

/** `12345678901` as `123.456.789-01`, as far as it is typed; other characters are dropped. */
export function maskCpf(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 11);
  return digits
    .replace(/^(\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3}\.\d{3})(\d)/, '$1-$2');
}

/** `12ABC34501DE35` as `12.ABC.345/01DE-35`, as far as it is typed; the last two are digits. */
export function maskCnpj(text: string): string {
  const signs = cnpjSigns(text);
  const body = signs.slice(0, 12);
  const check = signs.slice(12).replace(/\D/g, '').slice(0, 2);
  const parts = [
    [body.slice(0, 2), ''],
    [body.slice(2, 5), '.'],
    [body.slice(5, 8), '.'],
    [body.slice(8), '/'],
    [check, '-'],
  ] as const;
  return parts.map(([part, before]) => (part === '' ? '' : before + part)).join('');
}

/** `11987654321` as `(11) 98765-4321`. Digits after a + stay together, as countries group them differently. */
export function maskPhone(text: string): string {
  const kept = phoneDigits(text);
  if (kept.startsWith('+')) return kept.slice(0, 16);
  const digits = kept.slice(0, 11);
  if (digits.length <= 2) return digits === '' ? '' : `(${digits}`;
  const local = digits.slice(2);
  const head = digits.length > 10 ? 5 : 4;
  const tail = local.slice(head);
  return `(${digits.slice(0, 2)}) ${local.slice(0, head)}${tail === '' ? '' : `-${tail}`}`;
}

/** `01310100` as `01310-100`. */
export function maskCep(text: string): string {
  return text
    .replace(/\D/g, '')
    .slice(0, 8)
    .replace(/^(\d{5})(\d)/, '$1-$2');
}

/** A typed time as `HH:MM`, as far as it goes. A colon after one digit makes it two: `9:30` is `09:30`. */
export function maskTime(text: string): string {
  const parts = splitParts(text, [2, 2]);
  const shown = parts.join(':');
  return /[^\d]$/.test(text) && parts.length === 1 ? `${shown}:` : shown;
}

/** A typed date and time as `DD/MM/YYYY HH:MM`, as far as it goes. */
export function maskDateTime(text: string): string {
  const parts = splitParts(text, [2, 2, 4, 2, 2]);
  const shown = parts.reduce(
    (all, part, at) => (at === 0 ? part : all + ['', '/', '/', ' ', ':'][at]! + part),
    '',
  );
  const isOpen = /\D$/.test(text) && parts.length > 0 && parts.length < 5;
  return isOpen ? shown + ['', '/', '/', ' ', ':'][parts.length]! : shown;
}

/**
 * A typed date as `DD/MM/YYYY`, as far as it goes. A slash after one digit makes it two: `1/2/2024` is `01/02/2024`.
 */
export function maskDate(text: string): string {
  const parts = splitParts(text, [2, 2, 4]);
  const shown = parts.join('/');
  // A typed slash stays, so that the next part can begin.
  return /\D$/.test(text) && parts.length < 3 && shown !== '' ? `${shown}/` : shown;
}

/** Runs of digits of the given lengths; another character ends a run early, padded with a zero. */
function splitParts(text: string, lengths: readonly number[]): string[] {
  const parts: string[] = [];
  let current = '';
  for (const char of text) {
    if (parts.length === lengths.length) break;
    if (/\d/.test(char)) {
      current += char;
      if (current.length === lengths[parts.length]) {
        parts.push(current);
        current = '';
      }
    } else if (current !== '') {
      parts.push(current.padStart(2, '0'));
      current = '';
    }
  }
  if (current !== '') parts.push(current);
  return parts;
}

/** Masks of texts that are stored without their punctuation, by control. */
const masks = { cpf: maskCpf, cnpj: maskCnpj, phone: maskPhone, cep: maskCep } as const;
export type MaskName = keyof typeof masks;

/** A stored text with its mask; null for a control without one. */
export function maskedText(widget: string | null, kept: string): string | null {
  return widget !== null && Object.hasOwn(masks, widget) ? masks[widget as MaskName](kept) : null;
}

/** A wire date (`YYYY-MM-DD`) as `DD/MM/YYYY`; any other text unchanged. */
export function shownDate(value: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return parts === null ? value : `${parts[3]}/${parts[2]}/${parts[1]}`;
}

/**
 * Position of the caret after masking: behind as many typed characters as before it. Punctuation of the mask does not
 * count; a + does, as it is typed.
 */
export function caretAfterMask(typed: string, caret: number, masked: string): number {
  if (caret >= typed.length) return masked.length;
  const signs = typed.slice(0, caret).replace(/[^0-9A-Za-z+]/g, '').length;
  let seen = 0;
  for (let at = 0; at < masked.length; at++) {
    if (seen === signs) return at;
    if (/[0-9A-Za-z+]/.test(masked[at]!)) seen += 1;
  }
  return masked.length;
}

/**
 * Parses a number in the language's notation; null when it is none, or has more digits than are kept. `1.234,5` in pt is 1234.5.
 */
export function parseNumber(text: string, locale: string): number | null {
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6);
  const group = parts.find((part) => part.type === 'group')?.value ?? '';
  const decimal = parts.find((part) => part.type === 'decimal')?.value ?? '.';
  let plain = text.trim().replace(/[\s\u00a0\u202f]/g, '');
  // A group separator stands before three digits; anywhere else it is a typing error that must not change the number.
  const [whole = '', ...rest] = plain.split(decimal);
  const groups = group.trim() === '' ? [whole] : whole.split(group);
  if (groups.length > 1 && groups.slice(1).some((part) => !/^\d{3}$/.test(part))) return null;
  plain = [groups.join(''), ...rest].join(decimal);
  plain = plain.replace(decimal, '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  return isExact(plain) ? Number(plain) : null;
}

export function shownNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false }).format(value);
}
