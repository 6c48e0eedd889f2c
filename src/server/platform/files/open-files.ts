import { join } from 'node:path';
import { isContentHeld } from '../../db/backup-request.ts';
import type { Database } from '../../db/database.ts';
import type { Env } from '../../env.ts';
import { Files } from './files.ts';
import { FolderStore } from './folder-store.ts';
import { S3Store } from './s3-store.ts';
import { SignedAddresses } from './signed-address.ts';
import type { FileStore } from './store.ts';

/** Opens the store of files: a bucket when one is set, else a folder. @param folder by default that of the data folder */
export function openStore(env: Env, folder = join(env.dataDir, 'files')): FileStore {
  // Writes of the database are refused at its reserve; a file leaves as much again.
  const reserve = 2 * env.diskReserveMb * 1_048_576;
  return env.s3 ? new S3Store(env.s3) : new FolderStore(folder, reserve);
}

export function openFiles(env: Env, database: Database, secret: Uint8Array): Files {
  return new Files({
    env,
    database,
    store: openStore(env),
    addresses: new SignedAddresses(secret),
    isHeld: () => isContentHeld(database, env.dataDir),
  });
}
