import { widgetStories } from '../../src/stories/index.ts';
import type { FieldProps } from '../../src/engine/core/index.ts';
import definition from './index.ts';

const options = [
  { value: 'open', label: '$story.open', tone: 'info' as const },
  { value: 'paid', label: '$story.paid', icon: 'checkmark' },
  { value: 'late', label: '$story.late', tone: 'danger' as const },
];

type Props = Partial<FieldProps>;

/** Every control, over a value of the state of the same name. */
const everyControl = (further: Props = {}, under: string = 'state') =>
  (
    [
      ['text', '$story.customer', { placeholder: '$story.customer' }],
      ['textarea', '$story.note', {}],
      ['number', '$story.age', { min: 0, unit: 'kg' }],
      ['money', '$story.total', {}],
      ['cpf', 'CPF', {}],
      ['cnpj', 'CNPJ', {}],
      ['phone', '$story.phone', {}],
      ['cep', 'CEP', {}],
      ['date', '$story.dueDate', {}],
      ['daterange', '$story.dueDate', {}],
      ['time', '$story.dueDate', {}],
      ['datetime', '$story.dueDate', {}],
      ['select', '$story.label', { options }],
      ['radio', '$story.label', { options }],
      ['combobox', '$story.label', { options }],
      ['choices', '$story.label', { options }],
      ['multiselect', '$story.label', { options }],
      ['checkboxes', '$story.label', { options }],
      ['switch', '$story.paid', {}],
      ['checkbox', '$story.paid', {}],
      ['slider', '$story.done', { unit: '%' }],
      ['tags', '$story.items', {}],
      ['color', '$story.label', {}],
      ['icon', '$story.label', {}],
    ] as const
  ).map(([control, label, own]) => ({
    props: { bind: `${under}.${control}`, control, label, ...own, ...further } as FieldProps,
  })) as unknown as [{ props: FieldProps }, ...{ props: FieldProps }[]];

const stories = widgetStories(definition, {
  samples: everyControl(),
  empty: { props: { bind: 'state.none.text', label: '$story.customer' } },
  document: {
    state: {
      none: { text: null },
      text: 'Vasconcelos',
      textarea: 'Entregar na portaria',
      number: 12,
      money: 1234.5,
      cpf: '12345678909',
      cnpj: '11222333000181',
      phone: '11987654321',
      cep: '01310100',
      date: '2026-03-05',
      daterange: { from: '2026-03-05', to: '2026-04-05' },
      time: '09:30',
      datetime: '2026-03-05T12:30:00Z',
      select: 'open',
      radio: 'paid',
      combobox: 'late',
      choices: ['open', 'late'],
      multiselect: ['open', 'late'],
      checkboxes: ['paid'],
      switch: true,
      checkbox: true,
      slider: 40,
      tags: ['Norte', 'Sul'],
      color: '#4F3277',
      icon: { icon: 'calendar', color: '#4F3277' },
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
  props: { bind: 'state.none.text', label: '$story.customer', required: true, error: '$story.late' },
  see: '$story.late',
});
export const Disabled = stories.other({ samples: everyControl({ disabled: true }) });
export const WithoutValues = stories.other({ samples: everyControl({}, 'state.none') });
export const WithErrors = stories.other({
  samples: everyControl({ required: true, error: '$story.late' }, 'state.none'),
});
