// Measures access groups with 100,000 users, 2,000 groups and 300 screens on both databases, and the table of permissions in a
// browser whose processor is slowed down four times: `node tests/bench/access-groups.mjs [embedded,postgres,browser] [runs]`
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { countFrames, countTasks } from './lib/frames.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { signIn } from './lib/sign-in.mjs';
import { printTable } from './lib/table.mjs';

const wanted = (process.argv[2] ?? 'embedded,postgres,browser').split(',');
const runs = Number(process.argv[3] ?? 200);
const slowed = 4;
const settings = { RATE_LIMIT_PERSON: '0', RATE_LIMIT_ADDRESS: '0', LOG_LEVEL: 'error' };

/** Each person is in five groups, each group has permissions on 60 of the screens; the administrator is in 20 groups more. */
const fill = `
  insert into app_user (tenant_id, name, email, login, is_user, is_active)
  select 1, 'Pessoa ' || n, 'pessoa' || n || '@exemplo.com', 'pessoa' || n, true, true from generate_series(1, 100000) n;
  insert into access_group (tenant_id, name) select 1, 'Grupo ' || n from generate_series(1, 2000) n;
  insert into access_group_screen (tenant_id, group_id, screen_key, can_read, can_create, can_update)
  select 1, g.id, 'tela-' || ((g.id * 7 + s * 5) % 300), true, s % 2 = 0, s % 3 = 0
  from access_group g, generate_series(1, 60) s where g.name like 'Grupo %' on conflict do nothing;
  insert into access_group_member (tenant_id, group_id, user_id)
  select distinct 1, g.ids[1 + (u.id * 31 + k * 397) % 2000], u.id
  from app_user u, generate_series(1, 5) k,
    (select array_agg(id order by id) as ids from access_group where name like 'Grupo %') g
  where u.tenant_id = 1 and u.login like 'pessoa%';
  insert into access_group_member (tenant_id, group_id, user_id)
  select 1, g.id, u.id from app_user u, (select id from access_group where name like 'Grupo %' order by id limit 20) g
  where u.tenant_id = 1 and u.login = 'leitor' on conflict do nothing;
  analyze`;

await buildApart();
const rows = [];
const folder = mkdtempSync(join(tmpdir(), 'molde-groups-'));
try {
  if (wanted.includes('postgres') || wanted.includes('browser')) await postgres();
  if (wanted.includes('embedded')) await embedded();
} finally {
  if (rows.length > 0) printTable(['database', 'call', 'p50, ms', 'p99, ms', 'longest, ms'], rows);
  rmSync(folder, { recursive: true, force: true });
}

async function embedded() {
  const env = { ...settings, DATA_DIR: folder };
  await (await startServer(env)).stop();
  const db = await PGlite.create({ dataDir: join(folder, 'pg'), extensions: { pg_trgm, unaccent } });
  await db.exec(fill);
  await db.close();
  const server = await startServer(env);
  try {
    await calls('embedded', server.url);
  } finally {
    await server.stop();
  }
}

async function postgres() {
  const database = await openBenchDatabase();
  const server = await startServer({ ...settings, DATABASE_URL: database.url });
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(fill);
    await client.end();
    if (wanted.includes('postgres')) await calls('PostgreSQL', server.url);
    if (wanted.includes('browser')) await inBrowser(server.url);
  } finally {
    await server.stop();
    await database.close();
  }
}

