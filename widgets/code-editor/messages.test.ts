import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import english from '../../locales/en/monaco.json' with { type: 'json' };
import portuguese from '../../locales/pt/monaco.json' with { type: 'json' };
import { messagesByEnglish } from './messages.ts';

const library = dirname(dirname(fileURLToPath(import.meta.resolve('monaco-editor/editor/editor.api'))));

/** Every text that the library looks up. */
function libraryTexts(): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(library, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js') || name.startsWith(join('nls', 'lang'))) continue;
    const text = readFileSync(join(library, name), 'utf8');
    for (const [, , quoted] of text.matchAll(/localize2?\(\d+, (["'])((?:(?!\1)[^\\]|\\.)*)\1/g))
      found.add(quoted!.replaceAll(/\\(.)/g, '$1'));
  }
  return found;
}

describe('messages of the library', () => {
  it('should be named by the English texts that this version of it has', () => {
    const known = libraryTexts();
    expect(known.size).toBeGreaterThan(1000);
    expect(Object.values(english.monaco).filter((text) => !known.has(text))).toEqual([]);
  });

  it('should keep the placeholders of the library', () => {
    const placeholders = (text: string) => [...text.matchAll(/\{\d\}/g)].map(String).sort();
    const byEnglish = messagesByEnglish(english.monaco, portuguese.monaco);
    expect(byEnglish['{0} hidden lines']).toBe('{0} linhas ocultas');
    for (const [text, own] of Object.entries(byEnglish))
      expect(placeholders(own)).toEqual(placeholders(text));
  });
});
