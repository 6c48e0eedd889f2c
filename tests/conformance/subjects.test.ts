import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../../scripts/lib/inputs.mjs';

const root = join(import.meta.dirname, '../..');
const places = ['.storybook', 'docs', 'schemas', 'screens', 'scripts', 'src', 'tests', 'widgets']
  .concat(['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'vite.config.ts'])
  .map((place) => join(root, place));
const files = places
  .flatMap(filesUnder)
  .filter((file) => /\.(tsx?|m[jt]s|css|json|md)$/.test(file) && file !== import.meta.filename)
  .map((file) => file.slice(root.length + 1));

/** Beginning of a sentence with a clause; a question may begin so. */
const clause = String.raw`(?:What|Which|Who)\b(?![^.!?]*\?)`;
const inComments = new RegExp(String.raw`(?:/\*\*?|//|^ *\*) +(?:.*[.:;!?] )?${clause}`, 'gm');
const inDescriptions = new RegExp(String.raw`\bdescription["']?:\s*["'\`](?:.*[.:;!?] )?${clause}`, 'gm');
const inProse = new RegExp(String.raw`(?:^ *(?:[-*|] |\d+\. )?|[.:;!?|] )\**${clause}`, 'gm');

/** Sentences of a file that begin with a clause, each with its line and the remedy. */
function clausesIn(file: string, text: string): string[] {
  const lines = text.split('\n');
  return (file.endsWith('.md') ? [inProse] : [inComments, inDescriptions]).flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => {
      const line = text.slice(0, index + found.length).split('\n').length;
      return `${file}:${line}: "${lines[line - 1]!.trim()}": begin with the subject, "Readers: …" for "Who may read: …"`;
    }),
  );
}

describe('sentences of comments, descriptions and pages', () => {
  const lineOf = (one: string) => Number(one.split(':')[1]);

  it.each([
    ['a.ts', '/** Who may read: all. */'],
    ['a.ts', '/** A file. What it has stays. */'],
    ['a.css', '/* Which colour it has. */'],
    ['a.json', '"description": "What it shows."'],
    ['a.md', '- **Who reads** it gets all.'],
  ])('are found in %s: %s', (file, text) => {
    expect(clausesIn(file, `\n${text}\n`).map(lineOf)).toEqual([2]);
  });

  it.each([
    ['a.ts', '// Who reads it?'],
    ['a.ts', "title: 'What it shows'"],
    ['a.md', '## What it is'],
  ])('may be a question or a title in %s: %s', (file, text) => {
    expect(clausesIn(file, text)).toEqual([]);
  });

  it('begin with their subject', () => {
    expect(files.length).toBeGreaterThan(2000);
    expect(files.flatMap((file) => clausesIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
