import type { JsonSchema, ImageProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/image.schema.json' with { type: 'json' };

const definition: WidgetDefinition<ImageProps> = {
  type: 'image',
  version: 1,
  title: '$palette.image.title',
  description: '$palette.image.description',
  icon: 'image',
  group: 'content',
  size: { w: 4, h: 4 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { src: '', alt: '' },
  needs: 'nothing',
  load: () => import('./Image.tsx'),
};

export default definition;
