import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/contracts/language.ts';
import { faultCodes } from '../../src/engine/core/index.ts';

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
