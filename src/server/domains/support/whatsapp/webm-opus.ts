/**
 * Reads the Opus packets of a WebM recording (RFC 8794, RFC 9559). The elements are read one after the other, and those that
 * hold others are entered and not left: a browser writes segments and clusters whose size it does not know yet.
 */

/** Why a recording cannot be read. */
export class WebmError extends Error {}

export interface OpusPackets {
  /** The identification header of Opus (RFC 7845, section 5.1), which WebM keeps with the track. */
  head: Uint8Array;
  packets: Uint8Array[];
  /** Nanoseconds at the end of the last packet that were not recorded. */
  discarded: number;
}

const id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  cluster: 0x1f43b675,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  discardPadding: 0x75a2,
} as const;

const entered: ReadonlySet<number> = new Set([
  id.ebml,
  id.segment,
  id.tracks,
  id.trackEntry,
  id.cluster,
  id.blockGroup,
]);

interface Track {
  number: number;
  codec: string;
  head: Uint8Array | null;
  isEncoded: boolean;
}

class Cursor {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.at = 0;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new WebmError('the recording is cut off');
    this.at += 1;
    return value;
  }

  take(count: number): Uint8Array {
    if (count > this.left) throw new WebmError('the recording is cut off');
    const taken = this.bytes.subarray(this.at, this.at + count);
    this.at += count;
    return taken;
  }

  /** A number whose length its first byte says, with the marker of the length or without. */
  vint(mostBytes: number, keepsMarker = false): { value: number; isUnknown: boolean } {
    const first = this.byte();
    const length = Math.clz32(first) - 23;
    if (length > mostBytes) throw new WebmError('an element has no valid length');
    const mask = 0xff >> length;
    let value = keepsMarker ? first : first & mask;
    let isUnknown = (first & mask) === mask;
    for (let count = 1; count < length; count += 1) {
      const next = this.byte();
      value = value * 256 + next;
      isUnknown &&= next === 0xff;
    }
    // A size beyond exact integers is beyond any file.
    return { value, isUnknown };
  }
}

const text = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes).replace(/\0+$/, '');

function unsigned(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

function signed(bytes: Uint8Array): number {
  const value = unsigned(bytes);
  return bytes.length > 0 && bytes[0]! >= 0x80 ? value - 256 ** bytes.length : value;
}

/** Sizes of the frames of a block in the lacing of Xiph: runs of 255. The last one takes the rest. */
function xiphSizes(cursor: Cursor, count: number): number[] {
  return Array.from({ length: count - 1 }, () => {
    let size = 0;
    for (;;) {
      const byte = cursor.byte();
      size += byte;
      if (byte < 255) return size;
    }
  });
}

/** Sizes in the lacing of EBML: the first one, then differences. */
function ebmlSizes(cursor: Cursor, count: number): number[] {
  const sizes: number[] = [];
  for (let at = 0; at < count - 1; at += 1) {
    const from = cursor.at;
    const { value } = cursor.vint(8);
    if (at === 0) {
      sizes.push(value);
      continue;
    }
    const bias = 2 ** (7 * (cursor.at - from) - 1) - 1;
    const size = sizes[at - 1]! + value - bias;
    if (size < 0) throw new WebmError('a block has no valid sizes');
    sizes.push(size);
  }
  return sizes;
}

/** The frames of a block of the track; none of others. */
function framesOf(content: Uint8Array, track: number): Uint8Array[] {
  const cursor = new Cursor(content);
  if (cursor.vint(8).value !== track) return [];
  cursor.take(2); // The time within its cluster: packets say themselves how long they last.
  const lacing = (cursor.byte() >> 1) & 3;
  if (lacing === 0) return [cursor.take(cursor.left)];
  const count = cursor.byte() + 1;
  if (lacing === 2) {
    if (cursor.left % count !== 0) throw new WebmError('a block has no valid sizes');
    const size = cursor.left / count;
    return Array.from({ length: count }, () => cursor.take(size));
  }
  const sizes = lacing === 1 ? xiphSizes(cursor, count) : ebmlSizes(cursor, count);
  const frames = sizes.map((size) => cursor.take(size));
  return [...frames, cursor.take(cursor.left)];
}

/** Reads a recording with one track of Opus. @throws WebmError for anything else */
export function readWebmOpus(bytes: Uint8Array): OpusPackets {
  const cursor = new Cursor(bytes);
  const tracks: Track[] = [];
  const packets: Uint8Array[] = [];
  let discarded = 0;
  let docType = '';
  while (cursor.left > 0) {
    const element = cursor.vint(4, true).value;
    const { value: size, isUnknown } = cursor.vint(8);
    if (entered.has(element)) {
      if (element === id.trackEntry) tracks.push({ number: 0, codec: '', head: null, isEncoded: false });
      if (element !== id.ebml && docType !== 'webm') throw new WebmError('it is not WebM');
      continue;
    }
    if (isUnknown) throw new WebmError('an element has no valid length');
    const content = cursor.take(size);
    const track = tracks.at(-1);
    switch (element) {
      case id.docType:
        docType = text(content);
        break;
      case id.trackNumber:
        if (track) track.number = unsigned(content);
        break;
      case id.codecId:
        if (track) track.codec = text(content);
        break;
      case id.codecPrivate:
        if (track) track.head = content;
        break;
      case id.contentEncodings:
        if (track) track.isEncoded = true;
        break;
      case id.simpleBlock:
      case id.block: {
        const only = onlyTrack(tracks);
        packets.push(...framesOf(content, only.number));
        discarded = 0;
        break;
      }
      case id.discardPadding:
        // Only the end of a recording has one that counts.
        discarded = Math.max(0, signed(content));
        break;
    }
  }
  const { head } = onlyTrack(tracks);
  if (packets.length === 0) throw new WebmError('nothing was recorded');
  return { head, packets, discarded };
}

function onlyTrack(tracks: readonly Track[]): Track & { head: Uint8Array } {
  const [track] = tracks;
  if (!track || tracks.length > 1) throw new WebmError('it has not exactly one track');
  const { codec, head, isEncoded } = track;
  if (codec !== 'A_OPUS' || isEncoded || !head) throw new WebmError('its sound is not Opus');
  return { ...track, head };
}
