import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/contracts/language.ts';
import { faultCodes, patternFaults } from '../../src/engine/core/index.ts';

interface Faults {
  faults: Record<string, { message: string; remedy: string }>;
}

describe.each(languages)('the faults of definitions in %s', (language) => {
  const file = new URL(`../../locales/${language}/faults.json`, import.meta.url);
  const { faults } = JSON.parse(readFileSync(file, 'utf8')) as Faults;

  it('each have their text, and no text is nobody’s', () => {
    expect(Object.keys(faults).sort()).toEqual([...faultCodes].sort());
  });

  it('say what is wrong and what to do', () => {
    for (const { message, remedy } of Object.values(faults)) {
      expect(message).not.toBe('');
      expect(remedy).not.toBe('');
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
      (pattern) => !Object.hasOwn(patternFaults, pattern) && pattern !== '^[a-z][A-Za-z0-9]{0,31}$',
    ),
  ).toEqual([]);
  expect(Object.keys(patternFaults).filter((pattern) => !written.has(pattern))).toEqual([]);
});

it('show no regular expression to people', () => {
  for (const language of languages) {
    const text = readFileSync(new URL(`../../locales/${language}/faults.json`, import.meta.url), 'utf8');
    expect(text).not.toMatch(/\{\{(pattern|reason|message)\}\}/);
  }
});
