import type { JsonSchema, FileListProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/file-list.schema.json' with { type: 'json' };

const definition: WidgetDefinition<FileListProps> = {
  type: 'file-list',
  version: 1,
  title: '$palette.file-list.title',
  description: '$palette.file-list.description',
  icon: 'attach',
  group: 'data',
  size: { w: 6, h: 5, minW: 3, minH: 2 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  events: [
    { name: 'open', description: '$palette.file-list.events.open' },
    { name: 'remove', description: '$palette.file-list.events.remove' },
  ],
  rendersStates: true,
  needs: 'rows',
  load: () => import('./FileList.tsx'),
};

export default definition;
