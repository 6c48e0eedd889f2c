import propsSchema from '../../schemas/widgets/file-list.schema.json' with { type: 'json' };
import { defineWidget, type FileListProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<FileListProps>>({
  type: 'file-list',
  icon: 'attach',
  group: 'data',
  size: { w: 6, h: 5, minW: 3, minH: 2 },
  propsSchema,
  defaults: {},
  events: ['open', 'remove', 'drop'],
  rendersStates: true,
  data: 'rows',
  load: () => import('./FileList.tsx'),
});
