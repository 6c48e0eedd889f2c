import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stages = [
  { id: 1, stage: 'Visita', people: 12_480 },
  { id: 2, stage: 'Cadastro', people: 5_312 },
  { id: 3, stage: 'Proposta enviada', people: 2_104 },
  { id: 4, stage: 'Negociação', people: 1_388 },
  { id: 5, stage: 'Contrato', people: 611 },
];
const props = { category: 'stage', value: 'people', valueLabel: '$story.people' };

const stories = widgetStories(definition, {
  samples: [
    { rows: stages, props: { ...props, title: '$story.title' } },
    // A stage may grow, and one may have no figure.
    {
      rows: [
        { stage: 'Aberto', people: 310 },
        { stage: 'Em separação', people: null },
        { stage: 'Reaberto', people: 340 },
        { stage: 'Entregue', people: 280 },
      ],
      props: { ...props, title: '$story.orders', height: 160 },
    },
    {
      rows: [{ stage: 'Única', people: 88_000 }],
      props: { ...props, title: '$story.revenue', format: 'money', height: 80 },
    },
  ],
  dense: [
    {
      rows: Array.from({ length: 20 }, (_, at) => ({ stage: `Etapa ${at + 1}`, people: 9000 - at * 430 })),
      props: { ...props, title: '$story.title', height: 480 },
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
export const Shapes = stories.shapes();
