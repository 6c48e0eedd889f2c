import propsSchema from '../../schemas/widgets/tag-list.schema.json' with { type: 'json' };
import { defineWidget, type TagListProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<TagListProps>>({
  type: 'tag-list',
  icon: 'tag',
  group: 'content',
  size: { w: 4, h: 1 },
  propsSchema,
  defaults: { tags: [], label: '' },
  events: ['press', 'remove'],
  data: 'nothing',
  load: () => import('./TagList.tsx'),
});
