// Writes docs/language-reference.md and docs/widget-reference.md from schemas/. tests/conformance/reference.test.ts fails
// when one of them is outdated.
import { writeFile } from 'node:fs/promises';
import { references } from './lib/references.mjs';

for (const { file, text } of await references()) await writeFile(file, text);
