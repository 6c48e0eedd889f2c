/**
 * Telephone numbers as the messaging provider writes them: digits with the country code. Brazilian mobiles have had a ninth
 * digit since 2012 to 2016 which the provider leaves out for older accounts, so that one person has two numbers:
 * 55 11 98877-1204 and 55 11 8877-1204. Landlines, which begin with 2 to 5, never have it.
 */

/** Brazil with an area code, and eight digits of a mobile without its ninth. */
const withoutNinth = /^(55[1-9][1-9])([6-9]\d{7})$/;
const brazilian = /^55([1-9][1-9])(\d{8,9})$/;

/** The digits of a number with the country code; a Brazilian one without it gets it. Null for what is no number. */
export function toE164Digits(text: string): string | null {
  const trimmed = text.trim();
  if (!/^\+?[\d\s().-]+$/.test(trimmed)) return null;
  const digits = trimmed.replace(/\D/g, '').replace(/^0+/, '');
  const isNational = !trimmed.startsWith('+') && /^[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/.test(digits);
  const full = isNational ? `55${digits}` : digits;
  return /^[1-9]\d{7,14}$/.test(full) ? full : null;
}

/** One key for all ways of writing a number: Brazilian mobiles have their ninth digit. @param digits with the country code */
export const numberKey = (digits: string): string => digits.replace(withoutNinth, '$19$2');

/** The forms of a number that people search for: with and without country code and ninth digit, separated by spaces. */
export function numberWords(digits: string): string {
  const key = numberKey(digits);
  const found = brazilian.exec(key);
  if (!found) return key;
  const [, area = '', rest = ''] = found;
  const short = rest.length === 9 ? rest.slice(1) : rest;
  return [...new Set([`55${area}${rest}`, `55${area}${short}`])].join(' ');
}

/** How people read a number: (34) 98877-1204 for Brazil, +351912345678 elsewhere. */
export function formatNumber(digits: string): string {
  const found = brazilian.exec(numberKey(digits));
  if (!found) return /^\d+$/.test(digits) ? `+${digits}` : digits;
  const [, area = '', rest = ''] = found;
  return `(${area}) ${rest.slice(0, -4)}-${rest.slice(-4)}`;
}
