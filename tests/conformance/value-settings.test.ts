import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Part {
  properties: Record<string, unknown>;
}
interface Schema {
  $defs: Record<string, Part>;
}

const read = (widget: string): Schema =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../schemas/widgets/${widget}.schema.json`), 'utf8'),
  ) as Schema;

/** What a value is written by, in every widget that shows values. */
const settings = ['format', 'map', 'tones', 'decimals', 'currency', 'link', 'image', 'blank', 'access'];
const standard = read('detail').$defs['field']!;

describe('how values are written', () => {
  it.each([
    ['detail', 'badge'],
    ['description-list', 'item'],
    ['list', 'field'],
    ['tree', 'field'],
  ])('is said in %s (%s) as in every other widget', (widget, part) => {
    const { properties } = read(widget).$defs[part]!;
    for (const name of settings) expect(properties[name]).toEqual(standard.properties[name]);
  });
});
