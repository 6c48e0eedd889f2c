import propsSchema from '../../schemas/widgets/code-editor.schema.json' with { type: 'json' };
import { defineWidget, type CodeEditorProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<CodeEditorProps>>({
  type: 'code-editor',
  icon: 'code',
  group: 'input',
  size: { w: 8, h: 8, minW: 4, minH: 3 },
  propsSchema,
  defaults: {},
  events: ['change', 'save', 'conflict'],
  slots: [{ name: 'status' }],
  submits: true,
  data: 'nothing',
  load: () => import('./CodeEditor.tsx'),
});
