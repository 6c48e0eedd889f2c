import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/contracts/language.ts';
import { diagnosticCodes, patternDiagnostics } from '../../src/engine/core/index.ts';

interface Diagnostics {
  diagnostics: Record<string, { message: string; hint: string }>;
}

describe.each(languages)('the faults of definitions in %s', (language) => {
  const file = new URL(`../../locales/${language}/diagnostics.json`, import.meta.url);
  const { diagnostics } = JSON.parse(readFileSync(file, 'utf8')) as Diagnostics;

  it('each have their text, and no text is nobody’s', () => {
    expect(Object.keys(diagnostics).sort()).toEqual([...diagnosticCodes].sort());
  });

  it('say what is wrong and what to do', () => {
    for (const { message, hint } of Object.values(diagnostics)) {
      expect(message).not.toBe('');
      expect(hint).not.toBe('');
    }
  });
});

const schemas = fileURLToPath(new URL('../../schemas/', import.meta.url));

it('say what each pattern of our schemas asks for, and what no other does', () => {
  const files = readdirSync(schemas, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.json'),
  );
  const written = new Set<string>();
  for (const file of files) {
    JSON.parse(readFileSync(`${schemas}${file}`, 'utf8'), (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') written.add(value);
      // Names of keys are told as names.
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

it('show no regular expression to people', () => {
  for (const language of languages) {
    const text = readFileSync(new URL(`../../locales/${language}/diagnostics.json`, import.meta.url), 'utf8');
    expect(text).not.toMatch(/\{\{(pattern|reason|message)\}\}/);
  }
});
