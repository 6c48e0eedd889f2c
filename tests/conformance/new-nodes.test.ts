import { expect, it } from 'vitest';
import { newNode } from '../../src/editor/new-node.ts';
import { validateDocument } from '../../src/engine/core/index.ts';
import { isForViews } from '../../src/modules/layout-editor/palette-widgets.ts';
import { registry } from '../../src/server/services/definitions/registry.ts';

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
