import { zipSync, type Zippable } from 'fflate';

/** Workbooks as files, made by hand so that they can be wrong in any way. */

export const SHEET = 'xl/worksheets/sheet1.xml';
export const TEXTS = 'xl/sharedStrings.xml';

const encoder = new TextEncoder();

export const sheetXml = (rows: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;

/** A row of texts. */
export const textRow = (...texts: string[]): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

/** A ZIP file of texts by their names. */
export function zipOf(parts: Record<string, string | Uint8Array>, level: 0 | 6 = 6): Buffer {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(parts))
    files[name] = [typeof content === 'string' ? encoder.encode(content) : content, { level }];
  return Buffer.from(zipSync(files));
}

/** A workbook whose first sheet has these rows. */
export const workbookOf = (rows: string, texts?: string): Buffer =>
  zipOf({ [SHEET]: sheetXml(rows), ...(texts === undefined ? {} : { [TEXTS]: `<sst>${texts}</sst>` }) });

/** Changes the entry of the sheet in the directory of a ZIP file. */
export function changeEntry(zip: Buffer, change: (entry: Buffer) => void): Buffer {
  const changed = Buffer.from(zip);
  for (let at = changed.indexOf('PK\u0001\u0002'); at >= 0; at = changed.indexOf('PK\u0001\u0002', at + 4)) {
    if (changed.toString('latin1', at + 46, at + 46 + changed.readUInt16LE(at + 28)) !== SHEET) continue;
    change(changed.subarray(at));
    return changed;
  }
  throw new Error('the ZIP file has no sheet');
}
