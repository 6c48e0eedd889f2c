import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { disabledFeatures } from './chromium.mjs';

it('switches off all features that Playwright does, because one switch replaces the other', () => {
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const source = readFileSync(join(playwright, 'lib', 'coreBundle.js'), 'utf8');
  const list = /\bdisabledFeatures = \[(.*?)\]/s.exec(source)?.[1].replaceAll(/\/\/.*/g, '') ?? '';
  const theirs = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(theirs).toContain('PaintHolding');
  expect(disabledFeatures).toEqual(expect.arrayContaining(theirs));
});
