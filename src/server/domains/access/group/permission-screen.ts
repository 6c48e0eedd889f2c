import { createHash } from 'node:crypto';
import type { Context } from '../../../kernel/contract.ts';

/** A screen that permissions are granted on. */
export interface PermissionScreen {
  screen: string;
  title: string;
}

/**
 * Reads the screens that permissions are granted on, by title. Definitions say which they are.
 * @param known screens of the product to begin with; by default all of them
 */
export type ReadPermissionScreens = (
  ctx: Pick<Context, 'db' | 'lang'>,
  known?: ReadonlySet<string>,
) => Promise<PermissionScreen[]>;

/**
 * The number of a screen on the wire (`telaId`): 48 bits of the key's hash. Screens are named by keys and need no table of
 * numbers, which a screen published in one tenant would have to enter.
 */
export function screenNumber(screen: string): number {
  return createHash('sha256').update(screen).digest().readUIntBE(0, 6);
}
