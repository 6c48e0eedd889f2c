const literal = /^[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** A decimal number's digits without zeros around them, and the power of ten of the last one; null for what is none. */
function decimalOf(text: string): { digits: string; exponent: number } | null {
  const [, whole = '', fraction = '', power = '0'] = literal.exec(text) ?? [];
  const all = whole + fraction;
  if (all === '') return null;
  const digits = all.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return {
    digits: kept,
    exponent: kept === '' ? 0 : Number(power) - fraction.length + digits.length - kept.length,
  };
}

/**
 * Whether a decimal number, as it is written in JSON, is the number that a double keeps of it: read and written again, it has the
 * same digits. `9007199254740993` and `0.12345678901234567` have more than are kept.
 */
export function keepsDigits(text: string): boolean {
  const written = decimalOf(text);
  const kept = decimalOf(String(Number(text)));
  return (
    written !== null && kept !== null && written.digits === kept.digits && written.exponent === kept.exponent
  );
}

/** Whether a number as it is written in JSON is kept exactly: its digits, and of a whole one that no other is kept as the same. */
export const isExact = (text: string): boolean =>
  keepsDigits(text) && (!Number.isInteger(Number(text)) || Number.isSafeInteger(Number(text)));

/** Digits that every number of so many keeps. */
export const exactDigits = 15;

/** Whether a typed text is a number in any notation, with more digits than all numbers keep. */
export const hasManyDigits = (text: string): boolean =>
  /^[+-]?[\d\s.,'\u00a0\u202f]+$/.test(text.trim()) && text.replace(/\D/g, '').length > exactDigits;
