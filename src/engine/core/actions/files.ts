import type { PickedFile } from '../contract.ts';

/** Whether a value of the state or of an event is a file that the person chose. */
export const isFile = (value: unknown): value is PickedFile =>
  typeof value === 'object' && value !== null && 'name' in value && 'size' in value && 'type' in value;
