/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { IconName, PropText, Url } from '../documents.ts';

/**
 * An image from the application or from an https address. Its area is reserved while it loads and stays when loading fails.
 */
export interface ImageProps {
  /**
   * Application path or https address.
   */
  src: Url;
  /**
   * Description of the image for screen readers; empty for decoration.
   */
  alt: PropText;
  /**
   * Aspect ratio, width:height, e.g. 16:9.
   */
  ratio?: string;
  /**
   * Maximum width in pixels. Default: the full available width.
   */
  width?: number;
  /**
   * cover fills the area and crops the image; contain displays all of it.
   */
  fit?: 'cover' | 'contain';
  /**
   * Rounds the corners.
   */
  rounded?: boolean;
  /**
   * Line below the image.
   */
  caption?: PropText;
  /**
   * Icon displayed when there is no image.
   */
  icon?: IconName;
}
