import type { KernelParts } from '../kernel/parts.ts';
import type { Files } from './files/files.ts';
import type { Secrets } from './secrets/secrets.ts';

/** Parts of the running server that resources get when they are created. */
export interface Platform extends KernelParts {
  files: Files;
  /** Encrypts settings of tenants. */
  secrets: Secrets;
}
