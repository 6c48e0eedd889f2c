import { createDefinitions } from '../domains/definitions/store/definitions.ts';
import { Published } from '../domains/definitions/publication/published.ts';
import { definitionsResource } from '../domains/definitions/routes/definitions-resource.ts';
import { kindRules } from '../domains/views/view/kind-rules.ts';
import type { Platform } from '../platform/platform.ts';

/** Test support: the routes of definitions over other ones than those of the product. */
export function definitionsOver(platform: Platform, ...definitions: Parameters<typeof createDefinitions>) {
  const published = new Published(createDefinitions(...definitions));
  return definitionsResource({ ...platform, published }, kindRules(published));
}
