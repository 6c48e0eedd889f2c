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

/** The settings of a value's format, in every widget that renders values. */
const settings = ['format', 'map', 'tones', 'decimals', 'currency', 'link', 'image', 'blank', 'access'];
const standard = read('detail').$defs['field']!;

describe('settings of values', () => {
  it.each([
    ['detail', 'badge'],
    ['description-list', 'item'],
    ['list', 'field'],
    ['tree', 'field'],
  ])('are the same in %s (%s) as in every other widget', (widget, part) => {
    const { properties } = read(widget).$defs[part]!;
    for (const name of settings) expect(properties[name]).toEqual(standard.properties[name]);
  });
});
