import type { PreviewProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/preview.schema.json' with { type: 'json' };

const definition: WidgetDefinition<PreviewProps> = {
  type: 'preview',
  version: 1,
  title: '$palette.preview.title',
  description: '$palette.preview.description',
  icon: 'eye',
  group: 'content',
  size: { w: 8, h: 8, minW: 4, minH: 4 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  needs: 'nothing',
  load: () => import('./Preview.tsx'),
};

export default definition;
