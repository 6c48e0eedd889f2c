import type { JsonSchema, ProgressProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/progress.schema.json' with { type: 'json' };

const definition: WidgetDefinition<ProgressProps> = {
  type: 'progress',
  version: 1,
  title: '$palette.progress.title',
  description: '$palette.progress.description',
  icon: 'data-trending',
  group: 'data',
  size: { w: 3, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { label: '' },
  needs: 'nothing',
  load: () => import('./Progress.tsx'),
};

export default definition;
