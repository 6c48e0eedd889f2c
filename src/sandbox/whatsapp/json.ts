/** A JSON object of the wire, before it was validated. */
export type Wire = Record<string, unknown>;

export function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const wireOf = (value: unknown): Wire => (isWire(value) ? value : {});

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The text of a value, or null for anything that is no text or an empty one. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
