import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const regions = ['Sudeste', 'Sul', 'Nordeste', 'Centro-Oeste', 'Norte'];
const byRegion = Array.from({ length: 24 }, (_, at) => ({
  id: at,
  company: `Empresa ${String.fromCodePoint(65 + at)}`,
  region: regions[(at * 3) % 5] ?? null,
  revenue: Math.round(90_000 / (at + 1) + ((at * 811) % 3000)),
}));
const props = {
  category: 'company',
  value: 'revenue',
  valueLabel: '$story.revenue',
  format: 'money',
} as const;

const stories = widgetStories(definition, {
  samples: [
    {
      rows: byRegion,
      props: {
        ...props,
        title: '$story.revenue',
        groupBy: 'region',
        groupLabel: '$story.city',
        categoryLabel: '$story.customer',
      },
    },
    { rows: byRegion.slice(0, 9), props: { ...props, title: '$story.customer', height: 200 } },
    // More groups than colours.
    {
      rows: Array.from({ length: 27 }, (_, at) => ({
        company: `C${at}`,
        revenue: 27 - at,
        uf: `UF${at % 9}`,
      })),
      props: { category: 'company', value: 'revenue', groupBy: 'uf', title: '$story.title' },
    },
  ],
  dense: [
    {
      rows: Array.from({ length: 1500 }, (_, at) => ({
        company: `Empresa ${at + 1}`,
        region: regions[at % 5] ?? null,
        revenue: 5000 / (at + 3) + 4,
      })),
      props: { ...props, title: '$story.customer', groupBy: 'region' },
    },
  ],
  document: { state: { perPage: 5_000 } },
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
