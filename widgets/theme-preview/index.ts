import propsSchema from '../../schemas/widgets/theme-preview.schema.json' with { type: 'json' };
import { defineWidget, type ThemePreviewProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<ThemePreviewProps>>({
  type: 'theme-preview',
  icon: 'color',
  group: 'content',
  size: { w: 4, h: 4, minW: 3 },
  propsSchema,
  defaults: { label: '' },
  data: 'nothing',
  load: () => import('./ThemePreview.tsx'),
});
