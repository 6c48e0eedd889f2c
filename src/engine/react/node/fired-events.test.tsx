// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createFakeHost } from '../testing/host.ts';
import { renderScreen, screenOf } from '../testing/render.tsx';
import { testWidget } from '../testing/widget.ts';
import type { WidgetProps } from '../index.ts';
import type { Json } from '../../../contracts/json.ts';
import type { WidgetSpec } from '../../core/index.ts';

afterEach(cleanup);

let fire: WidgetProps<never>['fire'];
const picker: WidgetSpec = {
  ...testWidget('picker', (props) => {
    ({ fire } = props);
    return <p>Escolha</p>;
  }),
  propsSchema: {
    $id: 'https://molde.app/schemas/widgets/picker.schema.json',
    type: 'object',
    'x-events': {
      pick: {
        type: 'object',
        properties: { rows: { type: 'array', items: { $ref: '../event.schema.json#/$defs/select' } } },
        required: ['rows'],
        additionalProperties: false,
      },
      clear: null,
    },
  },
};
picker.events = [
  { name: 'pick', description: '$a', payload: (picker.propsSchema['x-events'] as never)['pick'] },
  { name: 'clear', description: '$a' },
];

const body = [
  {
    id: 'choice',
    type: 'picker',
    on: { pick: [{ toast: { info: { $expr: "'Escolhidos: ' & $string($count(event.rows))" } } }] },
  },
];

async function open(checked = true) {
  const host = createFakeHost();
  if (!checked) delete host.checkEvent;
  renderScreen(screenOf(body), { host, extra: [picker] });
  await screen.findByText('Escolha');
  return host;
}
const firing = (event: string, payload?: Json) => act(() => fire(event, payload));

it('lets a declared payload through to the steps', async () => {
  const host = await open();
  await firing('pick', { rows: ['a', 1] });
  await firing('clear');
  expect(host.toasts).toMatchObject([{ text: 'Escolhidos: 2' }]);
});

it.each<[string, string, Json | undefined, string]>([
  ['a wrong type', 'pick', { rows: ['a', true] }, '/rows/1 type string, number'],
  ['a missing part', 'pick', {}, '/ required rows'],
  ['an unknown part', 'pick', { rows: [], row: 1 }, '/ unknown-key row, rows'],
  ['no payload', 'pick', undefined, '/ schema'],
  ['a payload that is not declared', 'clear', 1, '/ type nothing'],
  ['an event that is not declared', 'chose', undefined, '/ unknown-event chose, picker'],
])('tells the developer about %s, also without steps', async (_what, event, payload, rule) => {
  const host = await open();
  await expect(firing(event, payload)).rejects.toThrow(
    `The widget "picker" (people, node "choice") fired "${event}" with a payload that its schema refuses: ${rule}`,
  );
  expect(host.toasts).toEqual([]);
});

it('is contained where no host checks: the steps read what was fired', async () => {
  const host = await open(false);
  await firing('pick', { row: 1 });
  expect(host.toasts).toMatchObject([{ text: 'Escolhidos: 0' }]);
});
