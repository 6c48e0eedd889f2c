import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/contracts/language.ts';
import { diagnosticCodes, patternDiagnostics } from '../../src/engine/core/index.ts';

interface Diagnostics {
  diagnostics: Record<string, { message: string; hint: string }>;
}

describe.each(languages)('the diagnostics of definitions in %s', (language) => {
  const file = new URL(`../../locales/${language}/diagnostics.json`, import.meta.url);
  const { diagnostics } = JSON.parse(readFileSync(file, 'utf8')) as Diagnostics;

  it('have a text each, and every text has a diagnostic', () => {
    expect(Object.keys(diagnostics).sort()).toEqual([...diagnosticCodes].sort());
  });

  it('have a message and a hint', () => {
    for (const { message, hint } of Object.values(diagnostics)) {
      expect(message).not.toBe('');
      expect(hint).not.toBe('');
    }
  });
});

const schemas = fileURLToPath(new URL('../../schemas/', import.meta.url));

it('describe each pattern of our schemas, and no other pattern', () => {
  const files = readdirSync(schemas, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.json'),
  );
  const written = new Set<string>();
  for (const file of files) {
    JSON.parse(readFileSync(`${schemas}${file}`, 'utf8'), (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') written.add(value);
      // Patterns of key names have the message of names.
      return key === 'propertyNames' ? null : value;
    });
  }
  expect(
    [...written].filter(
      (pattern) => !Object.hasOwn(patternDiagnostics, pattern) && pattern !== '^[a-z][A-Za-z0-9]{0,31}$',
    ),
  ).toEqual([]);
  expect(Object.keys(patternDiagnostics).filter((pattern) => !written.has(pattern))).toEqual([]);
});

it('contain no regular expression', () => {
  for (const language of languages) {
    const text = readFileSync(new URL(`../../locales/${language}/diagnostics.json`, import.meta.url), 'utf8');
    expect(text).not.toMatch(/\{\{(pattern|reason|message)\}\}/);
  }
});
