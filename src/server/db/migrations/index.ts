import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Migration } from 'kysely';
import { projectFolder } from '../project-folder.ts';
import * as platform from './001_platform.ts';
import * as identity from './002_identity.ts';
import * as userSearch from './003_user_search.ts';
import * as foldAnywhere from './004_fold_anywhere.ts';
import * as definitions from './005_definitions.ts';
import * as userPreference from './006_user_preference.ts';
import * as fragments from './007_fragments.ts';
import * as entities from './008_entities.ts';
import * as userSearchWords from './011_user_search_words.ts';
import * as userSearchWalk from './012_user_search_walk.ts';
import * as events from './013_events.ts';
import * as jobs from './014_jobs.ts';
import * as audit from './015_audit.ts';
import * as uploadedFiles from './016_files.ts';
import * as passwordReset from './017_password_reset.ts';
import * as transfers from './019_transfers.ts';
import * as appearance from './020_appearance.ts';
import * as thirdPartySignIn from './021_third_party_sign_in.ts';
import * as photo from './022_photo.ts';
import * as resetLimits from './024_reset_limits.ts';
import * as datasets from './026_datasets.ts';
import * as seenTransfers from './027_seen_transfers.ts';
import * as scheduledPublications from './028_scheduled_publications.ts';
import * as savedWidgets from './029_saved_widgets.ts';
import * as ticketRights from './030_ticket_rights.ts';
import * as deviceKey from './056_device_key.ts';
import * as takenBackImports from './058_taken_back_imports.ts';

/**
 * Every migration in order, by the name under which it is stored as done. Append only: names and SQL of released
 * migrations never change. Migrations in code stand in this list, because the server runs from one bundled file; those of
 * the entities are the SQL files of the folder migrations/.
 */
export const migrations: Record<string, Migration> = {
  '001_platform': platform,
  '002_identity': identity,
  '003_user_search': userSearch,
  '004_fold_anywhere': foldAnywhere,
  '005_definitions': definitions,
  '006_user_preference': userPreference,
  '007_fragments': fragments,
  '008_entities': entities,
  ...sqlMigrations(migrationsFolder()),
  '011_user_search_words': userSearchWords,
  '012_user_search_walk': userSearchWalk,
  '013_events': events,
  '014_jobs': jobs,
  '015_audit': audit,
  '016_files': uploadedFiles,
  '017_password_reset': passwordReset,
  '019_transfers': transfers,
  '020_appearance': appearance,
  '021_third_party_sign_in': thirdPartySignIn,
  '022_photo': photo,
  '024_reset_limits': resetLimits,
  '026_datasets': datasets,
  '027_seen_transfers': seenTransfers,
  '028_scheduled_publications': scheduledPublications,
  '029_saved_widgets': savedWidgets,
  '030_ticket_rights': ticketRights,
  '056_device_key': deviceKey,
  '058_taken_back_imports': takenBackImports,
};

function sqlMigrations(folder: string): Record<string, Migration> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return Object.fromEntries(
    files.map((file) => [
      file.slice(0, -'.sql'.length),
      {
        async up(db) {
          await sql.raw(readFileSync(join(folder, file), 'utf8')).execute(db);
        },
      } satisfies Migration,
    ]),
  );
}

/** The folder migrations/ of the project. */
export function migrationsFolder(): string {
  return projectFolder('migrations');
}
