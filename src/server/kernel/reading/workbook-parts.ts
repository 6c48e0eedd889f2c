import { FileRefusal } from './limits.ts';
import type { FileSource } from './source.ts';
import { attributeOf, walkXml, type XmlAttributes } from './xml.ts';
import { readZip, unpack, type ZipEntry } from './zip.ts';

/** The parts of a workbook that one of its sheets needs. */
export interface WorkbookParts {
  sheet: ZipEntry;
  /** Names of its tables, and the place of this one among them. */
  names: string[];
  place: number;
  texts: ZipEntry | null;
  styles: ZipEntry | null;
  from1904: boolean;
}

const damaged = (): FileRefusal => new FileRefusal('xlsx');

/** Files of other programs that are ZIP files too, by a part that they have. */
const otherPrograms: readonly (readonly [string, string])[] = [
  ['xl/workbook.bin', 'XLSB'],
  ['content.xml', 'OpenDocument'],
  ['index/document.iwa', 'Numbers'],
  ['word/document.xml', 'Word'],
  ['ppt/presentation.xml', 'PowerPoint'],
];

/** A part by its name: whatever case, and from the root as some generators write it. */
const nameOf = (written: string): string => written.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

/** The name of a part that another one refers to, as a path from the folder of that one or from the root. */
function resolve(from: string, target: string): string {
  if (/^[/\\]/.test(target)) return nameOf(target);
  const path: string[] = [];
  for (const step of nameOf(`${from.slice(0, from.lastIndexOf('/') + 1)}${target}`).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}

interface Relationship {
  id: string;
  /** The last word of its type: `worksheet`, whichever edition of the standard. */
  type: string;
  /** Name of the part. */
  part: string;
}

/**
 * Finds the parts of a workbook by its relationships, as spreadsheets do: parts have any names.
 * @param wanted place of the sheet among the tables; the first visible one without it
 * @throws FileRefusal
 */
export async function findWorkbookParts(source: FileSource, wanted?: number): Promise<WorkbookParts> {
  const entries = new Map([...(await readZip(source))].map(([name, entry]) => [nameOf(name), entry]));
  const walk = async (entry: ZipEntry, open: (name: string, attributes: XmlAttributes) => void) => {
    const walking = walkXml(unpack(source, entry), { open, text() {}, close() {}, tooLong: damaged });
    for await (const _ of walking);
  };
  const relationshipsOf = async (part: string): Promise<Relationship[]> => {
    const at = part.lastIndexOf('/') + 1;
    const entry = entries.get(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`);
    const found: Relationship[] = [];
    if (entry)
      await walk(entry, (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
        if (name === 'Relationship' && mode !== 'External')
          found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: resolve(part, target) });
      });
    return found;
  };
  const main = (await relationshipsOf('')).find(({ type }) => type === 'officeDocument')?.part ?? '';
  const workbook = entries.get(main);
  const other = otherPrograms.find(([part]) => entries.has(part));
  if (other && main !== 'xl/workbook.xml') throw new FileRefusal('otherProgram', { name: other[1] });
  if (!workbook) throw damaged();
  const parts = await relationshipsOf(main);
  let from1904 = false;
  const sheets: { id: string; name: string; isHidden: boolean }[] = [];
  await walk(workbook, (name, attributes) => {
    if (name === 'workbookPr') from1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
    if (name === 'sheet')
      sheets.push({
        id: attributeOf(attributes, 'id') ?? '',
        name: attributes['name'] ?? '',
        isHidden: (attributes['state'] ?? 'visible') !== 'visible',
      });
  });
  // Some generators leave a relationship out, and spreadsheets find the part by the name that it usually has.
  const named = (type: string): ZipEntry | null =>
    entries.get(parts.find((one) => one.type === type)?.part ?? resolve(main, `${type}.xml`)) ?? null;
  // A tab may be a chart, which is no table.
  const tables = sheets.flatMap(({ id, name, isHidden }) => {
    const found = parts.find((part) => part.id === id);
    return found?.type === 'worksheet' ? [{ part: found.part, name, isHidden }] : [];
  });
  const visible = tables.findIndex(({ isHidden }) => !isHidden);
  const place = wanted ?? Math.max(0, visible);
  if (place >= Math.max(1, tables.length)) throw new FileRefusal('noSheet', { sheets: tables.length });
  const sheet = entries.get(tables[place]?.part ?? '');
  if (!sheet) throw damaged();
  return {
    sheet,
    names: tables.map(({ name }) => name),
    place,
    texts: named('sharedStrings'),
    styles: named('styles'),
    from1904,
  };
}
