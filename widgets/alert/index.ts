import propsSchema from '../../schemas/widgets/alert.schema.json' with { type: 'json' };
import { defineWidget, type AlertProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<AlertProps>>({
  type: 'alert',
  icon: 'info',
  group: 'content',
  size: { w: 12, h: 1 },
  propsSchema,
  defaults: {},
  events: ['dismiss'],
  children: 'nodes',
  data: 'nothing',
  load: () => import('./Alert.tsx'),
});
