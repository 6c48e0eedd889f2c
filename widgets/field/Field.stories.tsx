import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const options = [
  { value: 'open', label: '$story.open', tone: 'info' as const },
  { value: 'paid', label: '$story.paid', icon: 'checkmark' },
  { value: 'late', label: '$story.late', tone: 'danger' as const },
];

const stories = widgetStories(definition, {
  samples: [
    { props: { bind: 'state.text', label: '$story.customer' } },
    { props: { bind: 'state.total', control: 'number', label: '$story.total', min: 0 } },
    { props: { bind: 'state.status', control: 'select', label: '$story.label', options } },
    { props: { bind: 'state.dueDate', control: 'date', label: '$story.dueDate' } },
    { props: { bind: 'state.period', control: 'daterange', label: '$story.dueDate' } },
    { props: { bind: 'state.several', control: 'choices', label: '$story.label', options } },
    { props: { bind: 'state.isPaid', control: 'switch', label: '$story.paid' } },
    { props: { bind: 'state.share', control: 'slider', label: '$story.total', unit: '%' } },
    { props: { bind: 'state.tags', control: 'tags', label: '$story.label' } },
    { props: { bind: 'state.color', control: 'color', label: '$story.label' } },
    { props: { bind: 'state.icon', control: 'icon', label: '$story.label' } },
    { props: { bind: 'state.locked', label: '$story.city', disabled: true, hint: '$story.customer' } },
  ],
  empty: { props: { bind: 'state.none', label: '$story.customer' } },
  document: {
    state: {
      text: 'Vasconcelos',
      total: 12.5,
      status: 'open',
      dueDate: '2026-03-05',
      period: { from: '2026-03-05', to: '2026-04-05' },
      several: ['open', 'late'],
      isPaid: true,
      share: 40,
      tags: ['a', 'b'],
      color: '#4F3277',
      icon: { icon: 'calendar', color: '#4F3277' },
      locked: 'Recife',
      none: null,
    },
  },
});

export default { ...stories.meta, title: 'Field' };

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
export const Invalid = stories.other({
  props: { bind: 'state.none', label: '$story.customer', required: true, error: '$story.late' },
  see: '$story.late',
});
