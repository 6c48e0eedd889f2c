import type { SectionProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/section.schema.json' with { type: 'json' };

const definition: WidgetDefinition<SectionProps> = {
  type: 'section',
  version: 1,
  title: '$palette.section.title',
  description: '$palette.section.description',
  icon: 'panel-left',
  group: 'layout',
  size: { w: 12, h: 4 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  children: 'nodes',
  needs: 'nothing',
  load: () => import('./Section.tsx'),
};

export default definition;
