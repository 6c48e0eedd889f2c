import type { ErrorCode } from '../../../contracts/errors.ts';
import type { AppErrorOptions } from '../errors.ts';

/** Messages between a process and its thread that reads files (`file-worker.ts`). */

/** Kinds of files: rows of a table, a board of Trello, a recording, and views. */
export type ReaderName = 'table' | 'trello' | 'recording' | 'views';

/** A request to the thread: for the first step of a file, the next one, or all that are left, of which it answers the end. */
export type ReadingWork = { read: ReaderName; bytes: number; options: unknown } | { next: 'step' | 'end' };

export type ReadingStep =
  | { item: unknown }
  | { end: unknown }
  | { refused: { code: ErrorCode; options: Omit<AppErrorOptions, 'cause'> } };

/** A part of the file that the thread wants. */
export interface WantedBytes {
  from: number;
  to: number;
}
