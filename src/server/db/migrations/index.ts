import type { Migration } from 'kysely';
import * as platform from './001_platform.ts';
import * as identity from './002_identity.ts';
import * as userSearch from './003_user_search.ts';
import * as foldAnywhere from './004_fold_anywhere.ts';
import * as definitions from './005_definitions.ts';
import * as userPreference from './006_user_preference.ts';
import * as fragments from './007_fragments.ts';

/**
 * Every migration in order, by the name under which it is stored as done. Append only: names and SQL of released
 * migrations never change. A list instead of a folder scan, because the server runs from one bundled file.
 */
export const migrations: Record<string, Migration> = {
  '001_platform': platform,
  '002_identity': identity,
  '003_user_search': userSearch,
  '004_fold_anywhere': foldAnywhere,
  '005_definitions': definitions,
  '006_user_preference': userPreference,
  '007_fragments': fragments,
};
