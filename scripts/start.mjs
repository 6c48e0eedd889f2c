// `npm start`: installs and builds what is missing or stale, then becomes the server.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';
import { buildApart } from './build.mjs';
import { stopWithNpm } from './lib/parent.mjs';

await bootstrap();
await buildApart();
stopWithNpm();
// The same process, so that signals reach the server directly and it can't outlive the one who started it.
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
