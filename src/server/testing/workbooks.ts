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

/** The relationships of a part, by their types, to other parts. */
export const relationships = (...all: (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships>${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A ZIP file of a workbook with one sheet, its texts and its styles, of which some parts are other ones. */
export function bookOf(parts: Record<string, string | Uint8Array>, level: 0 | 6 = 6): Buffer {
  return zipOf(
    {
      '_rels/.rels': relationships(['a', 'officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml':
        '<workbook xmlns:r="http://x/relationships"><sheets><sheet name="Um" sheetId="1" r:id="s"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationships(
        ['s', 'worksheet', 'worksheets/sheet1.xml'],
        ['t', 'sharedStrings', 'sharedStrings.xml'],
        ['f', 'styles', 'styles.xml'],
      ),
      ...parts,
    },
    level,
  );
}

/** A workbook whose sheet has these rows. */
export const workbookOf = (rows: string, texts?: string): Buffer =>
  bookOf({ [SHEET]: sheetXml(rows), ...(texts === undefined ? {} : { [TEXTS]: `<sst>${texts}</sst>` }) });

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
