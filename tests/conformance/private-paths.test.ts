import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it, vi } from 'vitest';
import { filesUnder } from '../../scripts/lib/inputs.mjs';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@rjsf/core/package.json'), 'utf8')) as {
  version: string;
};

/** Imports of files of @rjsf/core behind its public entry, which any release of it may move. */
const imports = ['src', 'widgets'].flatMap((folder) =>
  filesUnder(join(root, folder))
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '(@rjsf\/core\/[^']+)'/g)].map(([, path = '']) => ({
        path,
        user: relative(root, file).replaceAll('\\', '/'),
      })),
    ),
);

it('finds the imports of private paths of @rjsf/core', () => {
  expect(imports.map(({ path }) => path)).toContain('@rjsf/core/lib/components/fields/SchemaField.js');
});

it.each(imports)('$path, which $user imports, is a component', async ({ path, user }) => {
  const file = await vi.importActual<{ default?: unknown }>(path).catch(() => ({ default: undefined }));
  const name = path.replace(/^.*\/|\.js$/g, '');
  expect(
    file.default,
    `@rjsf/core ${version} has no component at the private path ${path}, which ${user} imports. Import it from where ` +
      `${name} stands now below node_modules/@rjsf/core/lib, or stay at the former release of all @rjsf packages. The public ` +
      'entry exports fields only through getDefaultRegistry, with all themes, templates and widgets.',
  ).toBeDefined();
});
