/** Kinds of a sample view's widgets, which take turns: figure, chart, list and text. */
const kinds = [
  (at) => ({
    type: 'stat',
    source: 'signIns',
    props: { label: `Indicador ${at}`, field: 'accepted', take: 'sum' },
  }),
  (at) => ({
    type: 'chart',
    source: 'signIns',
    props: {
      title: `Gráfico ${at}`,
      category: 'day',
      series: [{ field: 'accepted', label: 'Entradas', kind: 'bar' }],
    },
  }),
  (at) => ({
    type: 'table',
    source: 'companies',
    props: {
      label: `Lista ${at}`,
      paging: 'none',
      columns: [
        { field: 'name', title: 'Nome' },
        { field: 'cnpj', title: 'CNPJ' },
      ],
    },
  }),
  (at) => ({ type: 'text', props: { text: `Texto ${at}` } }),
];

/** A view of many widgets over rows of the demo, three beside each other. */
export function sampleView(count) {
  return {
    kind: 'dashboard',
    formatVersion: 2,
    title: `Visão de ${count} componentes`,
    access: { screen: 'home', verb: 'read' },
    state: { list: { perPage: 10 } },
    sources: {
      signIns: { dataset: 'home-sign-ins' },
      companies: { entity: 'company', list: 'state.list' },
    },
    body: Array.from({ length: count }, (_, at) => ({
      id: `w${at}`,
      at: { x: (at % 3) * 4, y: Math.floor(at / 3) * 6, w: 4, h: 6 },
      ...kinds[at % kinds.length](at),
    })),
  };
}

/**
 * Creates a view of the tenant with these widgets as its draft.
 *
 * @param {(method: string, path: string, body?: object) => Promise<any>} call
 * @returns the number of the view, and its draft
 */
export async function createSampleView(call, count) {
  const { dashId } = await call('POST', '/adm/v2/dash', {
    title: `Bench ${count}`,
    layoutType: 'C',
    layout: [],
  });
  const path = `/adm/v2/dash/${dashId}/draft`;
  const { definition, version } = await call('GET', path);
  const { kind: _kind, access: _access, ...content } = sampleView(count);
  const draft = await call('PUT', path, { definition: { ...definition, ...content }, version });
  return { dashId, draft };
}
