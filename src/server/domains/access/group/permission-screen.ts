import { createHash } from 'node:crypto';

/** A screen that permissions are granted on. */
export interface PermissionScreen {
  screen: string;
  title: string;
}

/**
 * The number of a screen on the wire (`telaId`): 48 bits of the key's hash. Screens are named by keys and need no table of
 * numbers, which a screen published in one tenant would have to enter.
 */
export function screenNumber(screen: string): number {
  return createHash('sha256').update(screen).digest().readUIntBE(0, 6);
}
