/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Address, Field, IconName, PropText } from '../documents.ts';

/**
 * Files from the source's rows: type icon, name, size and date, with download and remove buttons. Events: open, remove, drop (row is the file).
 */
export interface FileListProps {
  /**
   * Accessible name of the list for screen readers.
   */
  label?: PropText;
  /**
   * Path of the file's name.
   */
  name?: Field;
  /**
   * Path of the file's size in bytes.
   */
  size?: Field;
  /**
   * Path of the file's media type. Default: derived from the extension of the name.
   */
  mime?: Field;
  /**
   * Path of the file's date.
   */
  date?: Field;
  /**
   * Field whose value identifies a file.
   */
  rowKey?: Field;
  /**
   * Application path that serves the file, e.g. /files/{row.id}.
   */
  download?: Address;
  empty?: FileListEmpty;
}
/**
 * Content displayed when there are no rows.
 */
export interface FileListEmpty {
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Short statement, e.g. No orders yet.
   */
  title?: PropText;
  /**
   * One sentence with the next step.
   */
  text?: PropText;
}
