// The reference of users-list.mjs: bare Fastify and bare pg, answering the same lists with one prepared statement of the
// same columns. It has no sessions, permissions, row policies and totals.
import Fastify from 'fastify';
import pg from 'pg';

pg.types.setTypeParser(20, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const orders = {
  name_asc: 'u.name, u.id',
  email_desc: 'u.email desc, u.id desc',
  updatedAt_desc: 'u.updated_at desc, u.id desc',
};
const nameOf = (table, column, key) =>
  `case when u.${key} is not null then (
     select o.${column} from ${table} o where o.tenant_id = u.tenant_id and o.id = u.${key}
   ) end`;
const columns = `u.id, u.name, u.email, u.cpf, u.date_birth, u.delegate_id, u.manager_id, u.uo_id,
  ${nameOf('app_user', 'name', 'delegate_id')} as delegate_name,
  ${nameOf('app_user', 'name', 'manager_id')} as manager_name,
  ${nameOf('organizational_unit', 'title', 'uo_id')} as uo_title,
  u.login, u.password_hash is not null as has_password, u.is_change_pwd, u.is_user, u.is_active,
  u.created_at, u.updated_at, u.version`;

const app = Fastify();
app.get('/list', async ({ query }) => {
  const values = [Number(query.tenant)];
  const where = ['u.tenant_id = $1'];
  const add = (condition, value) => where.push(condition.replaceAll('?', `$${values.push(value)}`));
  if (query.isActive) add('u.is_active = ?', query.isActive === 'Y');
  if (query.isUser) add('u.is_user = ?', query.isUser === 'Y');
  if (query.text) {
    add(
      '(u.name_search like ? or u.email_search like ? or u.login_search like ?)',
      `%${query.text.toLowerCase()}%`,
    );
  }
  const text = `select ${columns} from app_user u where ${where.join(' and ')}
    order by ${orders[query.order]} limit 50 offset $${values.push((Number(query.page) - 1) * 50)}`;
  const name = Object.keys(query).sort().join() + query.order;
  const { rows } = await pool.query({ name, text, values });
  return { success: true, data: { rows } };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => app.close().then(() => pool.end()));