/** One request after the other, by an administrator and by a person in 20 groups more. */
async function calls(database, url) {
  const headersOf = async (login) => ({
    authorization: `Bearer ${await signIn(url, login)}`,
    'content-type': 'application/json',
  });
  const [admin, reader] = [await headersOf('admin'), await headersOf('leitor')];
  const get = async (path, headers = admin) => (await (await fetch(url + path, { headers })).json()).data;
  const { rows: groups } = await get('/adm/v2/cas/agrp?nomeGrupo=Grupo 1000');
  const { rows: screens } = await get('/adm/v2/cas/screen');
  const { id } = groups[0];
  const measure = async (name, call) => {
    const times = [];
    for (let run = -10; run < runs; run += 1) {
      const started = performance.now();
      const reply = await call(run);
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
      if (run >= 0) times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
    rows.push([database, name, at(0.5), at(0.99), at(1)]);
  };
  await measure('menu of a person in 21 groups', () =>
    fetch(`${url}/adm/v2/home/menu2?device=D`, { headers: reader }),
  );
  await measure('group with its permissions and 250 members', () =>
    fetch(`${url}/adm/v2/cas/agrp/${id}`, { headers: admin }),
  );
  await measure('save of a group: 40 screens, one member', (run) =>
    fetch(`${url}/adm/v2/cas/agrp/${id}`, {
      method: 'PUT',
      headers: admin,
      body: JSON.stringify({
        newPermissions: screens.slice(0, 40).map((screen) => ({
          telaId: screen.id,
          flagConsulta: 'Y',
          flagInclusao: run % 2 === 0 ? 'Y' : 'N',
          flagAlteracao: 'N',
          flagExclusao: 'N',
        })),
        [run % 2 === 0 ? 'newUsers' : 'removedUsers']: [1],
      }),
    }),
  );
  await measure('who holds a permission, of thousands, first page', () =>
    fetch(`${url}/adm/v2/cas/who?screen=tela-7&verb=read`, { headers: admin }),
  );
}

/**
 * Opens, scrolls and sets the table of 300 screens: first with the processor time of each task of the page's main thread, which
 * other work on the machine hardly changes, then slowed down with the frames that took longer than two.
 */
async function inBrowser(url) {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
  try {
    const page = await browser.newPage({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/login`);
    await page.getByLabel('Usuário').fill('admin');
    await page.getByRole('textbox', { name: 'Senha' }).fill('molde-demo');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL((at) => !at.pathname.startsWith('/login'));
    const headers = { authorization: `Bearer ${await signIn(url)}` };
    const reply = await fetch(`${url}/adm/v2/cas/agrp?nomeGrupo=Grupo 1000`, { headers });
    const { id } = (await reply.json()).data.rows[0];
    await page.goto(`${url}/admin-grupoacesso/edit/${id}`);
    const table = page.getByRole('grid', { name: 'Permissões por tela' });
    await table.waitFor();
    // Lines out of view are rendered in pauses.
    await page.waitForTimeout(3000);
    const title = 'table of 300 screens';
    const traced = await browser.newBrowserCDPSession();
    printTable(
      [`${title}, processor time`, 'tasks', '> 4.2 ms', '> 8.3 ms', 'longest, ms', 'sum, ms'],
      await gestures(page, table, (work) => countTasks(traced, work)),
    );
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
    printTable(
      [`${title}, processor ${slowed} times slower`, 'frames', '> 33 ms', '> 50 ms', 'longest, ms'],
      await gestures(page, table, (work) => countFrames(page, work)),
    );
  } finally {
    await browser.close();
  }
}

/** Gestures of a person on the table. @returns a line of numbers for each gesture, as `measure` counts them. */
async function gestures(page, table, measure) {
  const lines = [];
  const run = async (name, work) => lines.push([name, ...(await measure(work))]);
  const box = await table.boundingBox();
  await run('at rest', () => page.waitForTimeout(2000));
  await run('scroll through all rows and back', async () => {
    await page.mouse.move(box.x + 200, box.y + 200);
    for (let at = 0; at < 200; at += 1) {
      await page.mouse.wheel(0, at < 100 ? 110 : -110);
      await page.waitForTimeout(16);
    }
  });
  // Pressed by their places: a locator would search thousands of cells on the page's own thread.
  const cells = table.locator('tbody td [role=checkbox]:not([aria-disabled])');
  const press = async ({ x, y, width, height }, pause) => {
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForTimeout(pause);
  };
  const some = [];
  for (let at = 0; at < 12; at += 1) some.push(await cells.nth(at).boundingBox());
  await run('40 cells set', async () => {
    for (let at = 0; at < 40; at += 1) await press(some[at % 12], 50);
  });
  const all = await page.getByRole('checkbox', { name: 'Exclusão, todas as linhas' }).boundingBox();
  await run('a column of 300 rows set 10 times', async () => {
    for (let at = 0; at < 10; at += 1) await press(all, 400);
  });
  await cells.first().focus();
  await run('120 keys', async () => {
    for (let at = 0; at < 120; at += 1) await page.keyboard.press('ArrowDown');
  });
  await page.getByRole('link', { name: 'Usuários' }).click();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('heading', { name: 'Usuários' }).waitFor();
  await run('opened', async () => {
    await page.goBack();
    await table.waitFor();
  });
  await page.waitForTimeout(3000);
  return lines;
}
