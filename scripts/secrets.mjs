// `npm run secrets -- rotate`: encrypts the settings of tenants' providers with a new SECRETS_KEY.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { buildApart } from './build.mjs';
import { root } from './lib/root.mjs';

await bootstrap();
await buildApart();
await import(pathToFileURL(join(root, 'dist', 'server', 'secrets.js')).href);
