import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const situations = [
  { value: '', text: '$screens.users.all' },
  { value: 'open', text: '$story.open' },
  { value: 'paid', text: '$story.paid' },
  { value: 'late', text: '$story.late' },
];

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        bind: 'state.filters',
        fields: [
          { field: 'status', kind: 'select', label: '$story.label', options: situations },
          { field: 'dueDate', kind: 'date', label: '$story.dueDate' },
          { field: 'total', kind: 'number', label: '$story.total' },
          {
            field: 'text',
            kind: 'search',
            label: '$fields.search',
            placeholder: '$screens.users.searchPlaceholder',
          },
        ],
      },
    },
    {
      props: {
        bind: 'state.filters',
        fields: [{ field: 'text', kind: 'search', label: '$fields.search', live: true }],
      },
    },
  ],
  dense: [
    {
      props: {
        bind: 'state.filters',
        fields: Array.from({ length: 30 }, (_, at) => ({
          field: `field${at}`,
          kind: at % 3 === 0 ? ('select' as const) : ('text' as const),
          label: at % 2 === 0 ? '$story.customer' : '$story.city',
          ...(at % 3 === 0 ? { options: situations } : {}),
        })),
      },
    },
  ],
  emptyIsNothing: true,
  document: { state: { filters: { status: 'open', dueDate: '', total: '', text: '' } } },
});

export default { ...stories.meta, title: 'Filter bar' };

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
