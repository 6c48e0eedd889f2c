import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        text: '$story.more',
        items: [
          {
            id: 'export',
            text: '$story.export',
            icon: 'arrow-download',
            do: [{ toast: { info: '$story.export' } }],
          },
          { id: 'copy', text: '$actions.duplicate', icon: 'copy', do: [{ navigate: '/story/copy' }] },
          { id: 'off', text: '$story.reject', disabled: true, do: [{ navigate: '/story/1' }] },
          {
            id: 'delete',
            text: '$actions.delete',
            icon: 'delete',
            danger: true,
            do: [{ navigate: '/story' }],
          },
        ],
      },
    },
    {
      props: {
        text: '$story.more',
        icon: 'more-horizontal',
        iconOnly: true,
        keepRoom: true,
        subtle: true,
        items: [{ id: 'view', text: '$actions.view', icon: 'eye', do: [{ navigate: '/story/1' }] }],
      },
    },
    {
      props: {
        text: '$story.approve',
        primary: true,
        items: [{ id: 'approve', text: '$story.approve', do: [{ navigate: '/story/1' }] }],
      },
    },
  ],
  dense: [
    {
      props: {
        text: '$story.more',
        items: Array.from({ length: 50 }, (_, at) => ({
          id: `entry${at}`,
          text: at % 2 === 0 ? '$story.export' : '$actions.duplicate',
          do: [{ navigate: `/story/${at}` }],
        })),
      },
    },
  ],
  // Without an entry there is nothing to open.
  emptyIsNothing: true,
});

export default { ...stories.meta, title: 'Menu button' };

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
export const Shapes = stories.shapes();
export const Open = stories.other({
  see: '$actions.duplicate',
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: 'Mais ações' }));
  },
});
