import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { npmEnvironment } from './bootstrap.mjs';
import { root } from './lib/root.mjs';

let copy = '';
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'molde-bootstrap-'));
  cpSync(join(root, 'scripts'), join(copy, 'scripts'), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

const run = (command, args) =>
  spawnSync(command, args, { cwd: copy, encoding: 'utf8', env: npmEnvironment(process.env) });
const bootstrap = () => run(process.execPath, ['scripts/bootstrap.mjs']);

it('should not install through a link, since other projects share the folder behind it', () => {
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  writeFileSync(join(copy, 'package-lock.json'), '{}');
  mkdirSync(join(copy, 'theirs'));
  symlinkSync(join(copy, 'theirs'), join(copy, 'node_modules'), 'junction');
  const { status, stderr } = bootstrap();
  expect([status, stderr.trim()]).toEqual([1, expect.stringContaining('node_modules is a link')]);
});

it('should not install again what `npm ci` has installed', () => {
  const name = 'json-schema-to-typescript';
  const devDependencies = { [name]: 'file:tools' };
  const write = (file, value) => writeFileSync(join(copy, file), JSON.stringify(value));
  mkdirSync(join(copy, 'tools'));
  write('tools/package.json', { name, version: '1.0.0' });
  write('package.json', {
    name: 'copy',
    engines: { node: '>=20.0.0' },
    scripts: { prepare: 'node scripts/prepare.mjs' },
    devDependencies,
  });
  write('package-lock.json', {
    name: 'copy',
    lockfileVersion: 3,
    packages: {
      '': { name: 'copy', devDependencies },
      tools: { name, version: '1.0.0', dev: true },
      [`node_modules/${name}`]: { resolved: 'tools', link: true },
    },
  });
  writeFileSync(
    join(copy, 'scripts/lib/types-of-schemas.mjs'),
    'export const typesOfSchemas = async () => new Map();',
  );
  const installed = run('npm', ['ci', '--offline', '--no-audit', '--no-fund']);
  expect([installed.status, installed.stderr]).toEqual([0, expect.any(String)]);
  expect([bootstrap().status, bootstrap().stderr + bootstrap().stdout]).toEqual([0, '']);
});
