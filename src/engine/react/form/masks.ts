/** `12345678901` as `123.456.789-01`, as far as it is typed; what is no digit is dropped. */
export function maskCpf(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 11);
  return digits
    .replace(/^(\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3}\.\d{3})(\d)/, '$1-$2');
}

/**
 * What is typed of a date as `DD/MM/YYYY`, as far as it goes. A slash typed after one digit makes it two: `1/2/2024` is
 * `01/02/2024`.
 */
export function maskDate(text: string): string {
  const [day = '', month = '', year = ''] = splitDate(text);
  const parts = [day, month, year];
  const last = parts.findLastIndex((part) => part !== '');
  const shown = parts.slice(0, last + 1).join('/');
  // A slash the person typed stays, so that the next part can begin.
  return /\D$/.test(text) && last < 2 && shown !== '' ? `${shown}/` : shown;
}

function splitDate(text: string): string[] {
  const parts: string[] = [];
  let current = '';
  const lengths = [2, 2, 4];
  for (const char of text) {
    if (parts.length === 3) break;
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

/** A wire date (`YYYY-MM-DD`) as people write it; anything else as it is. */
export function shownDate(value: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return parts === null ? value : `${parts[3]}/${parts[2]}/${parts[1]}`;
}

/** Where the caret belongs after masking: behind as many digits as were in front of it. */
export function caretAfterMask(typed: string, caret: number, masked: string): number {
  if (caret >= typed.length) return masked.length;
  const digits = typed.slice(0, caret).replace(/\D/g, '').length;
  let seen = 0;
  for (let at = 0; at < masked.length; at++) {
    if (seen === digits) return at;
    if (/\d/.test(masked[at]!)) seen += 1;
  }
  return masked.length;
}

/** A number typed the way the language writes it, or null when it is none. `1.234,5` in pt is 1234.5. */
export function parseNumber(text: string, locale: string): number | null {
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6);
  const group = parts.find((part) => part.type === 'group')?.value ?? '';
  const decimal = parts.find((part) => part.type === 'decimal')?.value ?? '.';
  let plain = text.trim().replace(/[\s\u00a0\u202f]/g, '');
  if (group !== '') plain = plain.replaceAll(group, '');
  plain = plain.replace(decimal, '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  return Number(plain);
}

export function shownNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false }).format(value);
}
