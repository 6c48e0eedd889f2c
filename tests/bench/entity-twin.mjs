// The twin of entity.mjs: the routes of companies written by hand with Fastify and pg, with the same SQL, the same
// transaction and row policy, and the same cache of totals. It has no sessions, permissions, checks of input and hooks.
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import pg from 'pg';

pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, (text) => text);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c TimeZone=UTC' });
const orders = {
  name_asc: 't.name asc, t.id asc',
  updatedAt_desc: 't.updated_at desc, t.id desc',
};
const columns = `t.id, t.name, t.trade_name as "tradeName", t.cnpj, t.parent_id as "parentId", o.name as "parentName",
  t.email, t.phone, t.is_active as "isActive", t.version, t.created_at as "createdAt", t.created_by as "createdBy",
  t.updated_at as "updatedAt", t.updated_by as "updatedBy"`;
const parent = 'left join company o on o.tenant_id = t.tenant_id and o.id = t.parent_id';

const wire = ({ parentName, '#total': _total, ...row }) => ({
  ...row,
  parent: row.parentId === null ? null : { id: row.parentId, name: parentName },
});

/** Runs work in a transaction of the tenant, under its row policy. */
async function inTenant(tenant, work) {
  const client = await pool.connect();
  try {
    await client.query(
      `begin read only; select set_config('app.tenant_id', '${Number(tenant)}', true); set local role molde_app`,
    );
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const totals = new Map();
const CAP = 10_000;

function conditions(query) {
  const values = [];
  const scope = [];
  const add = (condition, value) => scope.push(condition.replaceAll('?', `$${values.push(value)}`));
  if (query.text) values.push(query.text);
  if (query.isActive) add('t.is_active = ?::boolean', query.isActive === 'true');
  if (query.parentId) add('t.parent_id = ?::bigint', Number(query.parentId));
  if (query.createdAtFrom) add('t.created_at >= ?::timestamptz', query.createdAtFrom);
  const where = query.text ? [...scope, 't.search like molde_like($1::text)'] : scope;
  const all = (parts) => (parts.length === 0 ? 'true' : parts.join(' and '));
  return { where: all(where), scope: all(scope), values };
}

const names = new Map();
function prepared(text, values) {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return { name, text, values };
}

async function list(query) {
  const { where, scope, values } = conditions(query);
  const key = JSON.stringify([query.tenant, where, values]);
  const cached = totals.get(key);
  const known = cached && cached.until > Date.now() ? cached.total : null;
  const given = [...values, known, 50, (Number(query.page) - 1) * 50];
  const [total, limit, offset] = [1, 2, 3].map((at) => `$${values.length + at}::int`);
  const from = `from company t where ${where}`;
  const order = `order by ${orders[query.order]}`;
  const slice = `${order} limit ${limit} offset ${offset}`;
  const count = (more = '') => `(select count(*)::int from (select ${from}${more} limit ${CAP + 1}) m)`;
  const few = '(select ids from s) is not null and t.id = any((select ids from s)::bigint[])';
  const many = '(select ids from s) is null';
  const search = `with s as materialized (
    select case when ${total} is null then molde_entity_search('company', molde_like($1)) end as ids)`;
  const found = `with w as materialized (
      select t.id from (select t.* from company t where ${many} and ${scope} ${order} limit ${CAP}) t where ${where} ${slice})
    (select t.id ${from} and ${few} ${slice})
    union all (select id from w where (select count(*) from w) >= ${limit})
    union all (select t.id ${from} and ${many} and (select count(*) from w) < ${limit} ${slice})`;
  const counted = query.text ? `case when ${many} then ${count()} else ${count(` and ${few}`)} end` : count();
  const text = `${query.text ? search : ''} select c.total as "#total", p.*
    from (select coalesce(${total}, ${counted}) as total) c left join lateral (
      select ${columns} from (${query.text ? found : `select t.id ${from} ${slice}`}) k join company t on t.id = k.id ${parent} ${order}
    ) p on true`;
  return inTenant(query.tenant, async (client) => {
    const { rows } = await client.query(prepared(text, given));
    let totalRows = rows[0]['#total'];
    if (known === null && totalRows > CAP) {
      const { rows: all } = await client.query(`select count(*)::int as total ${from}`, values);
      totalRows = all[0].total;
      totals.set(key, { total: totalRows, until: Date.now() + 60_000 });
    }
    const page = rows.filter(({ id }) => id !== null).map(wire);
    return { rows: page, page: Number(query.page), perPage: 50, totalRows };
  });
}

/** The rows of an export, 1,000 at a time from one cursor. */
async function* exported({ tenant, isActive }) {
  const client = await pool.connect();
  try {
    await client.query(
      `begin read only; select set_config('app.tenant_id', '${Number(tenant)}', true); set local role molde_app;
       declare c no scroll cursor for select ${columns} from company t ${parent}
         ${isActive ? `where t.is_active = ${isActive === 'true'}` : ''} order by ${orders.name_asc}`,
    );
    yield [
      [
        'id',
        'name',
        'tradeName',
        'cnpj',
        'parent',
        'parentId',
        'email',
        'phone',
        'isActive',
        'createdAt',
        'updatedAt',
      ],
    ];
    for (;;) {
      const { rows } = await client.query('fetch 1000 from c');
      if (rows.length === 0) break;
      yield rows.map((row) => [
        row.id,
        row.name,
        row.tradeName,
        row.cnpj,
        row.parentName,
        row.parentId,
        row.email,
        row.phone,
        row.isActive ? 'Sim' : 'Não',
        row.createdAt.toISOString(),
        row.updatedAt.toISOString(),
      ]);
    }
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const cell = (value) => {
  if (value === null) return '';
  const text = String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

async function* csv(batches) {
  yield '\ufeff';
  for await (const rows of batches) yield rows.map((cells) => `${cells.map(cell).join(';')}\r\n`).join('');
}

const app = Fastify();
app.get('/company', async ({ query }) => ({ success: true, data: await list(query), message: '' }));
app.get('/company/:id', async ({ params, query }, reply) => {
  const [row] = await inTenant(query.tenant, async (client) => {
    const { rows } = await client.query(
      prepared(`select ${columns} from company t ${parent} where t.id = $1::bigint`, [Number(params.id)]),
    );
    return rows;
  });
  return row ? { success: true, data: wire(row), message: '' } : reply.code(404).send({ success: false });
});
app.get('/export', ({ query }, reply) => {
  return reply
    .type('text/csv; charset=utf-8')
    .send(Readable.from(csv(exported(query)), { objectMode: false }));
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => app.close().then(() => pool.end()));
