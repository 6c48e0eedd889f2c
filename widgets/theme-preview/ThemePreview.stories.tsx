import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const colors = { menuColor: '#1A2B3B', actionColor: '#FFD400', secondaryColor: '#4F3277' };

const stories = widgetStories(definition, {
  samples: [
    { props: { label: '$story.text' } },
    { props: { label: '$story.text', mode: 'dark', ...colors } },
    { props: { label: '$story.text', show: 'login', layout: 2, text: '$story.paragraph', ...colors } },
    { props: { label: '$story.text', show: 'login', layout: 1, background: '#E8F1FB' } },
    { props: { label: '$story.text', show: 'shades', ...colors } },
  ],
  // As many as a page has: nothing in it takes the focus, by which a longer story would be scrolled.
  dense: [
    { props: { label: '$story.text', ...colors } },
    { props: { label: '$story.text', show: 'shades', mode: 'dark', ...colors } },
  ],
  emptyIsNothing: true,
});

export default { ...stories.meta, title: 'Theme preview' };

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
