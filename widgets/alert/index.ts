import type { AlertProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/alert.schema.json' with { type: 'json' };

const definition: WidgetDefinition<AlertProps> = {
  type: 'alert',
  version: 1,
  title: '$palette.alert.title',
  description: '$palette.alert.description',
  icon: 'info',
  group: 'content',
  size: { w: 12, h: 1 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  events: [{ name: 'dismiss', description: '$palette.alert.events.dismiss' }],
  children: 'nodes',
  needs: 'nothing',
  load: () => import('./Alert.tsx'),
};

export default definition;
