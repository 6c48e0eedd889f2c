import type { FigureFormat, FigureSettings, Translate } from '../../src/engine/react/index.ts';
import type { ChartTableData } from '../../src/ui/index.ts';
import type { ChartModel, ModelSeries } from './chart-model.ts';

/** Series that the summary names; more would be a table read aloud. */
const maxSaid = 4;

interface Words {
  t: Translate;
  format: FigureFormat;
  settingsOf(series: ModelSeries): FigureSettings;
}

interface Extremes {
  first: number;
  last: number;
  highest: number;
  lowest: number;
  total: number;
}

/** Indexes of the values that a summary names; null without a value. */
function extremesOf({ values }: ModelSeries): Extremes | null {
  let found: Extremes | null = null;
  values.forEach((value, index) => {
    if (value === null) return;
    found ??= { first: index, last: index, highest: index, lowest: index, total: 0 };
    found.last = index;
    found.total += value;
    if (value > values[found.highest]!) found.highest = index;
    if (value < values[found.lowest]!) found.lowest = index;
  });
  return found;
}

/** Summary of the chart, a sentence for each of its first series. */
export function summaryOf({ categories, series }: ChartModel, { t, format, settingsOf }: Words): string {
  const said = series.slice(0, maxSaid).flatMap((one) => {
    const extremes = extremesOf(one);
    if (!extremes) return [];
    const { first, last, highest, lowest, total } = extremes;
    const settings = settingsOf(one);
    const value = (index: number) => format.value(one.values[index] ?? null, settings);
    const at = (index: number) => categories[index]?.text ?? '';
    if (first === last)
      return t('charts.summary.one', { series: one.name, value: value(first), category: at(first) });
    const extremeTexts = {
      series: one.name,
      highest: value(highest),
      highestAt: at(highest),
      lowest: value(lowest),
      lowestAt: at(lowest),
    };
    // Shares and lines are not added up: their course says more than a sum.
    return one.kind === 'bar' && settings.format !== 'percent'
      ? t('charts.summary.series', { ...extremeTexts, total: format.value(total, settings) })
      : t('charts.summary.course', { ...extremeTexts, first: value(first), last: value(last) });
  });
  return said.length > 0 ? said.join(' ') : t('charts.summary.empty');
}

/** Sentence of one point when the keyboard reaches it. */
export function pointText(
  { categories, series }: ChartModel,
  at: { series: number; index: number },
  { t, format, settingsOf }: Words,
): string {
  const one = series[at.series]!;
  const value = one.values[at.index] ?? null;
  const values = {
    category: categories[at.index]?.text ?? '',
    series: one.name,
    value: value === null ? t('charts.noValue') : format.value(value, settingsOf(one)),
    index: format.count(at.index + 1),
    count: format.count(categories.length),
  };
  return series.length > 1 ? t('charts.point', values) : t('charts.lonePoint', values);
}

/** The same values as a table. */
export function tableOf(
  { categories, series }: ChartModel,
  category: string,
  { format, settingsOf }: Omit<Words, 't'>,
): ChartTableData {
  const settings = series.map(settingsOf);
  const valueAt = (one: ModelSeries, row: number) => one.values[row] ?? null;
  return {
    columns: [{ name: category, isFigure: false }, ...series.map(({ name }) => ({ name, isFigure: true }))],
    count: categories.length,
    texts: (row) => [
      categories[row]!.text,
      ...series.map((one, index) => format.value(valueAt(one, row), settings[index]!)),
    ],
    // Spreadsheets sort and group dates, which the names of periods are not.
    values: (row) => [
      categories[row]!.time === null ? categories[row]!.text : String(categories[row]!.raw),
      ...series.map((one) => valueAt(one, row)),
    ],
  };
}
