import type { JsonObject } from '../../contracts/json.ts';
import { dataset, language, view } from './view-parts.ts';

// A sample view: the companies, where they are, and how they became more.

const screen = 'basic-company';
const inState: JsonObject = {
  parameters: { state: { type: 'text', title: '$screens.company.state' } },
  where: { state: { $expr: 'params.state' } },
};
const query: JsonObject = { state: { $expr: 'state.filters.state' } };

export const companyDatasets: JsonObject[] = [
  dataset('companies-total', 'Empresas', screen, {
    from: 'company',
    ...inState,
    measures: {
      companies: { count: true },
      active: { count: true, where: { isActive: true } },
      states: { distinct: 'state' },
    },
  }),
  dataset('companies-by-state', 'Empresas por estado', screen, {
    from: 'company',
    group: [{ id: 'state', field: 'state' }],
    measures: { companies: { count: true } },
    order: ['companies_desc'],
  }),
  dataset('companies-by-month', 'Cadastros de empresas por mês', screen, {
    from: 'company',
    parameters: {
      ...(inState['parameters'] as JsonObject),
      period: { type: 'period', default: 'last-12-months' },
    },
    where: { ...(inState['where'] as JsonObject), createdAt: { within: { $expr: 'params.period' } } },
    group: [{ id: 'month', field: 'createdAt', bucket: 'month', fill: true }],
    measures: { companies: { count: true }, total: { running: { of: 'companies', along: 'month' } } },
    order: ['month'],
  }),
  dataset('companies-active', 'Empresas ativas e inativas', screen, {
    from: 'company',
    ...inState,
    group: [{ id: 'active', field: 'isActive' }],
    measures: { companies: { count: true } },
    order: ['active_desc'],
  }),
];

export const companyView: JsonObject = view(6, {
  menu: { group: '$menu.basic', icon: 'chart-multiple' },
  state: { filters: { state: '' }, list: { perPage: 20 } },
  query: { state: 'state.filters.state' },
  sources: {
    total: { dataset: 'companies-total', query },
    states: { dataset: 'companies-by-state' },
    months: { dataset: 'companies-by-month', query },
    active: { dataset: 'companies-active', query },
    companies: {
      entity: 'company',
      list: 'state.list',
      query: { state: { $expr: 'state.filters.state' } },
      on: ['entity:company'],
    },
  },
  body: [
    {
      id: 'total',
      type: 'stat',
      source: 'total',
      at: { x: 0, y: 0, w: 4, h: 2 },
      props: { label: '$companies', field: 'companies' },
    },
    {
      id: 'active',
      type: 'stat',
      source: 'total',
      at: { x: 4, y: 0, w: 4, h: 2 },
      props: { label: '$active', field: 'active' },
    },
    {
      id: 'news',
      type: 'stat',
      source: 'months',
      at: { x: 8, y: 0, w: 4, h: 2 },
      props: { label: '$news', field: 'companies', take: 'sum', trend: 'total' },
    },
    {
      id: 'map',
      type: 'tile-map',
      source: 'states',
      at: { x: 0, y: 2, w: 5, h: 9 },
      props: {
        title: '$byState',
        state: 'state',
        value: 'companies',
        valueLabel: '$companies',
        scale: 'even',
        bind: 'state.filters.state',
      },
    },
    {
      id: 'months',
      type: 'chart',
      source: 'months',
      at: { x: 5, y: 2, w: 7, h: 5 },
      props: {
        title: '$byMonth',
        category: 'month',
        unit: 'month',
        series: [
          { field: 'companies', label: '$monthly', kind: 'bar' },
          { field: 'total', label: '$running', kind: 'line' },
        ],
      },
    },
    {
      id: 'parts',
      type: 'pie',
      source: 'active',
      at: { x: 5, y: 7, w: 7, h: 4 },
      props: {
        title: '$parts',
        category: 'active',
        map: { true: '$yes', false: '$no' },
        value: 'companies',
        valueLabel: '$companies',
        total: '$companiesLow',
      },
    },
    {
      id: 'companies',
      type: 'table',
      source: 'companies',
      at: { x: 0, y: 11, w: 12, h: 9 },
      props: {
        columns: [
          { field: 'name', title: '$screens.company.name', role: 'title', sort: true },
          { field: 'tradeName', title: '$screens.company.tradeName', secondary: true },
          { field: 'cnpj', title: '$screens.company.cnpj', cell: 'cnpj' },
          { field: 'state', title: '$screens.company.state', secondary: true, width: 100 },
        ],
      },
      on: { rowPress: [{ navigate: '/basic-company/{row.id}' }] },
    },
  ],
  strings: language(
    {
      title: 'Presença por estado',
      companies: 'Empresas',
      companiesLow: 'empresas',
      active: 'Ativas',
      news: 'Cadastradas em 12 meses',
      byState: 'Onde estão as empresas',
      byMonth: 'Cadastros por mês',
      monthly: 'No mês',
      running: 'Acumulado',
      parts: 'Situação',
      yes: 'Ativas',
      no: 'Inativas',
    },
    {
      title: 'Presence by state',
      companies: 'Companies',
      companiesLow: 'companies',
      active: 'Active',
      news: 'New in 12 months',
      byState: 'Where the companies are',
      byMonth: 'New companies by month',
      monthly: 'In the month',
      running: 'Running total',
      parts: 'Status',
      yes: 'Active',
      no: 'Inactive',
    },
    {
      title: 'Presencia por estado',
      companies: 'Empresas',
      companiesLow: 'empresas',
      active: 'Activas',
      news: 'Altas en 12 meses',
      byState: 'Dónde están las empresas',
      byMonth: 'Altas por mes',
      monthly: 'En el mes',
      running: 'Acumulado',
      parts: 'Situación',
      yes: 'Activas',
      no: 'Inactivas',
    },
  ),
});
