// `npm start`: installs and builds if needed, then runs the server in the same process.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { buildApart } from './build.mjs';
import { stopWithNpm } from './lib/parent.mjs';
import { root } from './lib/root.mjs';

await bootstrap();
await buildApart();
stopWithNpm();
// The same process, so that signals reach the server directly and it ends together with its parent.
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
