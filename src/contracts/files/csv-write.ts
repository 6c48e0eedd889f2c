import type { Language } from '../language.ts';
import { fileTimeText } from './file-time.ts';
import type { Cell } from './xlsx-write.ts';

/** First characters of a file, by which Excel recognises UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Separator of a language: Excel reads commas as decimal marks in Portuguese and Spanish. */
export const separatorOf = (lang: Language): ';' | ',' => (lang === 'en' ? ',' : ';');

/**
 * Beginnings of texts that a spreadsheet reads as formulas, with the quotes that mark such a text. Some read the wide signs of
 * Asian keyboards like the others.
 */
export const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A number with a sign, as telephone numbers are too: a spreadsheet that computes it finds itself. */
const signedNumber = /^[+-]\d+(?:[.,]\d+)*$/;

/** A text that no spreadsheet runs, always quoted. */
function textCell(text: string): string {
  const safe = formulaStart.test(text) && !signedNumber.test(text) ? `'${text}` : text;
  return `"${safe.includes('"') ? safe.replaceAll('"', '""') : safe}"`;
}

/** Encodes a row. Numbers have the decimal mark of the separator's languages. */
export function csvRow(cells: readonly Cell[], separator: ';' | ','): string {
  const encoded = cells.map((cell) => {
    if (cell === null) return '';
    if (typeof cell === 'number')
      return `"${separator === ';' ? String(cell).replace('.', ',') : String(cell)}"`;
    return textCell(typeof cell === 'object' ? fileTimeText(cell) : String(cell));
  });
  return `${encoded.join(separator)}\r\n`;
}
