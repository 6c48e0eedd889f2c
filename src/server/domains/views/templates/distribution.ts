import type { JsonObject } from '../../../../contracts/json.ts';
import {
  countingDataset,
  datasetId,
  groupBy,
  titleOf,
  valueTexts,
  type Draft,
  type NamedField,
  type Subject,
} from './subject.ts';

const strings = {
  pt: { yes: 'Sim', no: 'Não', all: 'Todos', across: 'Cruzamento', month: 'Mês', records: 'Registros' },
  en: { yes: 'Yes', no: 'No', all: 'All', across: 'Side by side', month: 'Month', records: 'Records' },
  es: { yes: 'Sí', no: 'No', all: 'Todos', across: 'Cruce', month: 'Mes', records: 'Registros' },
};

/** View of how records are made up: the parts of one field, the ranking of another if there is one, and both in one table. */
export function distribution(dashId: number, subject: Subject): Draft {
  const { time, title } = subject;
  const [first, second] = subject.groupings as [NamedField, NamedField | undefined];
  const months: JsonObject = { id: 'across', field: time, bucket: 'month' };
  return {
    datasets: [
      countingDataset(dashId, 'total', subject, {}),
      countingDataset(dashId, 'parts', subject, { group: [groupBy('part', first)], order: ['records_desc'] }),
      ...(second
        ? [
            countingDataset(dashId, 'ranking', subject, {
              group: [groupBy('rank', second)],
              order: ['records_desc'],
            }),
          ]
        : []),
      countingDataset(dashId, 'across', subject, {
        group: [groupBy('part', first), second ? groupBy('across', second) : months],
        ...(second
          ? {}
          : {
              parameters: { period: { type: 'period', default: 'last-6-months' } },
              where: { [time]: { within: { $expr: 'params.period' } } },
            }),
        totals: [[], ['part'], ['across']],
      }),
    ],
    content: {
      sources: Object.fromEntries(
        ['total', 'parts', ...(second ? ['ranking'] : []), 'across'].map((name) => [
          name,
          { dataset: datasetId(dashId, name) },
        ]),
      ),
      body: [
        {
          id: 'total',
          type: 'stat',
          source: 'total',
          at: { x: 0, y: 0, w: 3, h: 6 },
          props: { label: title, field: 'records' },
        },
        {
          id: 'parts',
          type: 'pie',
          source: 'parts',
          at: { x: 3, y: 0, w: second ? 4 : 9, h: 6 },
          props: {
            title: titleOf(first),
            category: 'part',
            value: 'records',
            valueLabel: '$records',
            ...valueTexts(first),
          },
        },
        ...(second
          ? [
              {
                id: 'ranking',
                type: 'progress-list',
                source: 'ranking',
                at: { x: 7, y: 0, w: 5, h: 6 },
                props: {
                  title: titleOf(second),
                  category: 'rank',
                  value: 'records',
                  valueLabel: '$records',
                  ...valueTexts(second),
                },
              },
            ]
          : []),
        {
          id: 'across',
          type: 'pivot-table',
          source: 'across',
          at: { x: 0, y: 6, w: 12, h: 8 },
          props: {
            title: '$across',
            rows: [{ field: 'part', label: titleOf(first), ...valueTexts(first) }],
            columns: [
              second
                ? { field: 'across', label: titleOf(second), ...valueTexts(second) }
                : { field: 'across', label: '$month', unit: 'month' },
            ],
            measures: [{ field: 'records', label: '$records' }],
          },
        },
      ],
      strings: structuredClone(strings),
    },
  };
}
