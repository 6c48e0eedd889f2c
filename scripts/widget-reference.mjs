// Writes docs/widget-reference.md from schemas/widgets/. tests/conformance/widget-reference.test.ts fails when it is outdated.
import { writeFile } from 'node:fs/promises';
import { referenceFile, widgetReference } from './lib/widget-reference.mjs';

await writeFile(referenceFile, await widgetReference());
