import { SaxesParser } from 'saxes';
import { fileLimits, FileRefusal } from './limits.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  /** @param name without the prefix of its namespace */
  open(name: string, attributes: XmlAttributes): void;
  text(text: string): void;
  close(name: string): void;
  /** Something without an end, such as a text or a tag, is longer than a cell may be. */
  tooLong(): FileRefusal;
}

/**
 * Reads XML and calls back for each element and its text, without keeping any. It has no entities but those of XML itself:
 * the parser expands no others.
 * @throws FileRefusal
 */
export async function* walkXml(pieces: AsyncIterable<Uint8Array>, on: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  // Characters since something ended: the parser collects them.
  let collected = 0;
  parser.on('opentag', ({ name, attributes }) => {
    collected = 0;
    depth += 1;
    if (depth > fileLimits.depth) throw new FileRefusal('limit.depth', { limit: fileLimits.depth });
    on.open(localName(name), attributes as XmlAttributes);
  });
  parser.on('text', (text) => {
    collected = 0;
    on.text(text);
  });
  parser.on('cdata', (text) => {
    collected = 0;
    on.text(text);
  });
  parser.on('closetag', ({ name }) => {
    collected = 0;
    depth -= 1;
    on.close(localName(name));
  });
  parser.on('doctype', () => {
    throw new FileRefusal('xlsx');
  });
  parser.on('error', () => {
    throw new FileRefusal('xlsx');
  });
  const decoder = new TextDecoder();
  const write = (text: string): void => {
    collected += text.length;
    parser.write(text);
    if (collected > fileLimits.cellBytes) throw on.tooLong();
  };
  for await (const piece of pieces) {
    write(decoder.decode(piece, { stream: true }));
    yield;
  }
  write(decoder.decode());
  parser.close();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute of a namespace, whatever its prefix. */
export const attributeOf = (attributes: XmlAttributes, name: string): string | undefined =>
  Object.entries(attributes).find(([written]) => written.includes(':') && localName(written) === name)?.[1];
