import propsSchema from '../../schemas/widgets/image.schema.json' with { type: 'json' };
import { defineWidget, type ImageProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<ImageProps>>({
  type: 'image',
  icon: 'image',
  group: 'content',
  size: { w: 4, h: 4 },
  propsSchema,
  defaults: { src: '', alt: '' },
  data: 'nothing',
  load: () => import('./Image.tsx'),
});
