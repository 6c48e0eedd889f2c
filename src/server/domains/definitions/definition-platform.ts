import type { Platform } from '../../platform/platform.ts';
import type { Published } from './publication/published.ts';

/** Parts of the running server, for resources that read definitions. */
export interface DefinitionPlatform extends Platform {
  /** The definitions of tenants, over those of the product. */
  published: Published;
}
