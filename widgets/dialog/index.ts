import type { DialogProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/dialog.schema.json' with { type: 'json' };

const definition: WidgetDefinition<DialogProps> = {
  type: 'dialog',
  version: 1,
  title: '$palette.dialog.title',
  description: '$palette.dialog.description',
  icon: 'open',
  group: 'layout',
  size: { w: 6, h: 6 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: { title: '' },
  events: [
    { name: 'open', description: '$palette.dialog.events.open' },
    { name: 'close', description: '$palette.dialog.events.close' },
  ],
  children: 'nodes',
  needs: 'nothing',
  load: () => import('./Dialog.tsx'),
};

export default definition;
