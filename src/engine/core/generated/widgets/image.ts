/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Text, Url } from '../documents.ts';

/**
 * A picture of ours or of an https address. Its place is kept while it loads, and stays when it does not come.
 */
export interface ImageProps {
  /**
   * A path of ours or an https address.
   */
  src: Url;
  /**
   * What it shows, for those who cannot see it; empty for decoration.
   */
  alt: Text;
  /**
   * Width by height of its place, as 16:9.
   */
  ratio?: string;
  /**
   * At most, in pixels; else all the width there is.
   */
  width?: number;
  /**
   * cover fills the place and cuts off what stands over; contain shows all of it.
   */
  fit?: 'cover' | 'contain';
  /**
   * Rounds its corners.
   */
  rounded?: boolean;
  /**
   * A line below it.
   */
  caption?: Text;
  /**
   * Stands in its place when there is no picture.
   */
  icon?: string;
}
