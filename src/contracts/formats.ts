/**
 * The string formats that our schemas name beyond JSON Schema's own: the browser's interpreter and the server's Ajv
 * register the same predicates, so both come to the same verdict.
 */

/** Specification 1, section 5. Empty is valid; both check digits count (decisions.md). Punctuation is ignored. */
export function isCpf(text: string): boolean {
  if (text.trim() === '') return true;
  const digits = cpfDigits(text);
  if (digits.length !== 11 || /^(\d)\1{10}$/.test(digits)) return false;
  return checkDigit(digits, 9) === Number(digits[9]) && checkDigit(digits, 10) === Number(digits[10]);
}

/** The digits of a CPF as it is kept and sent: 11 digits, no mask. */
export function cpfDigits(text: string): string {
  return text.replace(/\D/g, '');
}

function checkDigit(digits: string, length: number): number {
  let sum = 0;
  for (let at = 0; at < length; at += 1) sum += Number(digits[at]) * (length + 1 - at);
  const rest = (sum * 10) % 11;
  return rest === 10 ? 0 : rest;
}

/** What a CNPJ is kept as: 14 signs without punctuation, letters in upper case. */
export function cnpjSigns(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

/**
 * A CNPJ, the numeric one and the alphanumeric one given out since July 2026: twelve digits or letters and two check
 * digits. A sign counts as its ASCII code less 48, so the numeric rule is a case of it. Empty is valid.
 */
export function isCnpj(text: string): boolean {
  if (text.trim() === '') return true;
  const signs = cnpjSigns(text);
  if (!/^[0-9A-Z]{12}\d{2}$/.test(signs) || /^(.)\1{13}$/.test(signs)) return false;
  return cnpjCheckDigit(signs, 12) === Number(signs[12]) && cnpjCheckDigit(signs, 13) === Number(signs[13]);
}

/** Weights run 2 to 9 from the right, then begin again. */
function cnpjCheckDigit(signs: string, length: number): number {
  let sum = 0;
  for (let at = 0; at < length; at += 1) {
    sum += (signs.charCodeAt(at) - 48) * (2 + ((length - 1 - at) % 8));
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** What a telephone number is kept as: digits, behind a + where it is an international one. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return text.trim().startsWith('+') ? `+${digits}` : digits;
}

/**
 * A Brazilian number with its area code (10 digits, 11 for mobiles, whose third is a 9), or an international one with +
 * and 8 to 15 digits. Empty is valid.
 */
export function isPhone(text: string): boolean {
  if (text.trim() === '') return true;
  const kept = phoneDigits(text);
  return kept.startsWith('+')
    ? /^\+[1-9]\d{7,14}$/.test(kept)
    : /^[1-9][1-9](?:9\d{8}|[2-8]\d{7})$/.test(kept);
}

/** A postal code: eight digits, with or without its hyphen. Empty is valid. */
export function isCep(text: string): boolean {
  return text.trim() === '' || /^\d{5}-?\d{3}$/.test(text.trim());
}

/** A time of day without a zone: `HH:MM`, 00:00 to 23:59. Empty is valid. */
export function isClockTime(text: string): boolean {
  return text === '' || /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/**
 * Specification 1, section 5: a real calendar date from 1900 up to the current year; empty is valid.
 * @param text `YYYY-MM-DD`, the form that dates have on the wire.
 */
export function isBirthDate(text: string, today = new Date()): boolean {
  if (text === '') return true;
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1900 || year > today.getFullYear()) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * A typed `DD/MM/YYYY` in wire form, or null when it is not a date in that form.
 * Whether the date exists and is allowed is isBirthDate's question.
 */
export function wireDate(text: string): string | null {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim());
  return parts === null ? null : `${parts[3]}-${parts[2]}-${parts[1]}`;
}

/** One @, something on both sides, a dot in the domain, no spaces; whether it exists only a mail can tell. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@.<>()[\]\\,;:"]+(?:\.[^\s@.<>()[\]\\,;:"]+)+$/.test(text)
  );
}

/** Letters without accents, digits and `. _ - @ +`, up to 100 of them. */
export function isLogin(text: string): boolean {
  return /^[A-Za-z0-9._@+-]{1,100}$/.test(text);
}

export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  cpf: isCpf,
  cnpj: isCnpj,
  phone: isPhone,
  cep: isCep,
  'clock-time': isClockTime,
  // A fresh "today" for each call: a process that outlives the year's end must not refuse the new year.
  'birth-date': (text) => isBirthDate(text),
  email: isEmail,
  login: isLogin,
};
