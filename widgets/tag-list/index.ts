import type { JsonSchema, TagListProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/tag-list.schema.json' with { type: 'json' };

const definition: WidgetDefinition<TagListProps> = {
  type: 'tag-list',
  version: 1,
  title: '$palette.tag-list.title',
  description: '$palette.tag-list.description',
  icon: 'tag',
  group: 'content',
  size: { w: 4, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { tags: [], label: '' },
  events: [
    { name: 'press', description: '$palette.tag-list.events.press' },
    { name: 'remove', description: '$palette.tag-list.events.remove' },
  ],
  needs: 'nothing',
  load: () => import('./TagList.tsx'),
};

export default definition;
