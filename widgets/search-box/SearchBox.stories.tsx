import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        bind: 'state.text',
        label: '$fields.search',
        placeholder: '$screens.users.searchPlaceholder',
      },
    },
    { props: { bind: 'state.found', fill: true, label: '$story.customer' } },
    { props: { bind: 'state.other', maxLength: 20, label: '$story.code' } },
  ],
  empty: { props: { bind: 'state.text' } },
  document: { state: { text: '', found: 'Vasconcelos', other: '' } },
});

export default { ...stories.meta, title: 'Search box' };

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
export const Filled = stories.other({ props: { bind: 'state.found' }, see: 'Vasconcelos' });
