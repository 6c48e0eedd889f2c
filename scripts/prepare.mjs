// npm runs this after it has installed: records what it has installed, so that no command of package.json installs again, and makes
// the types of schemas/. An installation without the tools of development has nothing that makes types, and nothing that reads them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { recordInstallation } from './bootstrap.mjs';
import { root } from './lib/root.mjs';
import { hasSchemaTypes, makeSchemaTypes } from './schema-types.mjs';

if (existsSync(join(root, 'node_modules/json-schema-to-typescript'))) {
  recordInstallation();
  if (!hasSchemaTypes()) await makeSchemaTypes();
}
