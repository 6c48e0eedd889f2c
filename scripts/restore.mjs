// `npm run restore -- <archive> [--replace]`: puts a backup in the place of the configured database and files.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { buildApart } from './build.mjs';
import { root } from './lib/root.mjs';

await bootstrap();
await buildApart();
await import(pathToFileURL(join(root, 'dist', 'server', 'restore.js')).href);
