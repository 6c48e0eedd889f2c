/** Test support: recordings as browsers make them. */

export const bytesOf = (...parts: (Uint8Array | number[])[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Uint8Array.from(part))));

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** A length of EBML in 8 bytes. */
function lengthOf(size: number): number[] {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size) | (1n << 56n));
  return [...bytes];
}
const unknownLength = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];

/** An element of EBML; an open one does not say how long it is. */
export const element = (id: number[], content: Uint8Array, isOpen = false): Uint8Array =>
  bytesOf(id, isOpen ? unknownLength : lengthOf(content.length), content);

/** The header of two channels of Opus that skips 312 samples. */
export const opusHead = bytesOf(text('OpusHead'), [1, 2, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0]);

/** A WebM file with these clusters. */
export function webmOf({
  clusters,
  docType = 'webm',
  codec = 'A_OPUS',
  head = opusHead,
  isOpen = true,
  tracks = 1,
}: {
  /** The blocks of each cluster, as elements. */
  clusters: Uint8Array[];
  docType?: string;
  codec?: string;
  head?: Uint8Array;
  isOpen?: boolean;
  tracks?: number;
}): Uint8Array {
  const entry = element(
    [0xae],
    bytesOf(
      element([0xd7], Uint8Array.of(1)),
      element([0x83], Uint8Array.of(2)),
      element([0x86], text(codec)),
      element([0x63, 0xa2], head),
      element([0xe1], element([0x9f], Uint8Array.of(2))),
    ),
  );
  const segment = bytesOf(
    // Room that some writers leave, and the information of the file.
    element([0xec], new Uint8Array(40)),
    element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], Uint8Array.of(0x0f, 0x42, 0x40))),
    element([0x16, 0x54, 0xae, 0x6b], bytesOf(...Array.from({ length: tracks }, () => entry))),
    ...clusters.map((blocks) =>
      element([0x1f, 0x43, 0xb6, 0x75], bytesOf(element([0xe7], Uint8Array.of(0)), blocks), isOpen),
    ),
  );
  return bytesOf(
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], text(docType))),
    element([0x18, 0x53, 0x80, 0x67], segment, isOpen),
  );
}

/** A recording of packets of 20 ms. */
export function recordingOf(packets: number): Uint8Array {
  const blocks = Array.from({ length: packets }, (_, at) =>
    element([0xa3], Uint8Array.of(0x81, 0, 0, 0x80, 0xf8, at & 255, 1, 2, 3)),
  );
  return webmOf({ clusters: [bytesOf(...blocks)] });
}
