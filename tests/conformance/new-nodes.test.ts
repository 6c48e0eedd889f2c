import { expect, it } from 'vitest';
import { newNode } from '../../src/editor/new-node.ts';
import { validateDocument } from '../../src/engine/core/index.ts';
import { isForViews } from '../../src/modules/layout-editor/palette-widgets.ts';
import { registry } from '../../src/server/domains/definitions/store/registry.ts';

const specs = registry.types.filter(isForViews).map((type) => registry.get(type)!);

it.each(specs.map((spec) => [spec.type, spec] as const))(
  'a new node of %s is valid before anybody has set a property',
  async (_type, spec) => {
    const document = {
      kind: 'dashboard',
      formatVersion: 2,
      id: 'dash-1',
      path: '/dashboard/1',
      title: 'Visão',
      access: { session: true },
      body: [newNode(spec, 'Nome', () => false)],
    };
    const found = await validateDocument(document, registry);
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  },
);

it("a new node has the product's name of its widget, which each reader sees in their own language", () => {
  const nameOf = (type: string) => {
    const { props } = newNode(registry.get(type)!, 'Nome', () => false) as { props: Record<string, unknown> };
    return props['title'] ?? props['label'] ?? props['text'];
  };
  expect(nameOf('pivot-table')).toBe('$palette.pivot-table.title');
  expect(nameOf('progress-list')).toBe('$palette.progress-list.title');
  expect(nameOf('stat')).toBe('$palette.stat.title');
  // The texts shown are never in the author's language alone, but for HTML, which is no text with a key.
  const written = specs.map((spec) => [spec.type, JSON.stringify(newNode(spec, 'Nome', () => false))]);
  expect(written.filter(([, one]) => one!.includes('"Nome"')).map(([type]) => type)).toEqual(['html']);
});
