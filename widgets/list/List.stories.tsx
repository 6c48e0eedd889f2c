import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      rows: 'order',
      props: {
        title: { field: 'customer' },
        text: { field: 'note' },
        state: {
          field: 'status',
          format: 'badge',
          map: { open: '$story.open', paid: '$story.paid', late: '$story.late', canceled: '$story.canceled' },
        },
        label: '$story.title',
      },
    },
    {
      rows: 'person',
      props: { title: { field: 'name' }, text: { field: 'city' }, avatar: true, label: '$story.people' },
    },
  ],
});

export default { ...stories.meta };

export const Empty = stories.empty({
  props: { empty: { icon: 'box', title: '$story.empty', text: '$story.emptyHint' } },
  see: '$story.emptyHint',
});
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
