import type { Transaction } from 'kysely';
import type { JsonObject } from '../../contracts/json.ts';
import { stampVersions } from '../../engine/core/index.ts';
import type { Tables } from '../../server/db/tables.ts';
import { registry, release, titlesOf } from '../../server/domains/definitions/index.ts';
import { changeDatasets, changeView } from './view-changes.ts';
import { companyDatasets, companyView } from './view-companies.ts';
import { language, view } from './view-parts.ts';
import { signInDatasets, signInView } from './view-sign-ins.ts';

const datasets: JsonObject[] = [
  {
    kind: 'dataset',
    formatVersion: 2,
    id: 'people-count',
    title: 'Pessoas cadastradas',
    access: { screen: 'admin-user', verb: 'read' },
    from: 'user',
    parameters: { units: { type: 'values', field: 'uo' } },
    where: { uo: { in: { $expr: 'params.units' } } },
    measures: { people: { count: true }, managed: { count: 'user~manager' } },
  },
  {
    kind: 'dataset',
    formatVersion: 2,
    id: 'people-by-unit',
    title: 'Pessoas por unidade',
    access: { screen: 'admin-user', verb: 'read' },
    from: 'user',
    group: [{ id: 'unit', field: 'uo', top: { n: 10, by: 'people' } }],
    measures: { people: { count: true } },
    order: ['people_desc'],
  },
  {
    kind: 'dataset',
    formatVersion: 2,
    id: 'people-by-month',
    title: 'Cadastros por mês',
    access: { screen: 'admin-user', verb: 'read' },
    from: 'user',
    parameters: { period: { type: 'period', default: 'last-12-months' } },
    where: { createdAt: { within: { $expr: 'params.period' } } },
    group: [{ id: 'month', field: 'createdAt', bucket: 'month', fill: true }],
    measures: { people: { count: true } },
    order: ['month'],
  },
  {
    kind: 'dataset',
    formatVersion: 2,
    id: 'people-of-unit',
    title: 'Pessoas de uma unidade',
    access: { screen: 'admin-user', verb: 'read' },
    from: 'user',
    parameters: { units: { type: 'values', field: 'uo' } },
    where: { uo: { in: { $expr: 'params.units' } } },
    fields: { name: 'name', email: 'email' },
    order: ['name'],
  },
];

