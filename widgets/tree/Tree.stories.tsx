import { expect } from 'storybook/test';
import { storyStrings, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      rows: 'place',
      props: {
        title: { field: 'name' },
        parent: 'parentId',
        label: '$story.title',
        expanded: 'all',
        badge: { field: 'people', format: 'number' },
      },
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

const waiting = {
  props: { waiting: true, empty: { title: '$story.empty' } },
  async play() {
    await expect(document.body.innerText).not.toContain(storyStrings.pt['story.empty']);
  },
};
export const Waiting = stories.waiting(waiting);
export const WaitingDark = stories.waiting({ ...waiting, globals: { theme: 'dark' } });
