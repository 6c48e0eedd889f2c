import propsSchema from '../../schemas/widgets/form.schema.json' with { type: 'json' };
import { isObject } from '../../src/contracts/json.ts';
import { defineWidget, toFormat2, type FormProps } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<FormProps>>({
  type: 'form',
  version: 2,
  icon: 'form',
  group: 'data',
  size: { w: 6, h: 8, minW: 3 },
  propsSchema,
  defaults: {},
  events: ['submit', 'failure', 'change'],
  submits: true,
  data: 'record',
  rendersLoading: true,
  migrations: {
    // An inline document follows the language, like one of its own.
    1: (old) =>
      isObject(old['document'])
        ? { ...old, document: { ...toFormat2(old['document']), formatVersion: 2 } }
        : old,
  },
  load: () => import('./Form.tsx'),
});