const views: JsonObject[] = [
  view(1, {
    menu: { group: '$menu.security', icon: 'people' },
    state: { filters: { unit: '' } },
    query: { unit: 'state.filters.unit' },
    sources: {
      count: { dataset: 'people-count', query: { units: { $expr: 'state.filters.unit' } } },
      units: { dataset: 'people-by-unit' },
      months: { dataset: 'people-by-month' },
      people: {
        dataset: 'people-of-unit',
        query: { units: { $expr: 'state.filters.unit' } },
        needs: ['state.filters.unit'],
      },
    },
    filters: [
      {
        id: 'filters',
        type: 'filter-bar',
        props: {
          bind: 'state.filters',
          fold: true,
          remember: true,
          notice: true,
          fields: [
            {
              field: 'unit',
              control: 'combobox',
              label: '$unit',
              span: 2,
              options: {
                get: '/adm/v2/msdd/adm/uo',
                rows: 'data.rows',
                search: 'title',
                value: 'id',
                label: 'title',
                one: { get: '/adm/v2/ent/organizational-unit/{value}', row: 'data' },
              },
            },
          ],
        },
      },
    ],
    body: [
      {
        id: 'total',
        type: 'stat',
        source: 'count',
        at: { x: 0, y: 0, w: 3, h: 2 },
        props: { label: '$total', field: 'people' },
      },
      {
        id: 'managed',
        type: 'stat',
        source: 'count',
        at: { x: 3, y: 0, w: 3, h: 2 },
        props: { label: '$managed', field: 'managed' },
      },
      {
        id: 'news',
        type: 'stat',
        source: 'months',
        at: { x: 6, y: 0, w: 6, h: 2 },
        props: { label: '$news', field: 'people', take: 'last', trend: 'people' },
      },
      {
        id: 'byUnit',
        type: 'chart',
        source: 'units',
        at: { x: 0, y: 2, w: 6, h: 7 },
        props: {
          title: '$byUnit',
          category: 'unit',
          horizontal: true,
          series: [{ field: 'people', label: '$people', kind: 'bar' }],
        },
        on: { select: [{ set: { 'state.filters.unit': { $expr: 'row.unitId' } } }] },
      },
      {
        id: 'byMonth',
        type: 'chart',
        source: 'months',
        at: { x: 6, y: 2, w: 6, h: 7 },
        props: {
          title: '$byMonth',
          category: 'month',
          unit: 'month',
          series: [{ field: 'people', label: '$people', kind: 'area' }],
        },
      },
      {
        id: 'list',
        type: 'table',
        source: 'people',
        at: { x: 0, y: 9, w: 12, h: 8 },
        props: {
          columns: [
            { field: 'name', title: '$fields.name', cell: 'avatar', role: 'title' },
            { field: 'email', title: '$fields.email', secondary: true, minWidth: 260 },
          ],
        },
      },
    ],
    strings: language(
      {
        title: 'Pessoas por unidade',
        unit: 'Unidade',
        people: 'Pessoas',
        total: 'Pessoas',
        managed: 'Com gestor',
        news: 'Cadastros neste mês',
        byUnit: 'Pessoas em cada unidade',
        byMonth: 'Cadastros por mês',
      },
      {
        title: 'People by unit',
        unit: 'Unit',
        people: 'People',
        total: 'People',
        managed: 'With a manager',
        news: 'New this month',
        byUnit: 'People in each unit',
        byMonth: 'New people by month',
      },
      {
        title: 'Personas por unidad',
        unit: 'Unidad',
        people: 'Personas',
        total: 'Personas',
        managed: 'Con gestor',
        news: 'Altas de este mes',
        byUnit: 'Personas en cada unidad',
        byMonth: 'Altas por mes',
      },
    ),
  }),
  view(2, {
    menu: { group: '$menu.basic', icon: 'building' },
    'x-layoutType': 'U',
    sources: { companies: { entity: 'company', list: 'state.list', on: ['entity:company'] } },
    body: [
      {
        id: 'companies',
        type: 'table',
        source: 'companies',
        at: { x: 0, y: 0, w: 12, h: 10 },
        props: {
          columns: [
            { field: 'name', title: '$screens.company.name', role: 'title', sort: true },
            { field: 'cnpj', title: '$screens.company.cnpj', cell: 'cnpj' },
            { field: 'parent.name', title: '$screens.company.parent', secondary: true },
          ],
        },
      },
    ],
    strings: language(
      { title: 'Matriz e filiais' },
      { title: 'Head office and branches' },
      { title: 'Matriz y sucursales' },
    ),
  }),
  view(3, {
    menu: { group: '$menu.security', icon: 'history' },
    sources: {
      entries: {
        get: '/adm/v2/audit',
        rows: 'data.rows',
        total: 'data.totalRows',
        list: 'state.list',
        every: 60,
      },
    },
    state: { list: { perPage: 20 } },
    body: [
      {
        id: 'entries',
        type: 'table',
        source: 'entries',
        at: { x: 0, y: 0, w: 12, h: 12 },
        props: {
          columns: [
            { field: 'at', title: '$when', cell: 'datetime', width: 170 },
            { field: 'userName', title: '$who', role: 'title' },
            { field: 'actionTitle', title: '$what', secondary: true },
            { field: 'recordTitle', title: '$which', secondary: true },
          ],
        },
      },
    ],
    strings: language(
      { title: 'Últimos acessos e mudanças', when: 'Quando', who: 'Quem', what: 'O quê', which: 'Registro' },
      { title: 'Latest sign-ins and changes', when: 'When', who: 'Who', what: 'What', which: 'Record' },
      { title: 'Últimos accesos y cambios', when: 'Cuándo', who: 'Quién', what: 'Qué', which: 'Registro' },
    ),
  }),
];

/** The sample views, and the datasets that they show. */
export const demoDefinitions: readonly JsonObject[] = [
  ...datasets,
  ...signInDatasets,
  ...changeDatasets,
  ...companyDatasets,
  ...views,
  signInView,
  changeView,
  companyView,
];

/** Stores the sample views as published, with their first version in the history. */
export async function seedViews(db: Transaction<Tables>, tenantId: number, adminId: number): Promise<void> {
  const documents = demoDefinitions.map((document) => stampVersions(document, registry));
  await db
    .insertInto('definition')
    .values(
      documents.map(({ kind, id }) => ({
        tenant_id: tenantId,
        kind: kind as 'dashboard',
        id: String(id),
        last_version: 1,
        published_version: 1,
      })),
    )
    .execute();
  await db
    .insertInto('definition_version')
    .values(
      documents.map((document) => ({
        tenant_id: tenantId,
        kind: document['kind'] as 'dashboard',
        id: String(document['id']),
        version: 1,
        document: JSON.stringify(document),
        path: typeof document['path'] === 'string' ? document['path'] : null,
        titles: JSON.stringify(titlesOf(document)),
        checked_by: release,
        saved_by: adminId,
        published_by: adminId,
        published_at: new Date(),
        comment: '<p>Exemplo do produto</p>',
      })),
    )
    .execute();
  await db.insertInto('definition_generation').values({ tenant_id: tenantId }).execute();
}
