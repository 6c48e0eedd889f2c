import propsSchema from '../../schemas/widgets/dialog.schema.json' with { type: 'json' };
import { defineWidget, type DialogProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<DialogProps>>({
  type: 'dialog',
  icon: 'open',
  group: 'layout',
  size: { w: 6, h: 6 },
  propsSchema,
  defaults: { title: '' },
  events: ['open', 'close'],
  children: 'nodes',
  data: 'nothing',
  load: () => import('./Dialog.tsx'),
});
