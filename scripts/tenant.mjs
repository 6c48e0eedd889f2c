// `npm run tenant -- create <key> --host … | list | disable <key>`: tenants of the configured database.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { buildApart } from './build.mjs';
import { root } from './lib/root.mjs';

await bootstrap();
await buildApart();
await import(pathToFileURL(join(root, 'dist', 'server', 'tenant.js')).href);
