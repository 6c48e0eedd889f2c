// The reference of views.mjs: bare Fastify and bare pg, which keep documents with their versions. It has no sessions,
// permissions, row policies, checks of documents, merges, events and audit.
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(`
  create table if not exists bench_view (
    id int primary key, version int not null, draft jsonb not null, published jsonb, published_version int
  );
  create table if not exists bench_view_version (
    view_id int, version int, definition jsonb not null, comment text, at timestamptz default now(), primary key (view_id, version)
  )`);

async function transaction(work) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work((text, values) => client.query(text, values));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const app = Fastify({ bodyLimit: 10_000_000 });
app.get('/', async () => ({}));
app.put('/view/:id', ({ params, body: { definition, version } }) =>
  transaction(async (query) => {
    const { rows } = await query(
      `insert into bench_view (id, version, draft) values ($1, 1, $2)
       on conflict (id) do update set draft = excluded.draft, version = bench_view.version + 1 where bench_view.version = $3
       returning version, draft`,
      [params.id, JSON.stringify(definition), version],
    );
    if (!rows[0]) throw new Error('changed meanwhile');
    return { data: { version: rows[0].version, definition: rows[0].draft } };
  }),
);
app.post('/view/:id/publish', ({ params, body: { comment } }) =>
  transaction(async (query) => {
    const { rows } = await query(
      `update bench_view set published = draft, published_version = version, version = version + 1 where id = $1
       returning published_version, version`,
      [params.id],
    );
    await query(
      `insert into bench_view_version (view_id, version, definition, comment)
       select id, published_version, published, $2 from bench_view where id = $1`,
      [params.id, comment],
    );
    return { data: { publishedVersion: rows[0].published_version, version: rows[0].version } };
  }),
);
app.get('/view/:id', async ({ params, query }) => {
  const column = query.draft === undefined ? 'published' : 'draft';
  const { rows } = await pool.query(`select ${column} as definition, version from bench_view where id = $1`, [
    params.id,
  ]);
  return { data: rows[0] };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => app.close().then(() => pool.end()));
