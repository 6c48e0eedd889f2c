import { expect, screen, userEvent } from 'storybook/test';
import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const situations = [
  { value: '', label: '$screens.users.all' },
  { value: 'open', label: '$story.open' },
  { value: 'paid', label: '$story.paid' },
  { value: 'late', label: '$story.late' },
];

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        bind: 'state.filters',
        fields: [
          { field: 'status', control: 'select', label: '$story.label', options: situations },
          { field: 'dueDate', control: 'date', label: '$story.dueDate' },
          { field: 'total', control: 'number', label: '$story.total' },
          { field: 'several', control: 'choices', label: '$story.label', options: situations },
          { field: 'period', control: 'daterange', label: '$story.dueDate', span: 2 },
          {
            field: 'text',
            control: 'search',
            label: '$fields.search',
            placeholder: '$screens.users.searchPlaceholder',
          },
        ],
      },
    },
    {
      props: {
        bind: 'state.filters',
        fields: [{ field: 'text', control: 'search', label: '$fields.search', live: true }],
      },
    },
  ],
  dense: [
    {
      props: {
        bind: 'state.filters',
        fields: Array.from({ length: 30 }, (_, at) => ({
          field: `field${at}`,
          control: at % 3 === 0 ? ('select' as const) : ('text' as const),
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
/** The cities follow the state that stands in the bar, applied or not. */
export const Dependent = stories.other({
  samples: [
    {
      props: {
        bind: 'state.filters',
        draft: 'state.draft',
        fields: [
          {
            field: 'region',
            control: 'select',
            label: '$story.customer',
            options: [
              { value: '', label: '$screens.users.all' },
              { value: 'PE', label: 'Pernambuco' },
              { value: 'PR', label: 'Paraná' },
            ],
          },
          {
            field: 'city',
            control: 'select',
            label: '$story.city',
            options: { source: 'cities', value: 'id', label: 'name' },
          },
        ],
      },
    },
  ],
  document: {
    state: { filters: { region: 'PE', city: 'recife' } },
    sources: {
      cities: {
        value: {
          $expr:
            "$lookup({ 'PE': [{ 'id': 'recife', 'name': 'Recife' }], 'PR': [{ 'id': 'curitiba', 'name': 'Curitiba' }] }, state.draft.region)",
        },
        needs: ['state.draft.region'],
      },
    },
  },
  async play() {
    // Code that loads after the choice knows the value that goes, and not its label any more.
    await import('./DependentFields.tsx');
    const choose = async (field: number, option: string) => {
      await userEvent.click((await screen.findAllByRole('combobox'))[field]!);
      await userEvent.click(await screen.findByRole('option', { name: option }));
    };
    await expect(await screen.findByText('Recife')).toBeVisible();
    await choose(0, 'Paraná');
    await expect(await screen.findByText(/“Recife” foi removido/)).toBeVisible();
    await choose(1, 'Curitiba');
  },
});
