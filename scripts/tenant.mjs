// `npm run tenant -- create <key> --host … | list | disable <key>`: tenants of the configured database.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, root } from './bootstrap.mjs';
import { buildApart } from './build.mjs';

await bootstrap();
await buildApart();
await import(pathToFileURL(join(root, 'dist', 'server', 'tenant.js')).href);
