import { isObject } from '../../contracts/json.ts';

/** A JSON object of the wire, before it was validated. */
export type Wire = Record<string, unknown>;

export const wireOf = (value: unknown): Wire => (isObject(value) ? value : {});

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The text of a value, or null for anything that is no text or an empty one. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
