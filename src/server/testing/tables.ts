import { readTableRows } from '../kernel/reading/table.ts';
import type { FileRow } from '../kernel/reading/rows.ts';
import { sourceOf } from '../kernel/reading/source.ts';

/** All rows of a table, read without a thread. */
export async function tableOf(bytes: Uint8Array): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const part of readTableRows(sourceOf(bytes))) rows.push(...part.rows);
  return rows;
}
