import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../testing.ts';
import { screenNumber } from './permission-screen.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

const app = await testApp({ resources });
afterAll(() => app.close());
const admin: Record<string, string> = await app.sessionOf(app.tenants.acme, 'admin');
const beta: Record<string, string> = await app.sessionOf(app.tenants.beta, 'admin');
const ana = await addPerson(app, 'ana', { 'basic-company': 'ru' });
const who = '/adm/v2/cas/who';

const get = async (path: string, headers = admin) => {
  const answer = await app.inject({ url: path, headers });
  return { status: answer.statusCode, ...answer.json() };
};
const post = (path: string, payload: object) =>
  app.inject({ method: 'POST', url: path, headers: admin, payload });
const put = (path: string, payload: object) =>
  app.inject({ method: 'PUT', url: path, headers: admin, payload });
const flags = { flagConsulta: 'Y', flagInclusao: 'N', flagAlteracao: 'Y', flagExclusao: 'N' };
const second = (
  await post('/adm/v2/cas/agrp', {
    nomeGrupo: 'Zeladores',
    newUsers: [ana.id],
    newPermissions: [{ telaId: screenNumber('basic-company'), ...flags }],
    specialPermissions: [{ id: 1, flgAllow: true }],
  })
).json().data as { id: number };

interface Holder {
  id: number;
  name: string;
  reason: string;
  groups: { nomeGrupo: string }[];
}
const reasonOf = (rows: Holder[], id: number) => rows.find((row) => row.id === id)?.reason;

describe('who holds a permission', () => {
  it('refuses a screen and a special permission that do not exist, and a verb of a special one', async () => {
    const refused = async (query: string) => {
      const { status, errors } = await get(`${who}?${query}`);
      return [status, errors?.[0]?.path];
    };
    expect(await refused('screen=nope')).toEqual([400, '/screen']);
    expect(await refused('special=nope')).toEqual([400, '/special']);
    expect((await get(`${who}?screen=nope`)).errors[0].message).toContain('nope');
    expect((await get(`${who}?special=nope`)).errors[0].message).toContain('nope');
    expect(await refused('special=user-profile-replacement-update&verb=read')).toEqual([400, '/verb']);
  });

  it('names each person once with all active groups that grant it', async () => {
    const { data } = await get(`${who}?screen=basic-company&verb=update`);
    expect(reasonOf(data.rows, ana.id)).toContain('Zeladores');
    expect(data.rows.find((row: Holder) => row.id === ana.id).groups).toHaveLength(2);
    expect(data.rows.some((row: Holder) => row.reason === 'Administradores')).toBe(true);
    expect(
      reasonOf((await get(`${who}?screen=basic-company&verb=delete`)).data.rows, ana.id),
    ).toBeUndefined();
    expect(reasonOf((await get(`${who}?special=user-profile-replacement-update`)).data.rows, ana.id)).toBe(
      'Zeladores',
    );
  });

  it('follows the groups at once, and pages by name', async () => {
    await put(`/adm/v2/cas/agrp/${second.id}`, { active: 'N' });
    expect(reasonOf((await get(`${who}?screen=basic-company&verb=update`)).data.rows, ana.id)).not.toContain(
      'Zeladores',
    );
    await put(`/adm/v2/cas/agrp/${second.id}`, { active: 'Y' });
    const [first, other] = [
      await get(`${who}?screen=basic-company&perPage=1`),
      await get(`${who}?screen=basic-company&perPage=1&page=2`),
    ];
    expect(first.data.totalRows).toBeGreaterThan(1);
    expect(first.data.rows[0].name <= other.data.rows[0].name).toBe(true);
    expect((await get(`${who}?screen=basic-company&name=ninguém`)).data).toMatchObject({
      totalRows: 0,
      rows: [],
    });
  });

  it('needs one permission, and stays within the tenant', async () => {
    for (const query of ['', '?screen=basic-company&special=x'])
      expect((await get(who + query)).status).toBe(400);
    const { data } = await get(`${who}?screen=basic-company&verb=update`, beta);
    expect(reasonOf(data.rows, ana.id)).toBeUndefined();
    expect((await get(`${who}/${ana.id}`, beta)).status).toBe(404);
  });
});

describe('what a person may do', () => {
  it('names the groups of each verb, and administrators by rule', async () => {
    const { data } = await get(`${who}/${ana.id}`);
    const company = data.rows.find((row: { key: string }) => row.key === 'basic-company');
    expect(company).toMatchObject({ title: 'Empresas', create: '', delete: '' });
    expect(company.update).toContain('Zeladores');
    expect(data.specials).toEqual([
      {
        permission: 'user-profile-replacement-update',
        title: 'Alterar responsável substituto',
        reason: 'Zeladores',
      },
    ]);
    const me = (await get('/adm/v2/sec/me')).data as { id: number };
    const mine = (await get(`${who}/${me.id}`)).data;
    expect(mine.rows.every((row: { delete: string }) => row.delete === 'Administradores')).toBe(true);
  });

  it('is nothing for a person who is not active', async () => {
    const gone = await addPerson(app, 'gone', { 'basic-company': 'r' });
    await put(`/adm/v2/sec/user/${gone.id}`, { isActive: 'N' });
    expect((await get(`${who}/${gone.id}`)).data).toMatchObject({ signsIn: false, rows: [], specials: [] });
  });
});
