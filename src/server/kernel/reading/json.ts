import { countProgress } from '../../threads/thread-work.ts';
import { fileLimits, FileRefusal, inMb } from './limits.ts';
import { piecesOf, type FileSource } from './source.ts';

const code = (character: string): number => character.charCodeAt(0);
const QUOTE = code('"');
const ESCAPE = code('\\');
const COMMA = code(',');
const LIST = code('[');
const OBJECT = code('{');
const LIST_END = code(']');
const OBJECT_END = code('}');

/**
 * Reads the text of a JSON file, and holds it to the limits before it is parsed: what is a few bytes here may be a hundred
 * there. Whether it is JSON is seen when it is parsed.
 * @param options.textBytes longest text in it
 * @throws FileRefusal
 */
export async function readJsonText(
  source: FileSource,
  { textBytes = fileLimits.cellBytes as number } = {},
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let depth = 0;
  /** Members so far of the object at each level; of a list nothing is counted. */
  const members: number[] = [];
  let values = 1;
  let length = 0;
  let inText = false;
  let isEscaped = false;
  for await (const piece of piecesOf(source)) {
    for (const byte of piece) {
      if (inText) {
        length += 1;
        if (isEscaped) isEscaped = false;
        else if (byte === ESCAPE) isEscaped = true;
        else if (byte === QUOTE) inText = false;
        if (length > textBytes + 1) throw new FileRefusal('limit.text', { limit: inMb(textBytes) });
      } else if (byte === QUOTE) {
        inText = true;
        length = 0;
      } else if (byte === COMMA) {
        values += 1;
        const count = (members[depth]! += 1);
        if (count > fileLimits.members) throw new FileRefusal('limit.members', { limit: fileLimits.members });
      } else if (byte === LIST || byte === OBJECT) {
        depth += 1;
        values += 1;
        if (depth > fileLimits.depth) throw new FileRefusal('limit.depth', { limit: fileLimits.depth });
        members[depth] = byte === OBJECT ? 1 : Number.NEGATIVE_INFINITY;
      } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1;
    }
    if (values > fileLimits.values) throw new FileRefusal('limit.values', { limit: fileLimits.values });
    countProgress();
    pieces.push(piece);
  }
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
