import { Zip, ZipDeflate } from 'fflate';
import { fileTimeSerial, fileTimeText, type FileTime } from './file-time.ts';

/** A cell of a file that is written. */
export type Cell = string | number | boolean | FileTime | null;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const parts = 'http://schemas.openxmlformats.org/package/2006';

/** The fixed files of a workbook with one sheet. Style 1 is bold, for the header; 2 is a day, 3 a moment. */
const files: readonly (readonly [string, string])[] = [
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${parts}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
];

/** XML reads a carriage return that is written as itself as a line feed. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Characters that XML does not allow are left out. */
const xmlText = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- XML 1.0 has no other control characters
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"\r]/g, (sign) => escapes[sign] ?? sign);

/** A text is an inline string, which no spreadsheet runs as a formula. */
function cellXml(cell: Cell, style: string): string {
  if (cell === null) return `<c${style}/>`;
  if (typeof cell === 'number') return `<c${style}><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"${style}><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'string') return textXml(cell, style);
  const serial = fileTimeSerial(cell);
  return serial === null
    ? textXml(fileTimeText(cell), style)
    : `<c s="${cell.clock === undefined ? 2 : 3}"><v>${serial}</v></c>`;
}

const textXml = (text: string, style: string): string =>
  `<c t="inlineStr"${style}><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const rowXml = (cells: readonly Cell[], style: string): string =>
  `<row>${cells.map((cell) => cellXml(cell, style)).join('')}</row>`;

/** Encodes rows as a workbook while they arrive. @param rows batches of rows; the first row is the header. */
export async function* xlsxFile(
  rows: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const ready: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  const encoder = new TextEncoder();
  for (const [name, content] of files) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(encoder.encode(content), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 3 });
  zip.add(sheet);
  sheet.push(encoder.encode(`${head}<worksheet xmlns="${main}"><sheetData>`));
  let isHeader = true;
  for await (const batch of rows) {
    const [first, ...rest] = batch;
    const text =
      isHeader && first
        ? rowXml(first, ' s="1"') + rest.map((row) => rowXml(row, '')).join('')
        : batch.map((row) => rowXml(row, '')).join('');
    isHeader = false;
    sheet.push(encoder.encode(text));
    yield* ready.splice(0);
    if (failure) throw failure;
  }
  sheet.push(encoder.encode('</sheetData></worksheet>'), true);
  zip.end();
  if (failure) throw failure;
  yield* ready.splice(0);
}
