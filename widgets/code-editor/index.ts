import type { CodeEditorProps, JsonSchema } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';
import propsSchema from '../../schemas/widgets/code-editor.schema.json' with { type: 'json' };

const definition: WidgetDefinition<CodeEditorProps> = {
  type: 'code-editor',
  version: 1,
  title: '$palette.code-editor.title',
  description: '$palette.code-editor.description',
  icon: 'code',
  group: 'input',
  size: { w: 8, h: 8, minW: 4, minH: 3 },
  propsSchema: propsSchema as unknown as JsonSchema,
  defaults: {},
  events: [
    { name: 'change', description: '$palette.code-editor.events.change' },
    { name: 'save', description: '$palette.code-editor.events.save' },
    { name: 'conflict', description: '$palette.code-editor.events.conflict' },
  ],
  submits: true,
  needs: 'nothing',
  load: () => import('./CodeEditor.tsx'),
};

export default definition;
