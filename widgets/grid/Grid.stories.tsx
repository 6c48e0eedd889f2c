import { expect, userEvent, within } from 'storybook/test';
import { storyStrings, textNode, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const at = (x: number, y: number) => ({ at: { x, y, w: 4, h: 2 } });
const stories = widgetStories(definition, {
  samples: [
    {
      props: {},
      children: [
        { ...textNode('first', '$story.text'), ...at(0, 0) },
        { ...textNode('second', '$story.title'), ...at(4, 0) },
        { ...textNode('third', '$story.paragraph'), ...at(8, 0) },
      ],
    },
    {
      props: { rows: 'auto', gap: 'cards' },
      children: [
        { id: 'left', type: 'card', props: { title: '$story.title' }, at: { x: 0, y: 0, w: 8, h: 2 } },
        { id: 'right', type: 'card', props: { title: '$story.text' }, at: { x: 8, y: 0, w: 4, h: 2 } },
      ],
    },
  ],
  dense: [
    {
      props: {},
      children: Array.from({ length: 60 }, (_, n) => ({
        ...textNode(`cell${n}`, '$story.text'),
        ...at((n % 3) * 4, Math.floor(n / 3) * 2),
      })),
    },
  ],
});

export default { ...stories.meta };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese();
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
/** One tile per element, from the position of the template on; what stands below moves down. */
export const Repeated = stories.other({
  samples: [
    {
      props: {},
      children: [
        {
          id: 'lane',
          type: 'card',
          at: { x: 0, y: 0, w: 4, h: 3 },
          repeat: { each: { $expr: 'state.lanes' }, as: 'lane', key: 'id' },
          props: { title: { $expr: 'lane.name' } },
          children: [textNode('line', '$story.text')],
        },
        { ...textNode('below', '$story.paragraph'), at: { x: 0, y: 3, w: 12, h: 2 } },
      ],
    },
  ],
  document: { state: { lanes: ['A', 'B', 'C', 'D', 'E'].map((name) => ({ id: name, name })) } },
  see: 'E',
});
/** A form beside the figures that it changes. */
export const WithForm = stories.other({
  samples: [
    {
      props: { gap: 'cards' },
      children: [
        {
          id: 'goal',
          type: 'stat',
          at: { x: 0, y: 0, w: 4, h: 2 },
          props: { label: '$story.goal', value: { $expr: 'state.goal' } },
        },
        {
          id: 'edit',
          type: 'card',
          at: { x: 4, y: 0, w: 8, h: 5 },
          props: {
            title: '$story.goal',
            actions: ['save'],
          },
          children: [
            {
              id: 'save',
              type: 'button',
              props: { text: '$actions.save' },
              on: { press: [{ submit: 'form' }] },
            },
            {
              id: 'form',
              type: 'form',
              props: {
                value: { goal: { $expr: 'state.goal' } },
                document: {
                  kind: 'form',
                  formatVersion: 2,
                  id: 'goal',
                  title: '$story.goal',
                  access: { screen: 'story', verb: 'update' },
                  strings: storyStrings,
                  schema: {
                    type: 'object',
                    properties: { goal: { type: 'integer', title: '$story.goal', minimum: 1 } },
                    required: ['goal'],
                  },
                  ui: { sections: [{ id: 'all', fields: [{ field: 'goal' }] }] },
                },
              },
              on: { submit: [{ set: { 'state.goal': { $expr: 'event.values.goal' } } }] },
            },
          ],
        },
      ],
    },
  ],
  document: { state: { goal: 1200 } },
  async play({ canvasElement }) {
    const field = await within(canvasElement).findByRole('textbox');
    await userEvent.clear(field);
    await userEvent.type(field, '900');
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Salvar' }));
    await within(canvasElement.querySelector<HTMLElement>('#goal')!).findByText('900');
    await expect(within(canvasElement).queryByText('1.200')).toBeNull();
  },
});
