import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileTypeFromBuffer } from 'file-type';
import { bytesOf, element, opusHead, webmOf } from '../../../testing/recordings.ts';
import { samplesOf, toOggOpus } from './ogg-opus.ts';
import { readWebmOpus, WebmError } from './webm-opus.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

type Lacing = 'none' | 'xiph' | 'fixed' | 'ebml';

/** A block as the WebM specification lays it out. */
function block(frames: Uint8Array[], lacing: Lacing): Uint8Array {
  const bits = { none: 0, xiph: 2, fixed: 4, ebml: 6 }[lacing];
  const head = [0x81, 0, 0, 0x80 | bits];
  if (lacing === 'none') return bytesOf(head, frames[0]!);
  const sizes = frames.slice(0, -1).map(({ length }) => length);
  const count = [frames.length - 1];
  if (lacing === 'fixed') return bytesOf(head, count, ...frames);
  if (lacing === 'xiph') {
    const runs = sizes.flatMap((size) => [...Array<number>(Math.floor(size / 255)).fill(255), size % 255]);
    return bytesOf(head, count, runs, ...frames);
  }
  const laced = sizes.flatMap((size, at) => {
    if (at === 0) return [0x40 | (size >> 8), size & 255];
    const difference = size - sizes[at - 1]! + 8191;
    return [0x40 | (difference >> 8), difference & 255];
  });
  return bytesOf(head, count, laced, ...frames);
}

interface Block {
  frames: Uint8Array[];
  lacing: Lacing;
  isGroup: boolean;
  /** Nanoseconds at its end that were not recorded. */
  padding?: number;
}

function blockElement({ frames, lacing, isGroup, padding = 0 }: Block): Uint8Array {
  const content = block(frames, lacing);
  if (!isGroup) return element([0xa3], content);
  const discarded = Buffer.alloc(8);
  discarded.writeBigInt64BE(BigInt(padding));
  return element([0xa0], bytesOf(element([0xa1], content), element([0x75, 0xa2], discarded)));
}

type Given = Omit<Parameters<typeof webmOf>[0], 'clusters'> & { clusters: Block[][] };

const webm = ({ clusters, ...given }: Given): Uint8Array =>
  webmOf({ ...given, clusters: clusters.map((blocks) => bytesOf(...blocks.map(blockElement))) });

/** The checksum of Ogg, bit by bit. */
function checksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value & 0x80000000 ? 0x04c11db7 : 0);
  }
  return value >>> 0;
}

interface Page {
  flags: number;
  granule: bigint;
  number: number;
  segments: number[];
}

/** Reads an Ogg file as RFC 3533 describes it. */
function readOgg(bytes: Uint8Array): { pages: Page[]; packets: Uint8Array[] } {
  const pages: Page[] = [];
  const packets: Uint8Array[] = [];
  let open: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at);
    expect(new TextDecoder().decode(bytes.subarray(at, at + 4))).toBe('OggS');
    const segments = [...bytes.subarray(at + 27, at + 27 + bytes[at + 26]!)];
    const size = 27 + segments.length + segments.reduce((sum, one) => sum + one, 0);
    const page = Uint8Array.from(bytes.subarray(at, at + size));
    page.fill(0, 22, 26);
    expect(view.getUint32(22, true)).toBe(checksum(page));
    const flags = bytes[at + 5]!;
    expect((flags & 1) === 1).toBe(open.length > 0);
    pages.push({ flags, granule: view.getBigInt64(6, true), number: view.getUint32(18, true), segments });
    let from = at + 27 + segments.length;
    for (const segment of segments) {
      open.push(bytes.subarray(from, from + segment));
      from += segment;
      if (segment === 255) continue;
      packets.push(bytesOf(...open));
      open = [];
    }
    at += size;
  }
  expect(open).toEqual([]);
  return { pages, packets };
}

/** Packets of 20 ms (configuration 31, one frame) of any size, also of more than a page of segments. */
const packet = fc
  .oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(255, 510, 65_025, 66_000))
  .map((size) => new Uint8Array(size).fill(0x5a).fill(0xf8, 0, 1));
const smallPacket = fc.uint8Array({ minLength: 0, maxLength: 600 }).map((rest) => bytesOf([0xf8], rest));

const cluster = fc.array(
  fc.oneof(
    packet.map((frame) => ({ frames: [frame], lacing: 'none' as Lacing, isGroup: false })),
    fc.record({
      frames: fc.array(smallPacket, { minLength: 1, maxLength: 9 }),
      lacing: fc.constantFrom<Lacing>('xiph', 'ebml'),
      isGroup: fc.boolean(),
    }),
    fc.tuple(smallPacket, fc.integer({ min: 1, max: 9 })).map(([frame, count]) => ({
      frames: Array<Uint8Array>(count).fill(frame),
      lacing: 'fixed' as Lacing,
      isGroup: true,
    })),
  ),
  { minLength: 1, maxLength: 20 },
);

