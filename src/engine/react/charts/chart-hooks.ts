import { useCallback, useMemo } from 'react';
import type { ChartTexts, FieldProblem } from '../../../ui/index.ts';
import type { FigureFormat, PeriodUnit } from '../figure-format.ts';
import { useText } from '../hooks.ts';

/** The texts that every chart has. */
export function useChartTexts(selectable: boolean, format: FigureFormat): ChartTexts {
  const t = useText();
  return useMemo(
    () => ({
      role: t('charts.role'),
      keys: t(selectable ? 'charts.keysSelect' : 'charts.keys'),
      menu: t('charts.menu'),
      showTable: t('charts.table'),
      showChart: t('charts.chart'),
      tableCut: (shown, total) =>
        t('charts.tableCut', { shown: format.count(shown), total: format.count(total) }),
    }),
    [t, selectable, format],
  );
}

type CategoryTexts = Readonly<Record<string, string>>;

/** Names values of categories: by the given texts, by those of their dataset, as a period, or as they are. */
export function useCategoryNames(
  format: FigureFormat,
): (
  value: unknown,
  unit: PeriodUnit | undefined,
  map: CategoryTexts | undefined,
  values?: CategoryTexts,
) => string {
  const t = useText();
  return useCallback(
    (value, unit, map, values) => {
      if (value === null || value === undefined || value === '') return t('charts.blank');
      const key =
        typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
      if (map && Object.hasOwn(map, key)) return map[key] ?? key;
      if (values && Object.hasOwn(values, key)) return values[key]!;
      if (unit) return format.period(value, unit);
      return typeof value === 'number' ? format.count(value) : key;
    },
    [t, format],
  );
}

/** Names the values of one category. @param values texts of its dataset */
export function useCategoryName(
  unit: PeriodUnit | undefined,
  map: CategoryTexts | undefined,
  format: FigureFormat,
  values: CategoryTexts | undefined,
): (value: unknown) => string {
  const nameOf = useCategoryNames(format);
  return useCallback((value) => nameOf(value, unit, map, values), [nameOf, unit, map, values]);
}

/** Why a chart is not drawn. */
export type ChartProblem =
  { kind: FieldProblem; field: string } | { kind: 'bars' | 'points'; count: number; limit: number };

/** Says why a chart is not drawn. */
export function useProblemText(format: FigureFormat): (problem: ChartProblem) => string {
  const t = useText();
  return useCallback(
    (problem) => {
      if ('field' in problem) return t(`charts.problem.${problem.kind}`, { field: problem.field });
      const { kind, count, limit } = problem;
      const numbers = { count: format.count(count), limit: format.count(limit) };
      return kind === 'bars' ? t('charts.tooMany.bars', numbers) : t('charts.tooMany.points', numbers);
    },
    [t, format],
  );
}
