import type { CodeEditorProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/code-editor.schema.json' with { type: 'json' };

const definition: WidgetDefinition<CodeEditorProps> = {
  type: 'code-editor',
  version: 1,
  title: '$widgets.code-editor.title',
  description: '$widgets.code-editor.description',
  icon: 'code',
  group: 'input',
  size: { w: 8, h: 8, minW: 4, minH: 3 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  events: [
    { name: 'change', description: '$widgets.code-editor.events.change' },
    { name: 'save', description: '$widgets.code-editor.events.save' },
    { name: 'conflict', description: '$widgets.code-editor.events.conflict' },
  ],
  submits: true,
  needs: 'nothing',
  load: () => import('./CodeEditor.tsx'),
};

export default definition;
