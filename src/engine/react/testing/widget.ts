import type { ComponentType } from 'react';
import type { JsonObject } from '../../../contracts/json.ts';
import type { WidgetSpec } from '../../core/index.ts';
import type { WidgetProps } from '../index.ts';

export type { JsonObject } from '../../../contracts/json.ts';
export type WidgetModule = { default: ComponentType<WidgetProps<JsonObject>> };

/** A widget made for one test; `load` can delay or fail the loading of its code. */
export function testWidget(
  type: string,
  component: ComponentType<WidgetProps<JsonObject>>,
  load: (module: WidgetModule) => Promise<WidgetModule> = async (module) => module,
  rest: Partial<Pick<WidgetSpec, 'children' | 'slots' | 'sources' | 'data' | 'rendersStates'>> = {},
): WidgetSpec {
  return {
    type,
    version: 1,
    title: '$palette.text.title',
    description: '$palette.text.description',
    icon: 'box',
    group: 'data',
    size: { w: 1, h: 1 },
    propsSchema: { $id: `https://molde.app/schemas/widgets/${type}.schema.json`, type: 'object' },
    defaults: {},
    data: 'nothing',
    ...rest,
    load: () => load({ default: component }),
  };
}
