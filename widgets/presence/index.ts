import propsSchema from '../../schemas/widgets/presence.schema.json' with { type: 'json' };
import { defineWidget, type PresenceProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<PresenceProps>>({
  type: 'presence',
  icon: 'people',
  group: 'content',
  size: { w: 4, h: 1 },
  propsSchema,
  defaults: { entity: 'user', record: '' },
  data: 'nothing',
  load: () => import('./Presence.tsx'),
});