describe('a recording in the container of the provider', () => {
  it('has the packets of the recording as they were, at their positions', () => {
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 1, maxLength: 4 }), fc.boolean(), (clusters, isOpen) => {
        const given = clusters.flatMap((blocks) => blocks.flatMap(({ frames }) => frames));
        const { pages, packets } = readOgg(toOggOpus(webm({ clusters, isOpen })));
        const [head, comments, ...sound] = packets;
        expect(Buffer.compare(Buffer.concat(sound), Buffer.concat(given))).toBe(0);
        expect(sound.map(({ length }) => length)).toEqual(given.map(({ length }) => length));
        expect(new TextDecoder('latin1').decode(head!.subarray(0, 8))).toBe('OpusHead');
        expect(new TextDecoder('latin1').decode(comments!.subarray(0, 8))).toBe('OpusTags');
        expect(pages.map(({ number }) => number)).toEqual(pages.map((_, at) => at));
        expect(pages.map(({ flags }) => flags & 6)).toEqual([
          2,
          ...Array<number>(pages.length - 2).fill(0),
          4,
        ]);
        expect(pages.slice(0, 2).map(({ granule }) => granule)).toEqual([0n, 0n]);
        let ended = 0;
        for (const { granule, segments } of pages.slice(2)) {
          const here = segments.filter((size) => size < 255).length;
          ended += here;
          expect(granule).toBe(here === 0 ? -1n : BigInt(ended * 960));
          // A second, and the packets that end where a longer one fills the page.
          expect(here).toBeLessThanOrEqual(50);
        }
      }),
    );
  });

  it('declares one channel, which the provider asks of voice notes, and keeps the samples to skip', () => {
    const clusters = [[{ frames: [Uint8Array.of(0xfc, 1)], lacing: 'none' as const, isGroup: false }]];
    const [head] = readOgg(toOggOpus(webm({ clusters }))).packets;
    expect([...head!.subarray(8)]).toEqual([1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0]);
  });

  it('ends where the recording ended, also within a packet', () => {
    const frame = Uint8Array.of(0xf8, 7);
    const clusters = [
      [
        { frames: [frame], lacing: 'none' as const, isGroup: false },
        { frames: [frame], lacing: 'none' as const, isGroup: true, padding: 13_500_000 },
      ],
    ];
    expect(readOgg(toOggOpus(webm({ clusters }))).pages.at(-1)!.granule).toBe(BigInt(1920 - 648));
  });

  it('is recognised by its content', async () => {
    const frames = [Uint8Array.of(0xf8, 7)];
    const recording = webm({ clusters: [[{ frames, lacing: 'none', isGroup: false }]] });
    expect((await fileTypeFromBuffer(recording))?.mime).toBe('video/webm');
    expect((await fileTypeFromBuffer(toOggOpus(recording)))?.mime).toBe('audio/ogg; codecs=opus');
  });
});

describe('what is no recording', () => {
  const frames = [Uint8Array.of(0xf8, 7)];
  const clusters = [[{ frames, lacing: 'none' as const, isGroup: false }]];
  const surround = Uint8Array.from(opusHead);
  surround[18] = 1;

  it.each<[string, Uint8Array, string]>([
    ['another container', text('OggS and more of it'), 'cut off'],
    ['Matroska', webm({ clusters, docType: 'matroska' }), 'not WebM'],
    ['another sound', webm({ clusters, codec: 'A_VORBIS' }), 'not Opus'],
    ['a header that is none', webm({ clusters, head: text('OpusHea') }), 'not Opus'],
    ['more than two channels', webm({ clusters, head: surround }), 'two channels'],
    ['two tracks', webm({ clusters, tracks: 2 }), 'one track'],
    ['no sound at all', webm({ clusters: [] }), 'nothing was recorded'],
    [
      'an empty packet',
      webm({ clusters: [[{ ...clusters[0]![0]!, frames: [new Uint8Array(0)] }]] }),
      'empty',
    ],
    ['nothing', new Uint8Array(0), 'one track'],
  ])('is refused: %s', (_, bytes, reason) => {
    expect(() => toOggOpus(bytes)).toThrow(WebmError);
    expect(() => toOggOpus(bytes)).toThrow(reason);
  });

  it('is refused where it is cut off within an element', () => {
    const whole = webm({ clusters, isOpen: false });
    for (let size = 0; size < whole.length; size += 1)
      expect(() => toOggOpus(whole.subarray(0, size))).toThrow(WebmError);
  });

  it('never fails in another way, and never hangs', () => {
    const whole = webm({ clusters });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (changes) => {
          const broken = Uint8Array.from(whole);
          for (const [at, value] of changes) broken[at] = value;
          try {
            readOgg(toOggOpus(broken));
          } catch (error) {
            expect(error).toBeInstanceOf(WebmError);
          }
        },
      ),
    );
  });
});

it.each<[string, number[], number]>([
  ['SILK of 60 ms', [3 << 3], 2880],
  ['hybrid of 10 ms', [12 << 3], 480],
  ['CELT of 2.5 ms', [16 << 3], 120],
  ['two frames of 20 ms', [(31 << 3) | 1], 1920],
  ['two frames of different sizes', [(31 << 3) | 2], 1920],
  ['six frames of 20 ms', [(31 << 3) | 3, 6], 5760],
])('knows how long a packet lasts: %s', (_, packetBytes, samples) => {
  expect(samplesOf(Uint8Array.from(packetBytes))).toBe(samples);
});

it('refuses packets that last longer than Opus allows, or not at all', () => {
  for (const packetBytes of [[(31 << 3) | 3, 7], [(31 << 3) | 3, 0], [(31 << 3) | 3]])
    expect(() => samplesOf(Uint8Array.from(packetBytes))).toThrow(WebmError);
});

it('reads the header of the track', () => {
  const frames = [Uint8Array.of(0xf8, 7)];
  const { head } = readWebmOpus(webm({ clusters: [[{ frames, lacing: 'none', isGroup: false }]] }));
  expect(Buffer.compare(head, opusHead)).toBe(0);
});
