// Measures saving, publishing and loading a view of many widgets on PostgreSQL, through the real server, against bare Fastify
// and bare pg with the same document, one call after the other: `node tests/bench/views.mjs [runs] [widgets,widgets]`.
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openApi } from './lib/api.mjs';
import { openBenchDatabase, startTwin } from './lib/load.mjs';
import { createSampleView } from './lib/sample-view.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 15);
const sizes = (process.argv[3] ?? '10,500').split(',').map(Number);

await buildApart();
const database = await openBenchDatabase();
let server, twin;
try {
  const limits = { RATE_LIMIT_PERSON: '1000000', RATE_LIMIT_ADDRESS: '1000000' };
  server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'error', ...limits });
  twin = await startTwin('views-twin.mjs', database.url);
  const call = await openApi(server.url, 'admin');
  const lines = [];
  for (const size of sizes) lines.push(...(await compare(call, size)));
  printTable(
    ['widgets', 'call', 'Molde: p50 / worst ms', 'by hand: p50 / worst ms', 'Molde / by hand', 'runs'],
    lines,
  );
} finally {
  twin?.stop();
  await server?.stop();
  await database.close();
}

async function compare(call, size) {
  const { dashId, draft } = await createSampleView(call, size);
  const sides = { ours: ourSide(call, dashId, draft), plain: await plainSide(dashId, draft.definition) };
  const steps = Object.keys(sides.ours);
  const found = Object.fromEntries(steps.map((step) => [step, { ours: [], plain: [] }]));
  // The first runs of both are not counted: their code is compiled then.
  for (let run = -3; run < runs; run += 1) {
    const order = run % 2 === 0 ? ['ours', 'plain'] : ['plain', 'ours'];
    for (const side of order) {
      for (const step of steps) {
        const started = performance.now();
        await sides[side][step](run);
        if (run >= 0) found[step][side].push(performance.now() - started);
      }
    }
  }
  const cell = (times) => `${median(times).toFixed(1)} / ${Math.max(...times).toFixed(1)}`;
  return steps.map((step) => {
    const { ours, plain } = found[step];
    return [size, step, cell(ours), cell(plain), (median(ours) / median(plain)).toFixed(2), runs];
  });
}

/** A change of one widget, a publication, and the ways in which editor and readers load the view. */
function ourSide(call, dashId, draft) {
  const path = `/adm/v2/dash/${dashId}/draft`;
  let { definition, version } = draft;
  return {
    'save one change': async (run) => {
      definition = changed(definition, run);
      ({ definition, version } = await call('PUT', path, { definition, version }));
    },
    publish: (run) => call('POST', `/adm/v2/dash/pub/${dashId}`, { comment: `<p>Publicação ${run}</p>` }),
    'load for its editor': async () => {
      ({ definition, version } = await call('GET', path));
    },
    'first load by a reader': () => call('GET', `/handler/v2/dash/load/${dashId}`),
    'load by a reader again': () => call('GET', `/handler/v2/dash/load/${dashId}`),
  };
}

async function plainSide(id, first) {
  const send = async (method, path, body) => {
    const reply = await fetch(twin.url + path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()).data;
  };
  let { definition, version } = await send('PUT', `/view/${id}`, { definition: first, version: 0 });
  const load = () => send('GET', `/view/${id}`);
  return {
    'save one change': async (run) => {
      definition = changed(definition, run);
      ({ definition, version } = await send('PUT', `/view/${id}`, { definition, version }));
    },
    publish: (run) => send('POST', `/view/${id}/publish`, { comment: `Publicação ${run}` }),
    'load for its editor': async () => {
      ({ definition, version } = await send('GET', `/view/${id}?draft=1`));
    },
    'first load by a reader': load,
    'load by a reader again': load,
  };
}

function changed(definition, run) {
  const [first, ...others] = definition.body;
  return {
    ...definition,
    body: [{ ...first, props: { ...first.props, label: `Indicador, vez ${run}` } }, ...others],
  };
}
