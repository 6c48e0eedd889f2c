import type { JsonObject } from '../../../../contracts/json.ts';
import {
  countingDataset,
  datasetId,
  groupBy,
  recordsTable,
  titleOf,
  valueTexts,
  type Draft,
  type Subject,
} from './subject.ts';

const strings = {
  pt: { total: 'Total', byMonth: 'Cadastros por mês', yes: 'Sim', no: 'Não' },
  en: { total: 'Total', byMonth: 'New records by month', yes: 'Yes', no: 'No' },
  es: { total: 'Total', byMonth: 'Altas por mes', yes: 'Sí', no: 'No' },
};

/** The number of the records, a chart by a field of few values (else by month), and the records themselves. */
export function overview(dashId: number, subject: Subject): Draft {
  const { title, time } = subject;
  const grouping = subject.groupings[0];
  const table = recordsTable(dashId, subject);
  const byMonth: JsonObject = {
    group: [{ id: 'group', field: time, bucket: 'month', fill: true }],
    order: ['group'],
    parameters: { period: { type: 'period', default: 'last-12-months' } },
    where: { [time]: { within: { $expr: 'params.period' } } },
  };
  const chart: JsonObject = grouping
    ? { title: titleOf(grouping), horizontal: true, ...valueTexts(grouping) }
    : { title: '$byMonth', unit: 'month' };
  return {
    datasets: [
      countingDataset(dashId, 'total', subject, {}),
      countingDataset(
        dashId,
        'groups',
        subject,
        grouping ? { group: [groupBy('group', grouping)], order: ['records_desc'] } : byMonth,
      ),
      ...table.datasets,
    ],
    content: {
      state: { list: {} },
      sources: {
        total: { dataset: datasetId(dashId, 'total') },
        groups: { dataset: datasetId(dashId, 'groups') },
        records: table.source,
      },
      body: [
        {
          id: 'total',
          type: 'stat',
          source: 'total',
          at: { x: 0, y: 0, w: 3, h: 6 },
          props: { label: title, field: 'records' },
        },
        {
          id: 'groups',
          type: 'chart',
          source: 'groups',
          at: { x: 3, y: 0, w: 9, h: 6 },
          props: {
            ...chart,
            category: 'group',
            series: [{ field: 'records', label: '$total', kind: grouping ? 'bar' : 'area' }],
          },
        },
        {
          id: 'records',
          type: 'table',
          source: 'records',
          at: { x: 0, y: 6, w: 12, h: 9 },
          props: table.props,
        },
      ],
      strings: structuredClone(strings),
    },
  };
}
