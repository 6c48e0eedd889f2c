/** What a spreadsheet would take for a formula; a plain negative number is none. */
const formula = /^[=+\-@\t\r]/;
const plainNumber = /^[+-]?[\d.,\s]+%?$/;

/** One cell as a spreadsheet takes it: never a formula, never more than a cell. */
export function cellForSheet(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ').trim();
  return formula.test(text) && !plainNumber.test(line) ? `'${line}` : line;
}

/** Rows of cells as tab separated text. */
export const tsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(cellForSheet).join('\t')).join('\n');
