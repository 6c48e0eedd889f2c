// `npm run doctor`: examines the settings, the data folder, the database and the proxies, and prints what to correct.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, root } from './bootstrap.mjs';
import { buildApart } from './build.mjs';

await bootstrap();
await buildApart();
await import(pathToFileURL(join(root, 'dist', 'server', 'doctor.js')).href);
