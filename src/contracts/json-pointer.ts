// JSON pointers (RFC 6901): `/a/b~1c` names the value under `b/c` of the value under `a`; '' names the whole.

export function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Splits a pointer into unescaped segments: `/a/b~1c` is `['a', 'b/c']`. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function toPointer(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

/** Returns the value at the segments, or undefined. It reads own properties only, since pointers come from outside. */
export function valueAt(value: unknown, segments: readonly (string | number)[]): unknown {
  let current = value;
  for (const segment of segments) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = (current as Record<string | number, unknown>)[segment];
  }
  return current;
}

/** The last segment of a pointer, as it is written. */
export const lastSegment = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);
