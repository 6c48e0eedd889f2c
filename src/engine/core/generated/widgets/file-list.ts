/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Address, Text } from '../documents.ts';

/**
 * Files of its source's rows: icon by type, name, size and date, with download and removal. Events: open, remove (row is the file).
 */
export interface FileListProps {
  /**
   * What the files are, for those who cannot see it.
   */
  label?: Text;
  /**
   * Path of the file's name.
   */
  name?: string;
  /**
   * Path of its size in bytes.
   */
  size?: string;
  /**
   * Path of its media type; without one the name's ending tells it.
   */
  mime?: string;
  /**
   * Path of when it came.
   */
  date?: string;
  /**
   * Path of what tells files apart.
   */
  rowKey?: string;
  /**
   * Address of ours that a file is fetched from, as /files/{row.id}.
   */
  download?: Address;
  empty?: FileListEmpty;
}
/**
 * What stands there when there is nothing.
 */
export interface FileListEmpty {
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * What is so.
   */
  title?: Text;
  /**
   * One sentence: what to do next.
   */
  text?: Text;
}
