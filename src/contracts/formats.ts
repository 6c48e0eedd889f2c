/**
 * String formats beyond those of JSON Schema. The browser's interpreter and the server's Ajv register the same predicates,
 * so that their results are the same.
 */

/** Whether a text is a CPF (specification 1, section 5). Both check digits count, punctuation does not. Empty is valid. */
export function isCpf(text: string): boolean {
  if (text.trim() === '') return true;
  const digits = cpfDigits(text);
  if (digits.length !== 11 || /^(\d)\1{10}$/.test(digits)) return false;
  return checkDigit(digits, 9) === Number(digits[9]) && checkDigit(digits, 10) === Number(digits[10]);
}

/** Returns the digits of a CPF, its stored form: 11 digits without a mask. */
export function cpfDigits(text: string): string {
  return text.replace(/\D/g, '');
}

function checkDigit(digits: string, length: number): number {
  let sum = 0;
  for (let at = 0; at < length; at += 1) sum += Number(digits[at]) * (length + 1 - at);
  const rest = (sum * 10) % 11;
  return rest === 10 ? 0 : rest;
}

/** Returns the stored form of a CNPJ: 14 characters without punctuation, letters in upper case. */
export function cnpjSigns(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

/**
 * Whether a text is a CNPJ, numeric or alphanumeric (issued since July 2026): twelve digits or letters and two check
 * digits. A character counts as its ASCII code less 48, which includes the numeric rule. Empty is valid.
 */
export function isCnpj(text: string): boolean {
  if (text.trim() === '') return true;
  const signs = cnpjSigns(text);
  if (!/^[0-9A-Z]{12}\d{2}$/.test(signs) || /^(.)\1{13}$/.test(signs)) return false;
  return cnpjCheckDigit(signs, 12) === Number(signs[12]) && cnpjCheckDigit(signs, 13) === Number(signs[13]);
}

/** The CNPJ of a number of up to twelve digits: these, and the check digits that follow from them. */
export function cnpjOf(number: number): string {
  const base = String(number).padStart(12, '0');
  const first = `${base}${cnpjCheckDigit(base, 12)}`;
  return `${first}${cnpjCheckDigit(first, 13)}`;
}

/** The weights run from 2 to 9, from the right, and repeat. */
function cnpjCheckDigit(signs: string, length: number): number {
  let sum = 0;
  for (let at = 0; at < length; at += 1) {
    sum += (signs.charCodeAt(at) - 48) * (2 + ((length - 1 - at) % 8));
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** Returns the stored form of a telephone number: digits, after a + when it is international. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return text.trim().startsWith('+') ? `+${digits}` : digits;
}

/**
 * Whether a text is a Brazilian number with its area code (10 digits; 11 for mobiles, whose third is a 9) or an
 * international one with + and 8 to 15 digits. Empty is valid.
 */
export function isPhone(text: string): boolean {
  if (text.trim() === '') return true;
  const digits = phoneDigits(text);
  return digits.startsWith('+')
    ? /^\+[1-9]\d{7,14}$/.test(digits)
    : /^[1-9][1-9](?:9\d{8}|[2-8]\d{7})$/.test(digits);
}

/** Whether a text is a postal code: eight digits, with or without a hyphen. Empty is valid. */
export function isCep(text: string): boolean {
  return text.trim() === '' || /^\d{5}-?\d{3}$/.test(text.trim());
}

/** Whether a text is a time of day without a zone: `HH:MM`, 00:00 to 23:59. Empty is valid. */
export function isClockTime(text: string): boolean {
  return text === '' || /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/**
 * Whether a text is a calendar date from 1900 up to the current year (specification 1, section 5). Empty is valid.
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
 * Converts a typed `DD/MM/YYYY` to the wire form; null when it has another form. It does not check that the date exists.
 */
export function wireDate(text: string): string | null {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim());
  return parts === null ? null : `${parts[3]}-${parts[2]}-${parts[1]}`;
}

/** Whether a text has the form of an e-mail address: one @ between two parts, a dot in the domain, no spaces. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@.<>()[\]\\,;:"]+(?:\.[^\s@.<>()[\]\\,;:"]+)+$/.test(text)
  );
}

/** Whether a text is a login: up to 100 letters without accents, digits and `. _ - @ +`. */
export function isLogin(text: string): boolean {
  return /^[A-Za-z0-9._@+-]{1,100}$/.test(text);
}

/** Whether a text is a colour as `#RRGGBB`. Empty is valid. */
export function isColor(text: string): boolean {
  return text === '' || /^#[0-9a-f]{6}$/i.test(text);
}

export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  cpf: isCpf,
  cnpj: isCnpj,
  phone: isPhone,
  cep: isCep,
  'clock-time': isClockTime,
  // Each call reads the current date, since a process may run into a new year.
  'birth-date': (text) => isBirthDate(text),
  email: isEmail,
  login: isLogin,
  color: isColor,
};
