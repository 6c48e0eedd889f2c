import type { Json, JsonObject } from '../../contracts/json.ts';
import { viewKey, viewPath } from '../../contracts/view.ts';

/** Texts of a sample document in the three languages. */
export const language = (pt: JsonObject, en: JsonObject, es: JsonObject): JsonObject => ({ pt, en, es });

/** Content that every sample view has; `n` is its number. */
export const view = (n: number, more: JsonObject): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: viewKey(n),
  path: viewPath(n),
  title: '$title',
  access: { screen: viewKey(n), verb: 'read' },
  breadcrumb: [{ name: '$title' }],
  header: [{ id: 'header', type: 'page-header', props: { title: '$title' } }],
  ...more,
});

/** A sample dataset over the records that a screen lists. */
export const dataset = (id: string, title: string, screen: string, more: JsonObject): JsonObject => ({
  kind: 'dataset',
  formatVersion: 2,
  id,
  title,
  access: { screen, verb: 'read' },
  ...more,
});

/** A bar with a filter for the period, which is never empty, and others. */
export const periodFilter = (...others: JsonObject[]): JsonObject => ({
  id: 'filters',
  type: 'filter-bar',
  props: {
    bind: 'state.filters',
    fold: true,
    remember: true,
    fields: [
      {
        field: 'period',
        control: 'select',
        label: '$period',
        span: 2,
        options: [
          { value: 'last-30-days', label: '$days30' },
          { value: 'last-90-days', label: '$days90' },
          { value: 'last-12-months', label: '$months12' },
        ],
      },
      ...others,
    ],
  },
});

/** The words of the filter for the period. */
export const periodTexts = language(
  {
    period: 'Período',
    days30: 'Últimos 30 dias',
    days90: 'Últimos 90 dias',
    months12: 'Últimos 12 meses',
    than: 'vs. período anterior',
  },
  {
    period: 'Period',
    days30: 'Last 30 days',
    days90: 'Last 90 days',
    months12: 'Last 12 months',
    than: 'vs. previous period',
  },
  {
    period: 'Período',
    days30: 'Últimos 30 días',
    days90: 'Últimos 90 días',
    months12: 'Últimos 12 meses',
    than: 'vs. período anterior',
  },
);

/** Joins the texts of a view with those of the filter for the period. */
export function withPeriodTexts(strings: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(strings).map(([lang, texts]): [string, Json] => [
      lang,
      { ...(periodTexts[lang] as JsonObject), ...(texts as JsonObject) },
    ]),
  );
}

/** The period that is chosen, for the query of a source. */
export const chosenPeriod: JsonObject = { period: { $expr: 'state.filters.period' } };

/** The parameter of a period, and the condition that a time lies in it. */
export const within = (field: string): JsonObject => ({
  parameters: { period: { type: 'period', default: 'last-90-days' } },
  where: { [field]: { within: { $expr: 'params.period' } } },
});
