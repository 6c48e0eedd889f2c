import type { JsonObject } from '../../contracts/json.ts';
import { chosenPeriod, dataset, language, periodFilter, view, withPeriodTexts } from './view-parts.ts';

// A sample view: what was changed, by whom, as the audit has it.

const screen = 'admin-audit';
/** Sign-ins have a view of their own. */
const changes: JsonObject = {
  all: [
    { at: { within: { $expr: 'params.period' } } },
    { not: { record: 'session' } },
    { action: { $expr: 'params.action' } },
  ],
};
const parameters: JsonObject = {
  period: { type: 'period', default: 'last-12-months' },
  action: { type: 'text', title: '$screens.audit.action' },
};
const query: JsonObject = { ...chosenPeriod, action: { $expr: 'state.filters.action' } };

export const changeDatasets: JsonObject[] = [
  dataset('changes-total', 'Mudanças no período', screen, {
    from: 'audit',
    parameters,
    where: changes,
    measures: {
      changes: { count: true },
      changesBefore: { previous: { of: 'changes', by: 'period' } },
      people: { distinct: 'user' },
      peopleBefore: { previous: { of: 'people', by: 'period' } },
      records: { distinct: 'recordId' },
      recordsBefore: { previous: { of: 'records', by: 'period' } },
    },
  }),
  dataset('changes-by-month', 'Mudanças por mês', screen, {
    from: 'audit',
    parameters,
    where: changes,
    group: [{ id: 'month', field: 'at', bucket: 'month', fill: true }],
    measures: {
      created: { count: true, where: { action: 'create' } },
      updated: { count: true, where: { action: 'update' } },
      others: { count: true, where: { not: { action: { in: ['create', 'update'] } } } },
    },
    order: ['month'],
  }),
  dataset('changes-by-record', 'Mudanças por tipo de registro', screen, {
    from: 'audit',
    parameters,
    where: changes,
    group: [{ id: 'record', field: 'record', top: { n: 5, by: 'changes' } }],
    measures: { changes: { count: true } },
    order: ['changes_desc'],
  }),
  dataset('changes-by-person', 'Mudanças por pessoa', screen, {
    from: 'audit',
    parameters,
    where: changes,
    group: [{ id: 'person', field: 'userName', top: { n: 6, by: 'changes' } }],
    measures: { changes: { count: true } },
    order: ['changes_desc'],
  }),
  dataset('latest-changes', 'Últimas mudanças', screen, {
    from: 'audit',
    parameters,
    where: changes,
    fields: { at: 'at', person: 'userName', action: 'action', record: 'record', key: 'recordId' },
    order: ['at_desc'],
    limit: 100,
  }),
];

const records: JsonObject = {
  user: '$screens.users.person',
  company: '$screens.company.one',
  definition: '$audit.entities.definition',
  'access-group': '$audit.entities.access-group',
  appearance: '$audit.entities.appearance',
};
const actions: JsonObject = {
  create: '$audit.actions.create',
  update: '$audit.actions.update',
  delete: '$audit.actions.delete',
  publish: '$audit.actions.publish',
};

export const changeView: JsonObject = view(5, {
  menu: { group: '$menu.security', icon: 'history' },
  state: { filters: { period: 'last-12-months', action: '' } },
  query: { period: 'state.filters.period', action: 'state.filters.action' },
  sources: {
    total: { dataset: 'changes-total', query },
    months: { dataset: 'changes-by-month', query },
    records: { dataset: 'changes-by-record', query },
    persons: { dataset: 'changes-by-person', query },
    latest: { dataset: 'latest-changes', query },
  },
  filters: [
    periodFilter({
      field: 'action',
      control: 'select',
      label: '$audit.columns.action',
      options: [
        { value: '', label: '$all' },
        ...Object.entries(actions).map(([value, label]) => ({ value, label })),
      ],
    }),
  ],
  body: [
    {
      id: 'changes',
      type: 'stat',
      source: 'total',
      at: { x: 0, y: 0, w: 4, h: 2 },
      props: {
        label: '$changes',
        field: 'changes',
        previousField: 'changesBefore',
        comparison: '$than',
        good: 'none',
      },
    },
    {
      id: 'people',
      type: 'stat',
      source: 'total',
      at: { x: 4, y: 0, w: 4, h: 2 },
      props: {
        label: '$people',
        field: 'people',
        previousField: 'peopleBefore',
        comparison: '$than',
        good: 'none',
      },
    },
    {
      id: 'touched',
      type: 'stat',
      source: 'total',
      at: { x: 8, y: 0, w: 4, h: 2 },
      props: {
        label: '$touched',
        field: 'records',
        previousField: 'recordsBefore',
        comparison: '$than',
        good: 'none',
      },
    },
    {
      id: 'months',
      type: 'chart',
      source: 'months',
      at: { x: 0, y: 2, w: 8, h: 6 },
      props: {
        title: '$byMonth',
        category: 'month',
        unit: 'month',
        stacked: true,
        series: [
          { field: 'created', label: '$audit.actions.create', kind: 'bar' },
          { field: 'updated', label: '$audit.actions.update', kind: 'bar' },
          { field: 'others', label: '$others', kind: 'bar' },
        ],
      },
    },
    {
      id: 'records',
      type: 'pie',
      source: 'records',
      at: { x: 8, y: 2, w: 4, h: 6 },
      props: {
        title: '$byRecord',
        category: 'record',
        map: records,
        value: 'changes',
        valueLabel: '$changes',
        total: '$changesLow',
      },
    },
    {
      id: 'latest',
      type: 'table',
      source: 'latest',
      at: { x: 0, y: 8, w: 8, h: 7 },
      props: {
        paging: 'none',
        columns: [
          { field: 'at', title: '$audit.columns.at', cell: 'datetime', width: 160 },
          { field: 'person', title: '$audit.columns.user', role: 'title' },
          { field: 'action', title: '$audit.columns.action', secondary: true, map: actions },
          { field: 'record', title: '$audit.columns.entity', secondary: true, map: records },
        ],
      },
    },
    {
      id: 'persons',
      type: 'chart',
      source: 'persons',
      at: { x: 8, y: 8, w: 4, h: 7 },
      props: {
        title: '$byPerson',
        category: 'person',
        horizontal: true,
        series: [{ field: 'changes', label: '$changes', kind: 'bar' }],
      },
    },
  ],
  strings: withPeriodTexts(
    language(
      {
        title: 'Mudanças nos registros',
        all: 'Todas',
        changes: 'Mudanças',
        changesLow: 'mudanças',
        people: 'Pessoas que mudaram algo',
        touched: 'Registros mudados',
        others: 'Outras',
        byMonth: 'Mudanças por mês',
        byRecord: 'Por tipo de registro',
        byPerson: 'Por pessoa',
      },
      {
        title: 'Changes of records',
        all: 'All',
        changes: 'Changes',
        changesLow: 'changes',
        people: 'People who changed something',
        touched: 'Records changed',
        others: 'Others',
        byMonth: 'Changes by month',
        byRecord: 'By kind of record',
        byPerson: 'By person',
      },
      {
        title: 'Cambios en los registros',
        all: 'Todas',
        changes: 'Cambios',
        changesLow: 'cambios',
        people: 'Personas que cambiaron algo',
        touched: 'Registros cambiados',
        others: 'Otras',
        byMonth: 'Cambios por mes',
        byRecord: 'Por tipo de registro',
        byPerson: 'Por persona',
      },
    ),
  ),
});
