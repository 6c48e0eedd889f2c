import { readWebmOpus, WebmError } from './webm-opus.ts';

/**
 * Puts the Opus packets of a WebM recording into an Ogg container (RFC 3533, RFC 7845): browsers record the one, the messaging
 * provider takes the other. The packets stay as they are.
 */

const rate = 48_000;
/** Samples of a page: a second, as RFC 7845 recommends at most. */
const mostSamples = rate;
/** Segments of a page, of at most 255 bytes each (RFC 3533, section 6). */
const mostSegments = 255;
/** Longest packet, 120 ms (RFC 6716, section 3.2.5). */
const longest = 5760;

const flags = { continued: 1, first: 2, last: 4 } as const;
/** The position of a page on which no packet ends. */
const nowhere = -1n;

/** The checksum of pages: CRC-32 of 0x04c11db7, neither reflected nor inverted. */
const table = Uint32Array.from({ length: 256 }, (_, at) => {
  let value = at << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value >>> 0;
});

function checksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = (value << 8) ^ table[(value >>> 24) ^ byte]!;
  return value >>> 0;
}

/** Samples of a packet by its first bytes (RFC 6716, section 3.1). @throws WebmError */
export function samplesOf(packet: Uint8Array): number {
  const [toc, second] = packet;
  if (toc === undefined) throw new WebmError('a packet is empty');
  const config = toc >> 3;
  let frame: number;
  if (config < 12) frame = [480, 960, 1920, 2880][config & 3]!;
  else if (config < 16) frame = [480, 960][config & 1]!;
  else frame = 120 << (config & 3);
  const code = toc & 3;
  const count = code === 3 ? (second ?? 0) & 0x3f : Math.min(code, 1) + 1;
  const samples = frame * count;
  if (samples === 0 || samples > longest) throw new WebmError('a packet has no valid length');
  return samples;
}

/**
 * The identification header for a voice note. The provider takes voice notes of one channel; a decoder that is asked for one
 * channel mixes packets of two (RFC 7845, section 5.1), so that nothing is encoded anew.
 */
function voiceHead(head: Uint8Array): Uint8Array {
  const isHead = new TextDecoder('latin1').decode(head.subarray(0, 8)) === 'OpusHead';
  if (!isHead || head.length < 19 || head[8]! >= 16) throw new WebmError('its sound is not Opus');
  if (head[18] !== 0) throw new WebmError('it has more than two channels');
  const mono = Uint8Array.from(head.subarray(0, 19));
  mono[9] = 1;
  return mono;
}

/** The comment header (RFC 7845, section 5.2), without comments. */
function commentHead(): Uint8Array {
  const vendor = new TextEncoder().encode('Molde');
  const bytes = new Uint8Array(8 + 4 + vendor.length + 4);
  bytes.set(new TextEncoder().encode('OpusTags'));
  new DataView(bytes.buffer).setUint32(8, vendor.length, true);
  bytes.set(vendor, 12);
  return bytes;
}

/** The pages of the only stream of a file. */
class Pages {
  readonly #pages: Uint8Array[] = [];
  #segments: Uint8Array[] = [];
  #granule = nowhere;
  #isContinued = false;

  /** Adds a packet that ends at a position in samples. A packet that fills a page goes on in the next one. */
  add(packet: Uint8Array, granule: number): void {
    // A packet of a multiple of 255 bytes ends with an empty segment.
    for (let at = 0; at <= packet.length; at += 255) {
      if (this.#segments.length === mostSegments) {
        this.end();
        this.#isContinued = at > 0;
      }
      this.#segments.push(packet.subarray(at, at + 255));
    }
    this.#granule = BigInt(granule);
  }

  /** Ends the page. */
  end(isLast = false): void {
    if (this.#segments.length === 0) return;
    const size = this.#segments.reduce((sum, { length }) => sum + length, 0);
    const page = new Uint8Array(27 + this.#segments.length + size);
    const view = new DataView(page.buffer);
    page.set(new TextEncoder().encode('OggS'));
    page[5] =
      (this.#isContinued ? flags.continued : 0) |
      (this.#pages.length === 0 ? flags.first : 0) |
      (isLast ? flags.last : 0);
    view.setBigInt64(6, this.#granule, true);
    // Bytes 14 to 17 number the streams of a file, which has one.
    view.setUint32(14, 1, true);
    view.setUint32(18, this.#pages.length, true);
    page[26] = this.#segments.length;
    let at = 27 + this.#segments.length;
    this.#segments.forEach((segment, index) => {
      page[27 + index] = segment.length;
      page.set(segment, at);
      at += segment.length;
    });
    view.setUint32(22, checksum(page), true);
    this.#pages.push(page);
    this.#segments = [];
    this.#granule = nowhere;
    this.#isContinued = false;
  }

  all(): Uint8Array {
    return Buffer.concat(this.#pages);
  }
}

/** Puts a WebM recording with one track of Opus into Ogg. @throws WebmError for any other file */
export function toOggOpus(webm: Uint8Array): Uint8Array {
  const { head, packets, discarded } = readWebmOpus(webm);
  const pages = new Pages();
  for (const header of [voiceHead(head), commentHead()]) {
    pages.add(header, 0);
    pages.end();
  }
  let granule = 0;
  let begun = 0;
  packets.forEach((packet, at) => {
    const samples = samplesOf(packet);
    granule += samples;
    const isLast = at === packets.length - 1;
    // Samples not recorded at the end are cut by a position before the end of the last packet (RFC 7845, section 4.4).
    const unrecorded = isLast ? Math.min(samples, Math.round((discarded * rate) / 1e9)) : 0;
    pages.add(packet, granule - unrecorded);
    if (isLast || granule - begun >= mostSamples) {
      pages.end(isLast);
      begun = granule;
    }
  });
  return pages.all();
}
