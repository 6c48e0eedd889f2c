import propsSchema from '../../schemas/widgets/preview.schema.json' with { type: 'json' };
import { defineWidget, type PreviewProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<PreviewProps>>({
  type: 'preview',
  icon: 'eye',
  group: 'content',
  size: { w: 8, h: 8, minW: 4, minH: 4 },
  propsSchema,
  defaults: {},
  data: 'nothing',
  load: () => import('./Preview.tsx'),
});
