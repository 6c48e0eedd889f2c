// `npm run doctor`: examines the settings, the data folder, the database and the proxies, and prints what to correct.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { buildApart } from './build.mjs';
import { root } from './lib/root.mjs';

await bootstrap();
await buildApart();
await import(pathToFileURL(join(root, 'dist', 'server', 'doctor.js')).href);
