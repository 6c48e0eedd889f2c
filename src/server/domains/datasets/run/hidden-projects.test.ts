import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DatasetDocument, EntityDocument } from '../../../../engine/core/index.ts';
import { buildModels } from '../../../kernel/entity/entity-model.ts';
import { Statement } from '../../../kernel/entity/statement.ts';
import { datasetResource } from '../routes/dataset-resource.ts';
import { addPerson } from '../../../testing/people.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { makeProject } from '../../../testing/boards.ts';
import { Datasets } from './run.ts';

/** Datasets over projects, of which the database hides restricted ones by itself. */
const models = buildModels([
  {
    kind: 'entity',
    id: 'project',
    title: 'Project',
    routes: false,
    hidden: true,
    display: 'title',
    access: { screen: 'ppm-projects' },
    fields: {
      id: { type: 'integer', title: 'Id', readOnly: true },
      title: { type: 'string', title: 'Title' },
    },
  },
] as unknown as EntityDocument[]);
const titles = {
  kind: 'dataset',
  formatVersion: 2,
  id: 'titles',
  title: 'Titles',
  from: 'project',
  group: [{ id: 'title', field: 'title' }],
  measures: { all: { count: true } },
} as unknown as DatasetDocument;

let app: TestApp;
let outra: number;
let secret: number;
beforeAll(async () => {
  app = await testApp({
    resources: () => [
      datasetResource(new Datasets(models), {
        find: () => Promise.resolve(titles),
        open: () => Promise.resolve(titles),
        all: () => Promise.resolve([]),
      }),
    ],
  });
  const head = await addPerson(app, 'chefe', { 'ppm-projects': 'r' });
  outra = (await addPerson(app, 'outra', { 'ppm-projects': 'r' })).id;
  await addPerson(app, 'mais-uma', { 'ppm-projects': 'r' });
  await makeProject(app, []);
  secret = await makeProject(app, []);
  await sql`update project set title = 'Segredo', restricted = true, head_id = ${head.id} where id = ${secret}`.execute(
    app.database.owner,
  );
});
afterAll(() => app.close());

async function seen(login: string): Promise<string[]> {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({ method: 'GET', url: '/adm/v2/dataset/titles', headers });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json<{ data: { rows: { title: string }[] } }>().data.rows.map(({ title }) => title);
}

it('never shows kept rows of a restricted project to who may not see it', async () => {
  const run = vi.spyOn(Statement.prototype, 'run');
  expect((await seen('chefe')).sort()).toEqual(['Projeto', 'Segredo']);
  expect(await seen('outra')).toEqual(['Projeto']);
  expect(await seen('mais-uma')).toEqual(['Projeto']);
  // The two from whom the same is hidden share a run.
  expect(run.mock.calls.filter(([, text]) => text.startsWith('with l0'))).toHaveLength(2);
  await app.database.owner
    .insertInto('project_member')
    .values({ tenant_id: app.tenants.acme, project_id: secret, user_id: outra })
    .execute();
  expect((await seen('outra')).sort()).toEqual(['Projeto', 'Segredo']);
  expect(await seen('mais-uma')).toEqual(['Projeto']);
});
