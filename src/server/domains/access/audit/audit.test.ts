import { afterAll, describe, expect, it } from 'vitest';
import { screenNumber } from '../group/permission-screen.ts';
import { sweep } from '../../../kernel/housekeeping.ts';
import { testApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPeople, encipher } from '../../../testing/people.ts';

const app = await testApp({ resources });
afterAll(() => app.close());
const people = await addPeople(app);
const admin: Record<string, string> = await app.sessionOf(app.tenants.acme, 'admin');
const beta: Record<string, string> = await app.sessionOf(app.tenants.beta, 'admin');

const url = '/adm/v2/audit';
const get = (path: string, headers = admin) => app.inject({ url: `${url}${path}`, headers });
const put = (id: number, payload: object) =>
  app.inject({ method: 'PUT', url: `/adm/v2/sec/user/${id}`, headers: admin, payload });
const signIn = (username: string, password: string) =>
  app.inject({
    method: 'POST',
    url: '/adm/v2/sec/login',
    headers: { 'user-agent': 'Firefox' },
    payload: { username, password: encipher(password) },
  });
type Entry = Record<'entity' | 'entityId' | 'action' | 'userName' | 'recordTitle', string> & {
  id: number;
  userId: number | null;
};
const rowsOf = async (query: string, headers = admin): Promise<Entry[]> =>
  (await get(`?${query}`, headers)).json().data.rows;

describe('the audit', () => {
  it('says dates as screens do, and the device by its names', async () => {
    const { id } = people.reader;
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
    await app.inject({
      method: 'PUT',
      url: `/adm/v2/sec/user/${id}`,
      headers: { ...admin, 'user-agent': agent },
      payload: { dateBirth: '1990-03-01' },
    });
    const [row] = await rowsOf(`entity=user&entityId=${id}`);
    const { data } = (await get(`/${row?.id}`)).json();
    expect(data).toMatchObject({
      userAgent: agent,
      device: 'Chrome em Linux',
      changes: [{ field: 'dateBirth', before: '–', after: '01/03/1990' }],
    });
  });

  it('says who changed what, when and from where, with the fields before and after', async () => {
    const { id } = people.reader;
    await put(id, { name: 'Outro nome', password: encipher('nova senha 1'), isChangePwd: 'Y' });
    const [row] = await rowsOf(`entity=user&entityId=${id}`);
    expect(row).toMatchObject({
      entityTitle: expect.any(String),
      recordTitle: 'Outro nome',
      action: 'update',
      actionTitle: 'Alteração',
      unconditional: true,
      address: expect.any(String),
    });
    const { data } = (await get(`/${row?.id}`)).json();
    expect(data.changes).toEqual(
      expect.arrayContaining([
        { field: 'isChangePwd', label: expect.any(String), before: 'Não', after: 'Sim' },
        { field: 'name', label: 'Nome', before: 'Pessoa reader', after: 'Outro nome' },
        { field: 'password', label: 'Senha', before: '–', after: 'trocada · o valor nunca é guardado' },
      ]),
    );
    const fields = (data.changes as { field: string }[]).map(({ field }) => field);
    expect(fields).not.toContain('version');
    expect(fields).not.toContain('updatedAt');
    expect(JSON.stringify(data)).not.toMatch(/argon2|nova senha/);
    const english = await get(`/${row?.id}`, { ...admin, 'accept-language': 'en' });
    expect(english.json().data.actionTitle).toBe('Change');
  });

  it('has sign-ins, refused ones of people who exist, and sign-outs', async () => {
    await signIn('editor', 'errada');
    await signIn('ninguém', 'errada');
    await signIn('editor', 'molde-demo');
    const rows = await rowsOf(`entity=session&entityId=${people.editor.id}`);
    expect(rows.map(({ action, userId }) => [action, userId])).toEqual([
      ['sign-in', people.editor.id],
      ['sign-in-refused', null],
    ]);
    expect(rows.map(({ recordTitle }) => recordTitle)).toEqual(['Pessoa editor', 'Pessoa editor']);
    const { data } = (await get(`/${rows[0]?.id}`)).json();
    expect(data.userAgent).toBe('Firefox');
    expect(await rowsOf('text=ningu%C3%A9m')).toEqual([]);
    // The right password of somebody who may not enter.
    await signIn('inactive', 'molde-demo');
    const [refused] = await rowsOf(`entity=session&entityId=${people.inactive.id}`);
    expect(refused).toMatchObject({ action: 'sign-in-refused', recordTitle: 'Pessoa inactive' });
  });

  it('keeps the names of people who are deleted, as who acted and as what', async () => {
    const { id } = people.inactive;
    await app.database.owner.updateTable('app_user').set({ is_active: true }).where('id', '=', id).execute();
    await signIn('inactive', 'molde-demo');
    await app.database.owner.deleteFrom('access_group_member').where('user_id', '=', id).execute();
    await app.inject({ method: 'DELETE', url: `/adm/v2/sec/user/${id}`, headers: admin });
    const [row] = await rowsOf(`entity=session&entityId=${id}`);
    expect(row).toMatchObject({ userName: 'Pessoa inactive', recordTitle: 'Pessoa inactive' });
  });

  it('contains nothing of a change that was rolled back', async () => {
    const before = (await get('')).json().data.totalRows;
    expect((await put(people.creator.id, { managerId: 987_654 })).statusCode).toBe(422);
    expect((await get('')).json().data.totalRows).toBe(before);
  });

  it('is filtered by days of the tenant, action, person and text', async () => {
    await put(people.manager.id, { name: 'Ágata Filtrada' });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format();
    expect(await rowsOf(`text=agata&from=${today}&to=${today}`)).toHaveLength(1);
    expect(await rowsOf('text=agata&to=2001-01-01')).toEqual([]);
    expect(await rowsOf('text=agata&action=delete')).toEqual([]);
    expect(await rowsOf('text=agata&userId=987654')).toEqual([]);
    for (const bad of [
      'from=ontem',
      'from=0000-01-01',
      'to=9999-12-31',
      'action=%27',
      'userId=0',
      'order=action_asc',
    ])
      expect((await get(`?${bad}`)).statusCode).toBe(400);
  });

  it('refuses days in the wrong order, in the list and in the export, naming both and the remedy', async () => {
    for (const path of ['', '/-/export'])
      for (const [language, message] of [
        [
          'pt',
          "O período é invertido: 'from' vem depois de 'to'. Troque um pelo outro, ou deixe um deles de fora.",
        ],
        ['en', "The range is reversed: 'from' is after 'to'. Swap them, or leave one of them out."],
        [
          'es',
          "El rango está invertido: 'from' viene después de 'to'. Intercámbielos o deje uno de ellos fuera.",
        ],
      ] as const) {
        const reply = await get(`${path}?from=2026-02-02&to=2026-02-01`, {
          ...admin,
          'accept-language': language,
        });
        expect(reply.statusCode).toBe(400);
        expect(reply.json()).toEqual({
          success: false,
          code: 'BAD_FILTERS',
          message,
          errors: [
            { path: '/from', message },
            { path: '/to', message },
          ],
        });
      }
    expect((await get('?from=2026-02-02&to=2026-02-02')).statusCode).toBe(200);
  });

  it('names what else the same call changed', async () => {
    const { rows } = (
      await app.inject({ url: '/adm/v2/cas/agrp?nomeGrupo=Administradores', headers: admin })
    ).json().data;
    expect(rows).toHaveLength(1);
    await app.database.owner
      .insertInto('audit')
      .values(
        ['um', 'dois'].map((entity_id) => ({
          tenant_id: app.tenants.acme,
          user_id: null,
          entity: 'thing',
          entity_id,
          action: 'update',
          before: null,
          after: JSON.stringify({ title: `Coisa ${entity_id}` }),
          address: '::1',
          request_id: 'one-request',
        })),
      )
      .execute();
    const [row] = await rowsOf('entity=thing&entityId=um');
    const { related } = (await get(`/${row?.id}`)).json().data;
    expect(related).toMatchObject([{ entityId: 'dois', recordTitle: 'Coisa dois' }]);
  });

  it('tells a record’s own history, newest first, with permissions and members by their names', async () => {
    const flags = { flagConsulta: 'Y', flagInclusao: 'N', flagAlteracao: 'Y', flagExclusao: 'N' };
    const users = screenNumber('admin-user');
    const group = (method: 'POST' | 'PUT', path: string, payload: object) =>
      app.inject({ method, url: `/adm/v2/cas/agrp${path}`, headers: admin, payload });
    const made = await group('POST', '', { nomeGrupo: 'Com história', newUsers: [people.editor.id] });
    const { id } = made.json().data;
    await group('PUT', `/${id}`, {
      newPermissions: [{ telaId: users, ...flags }],
      specialPermissions: [{ id: 1, flgAllow: true }],
      newUsers: [people.creator.id],
      removedUsers: [people.editor.id],
    });
    const history = (headers = admin, page = 1) =>
      get(`/-/record?entity=access-group&entityId=${id}&perPage=1&page=${page}`, headers);
    const { data } = (await history()).json();
    expect(data).toMatchObject({ totalRows: 2, rows: [{ action: 'update', recordTitle: 'Com história' }] });
    expect(data.rows[0].summary.split(', ').toSorted()).toEqual([
      'Membros',
      'Permissões especiais',
      'Permissões por tela',
    ]);
    expect(data.rows[0].changes).toEqual(
      expect.arrayContaining([
        {
          field: 'screens',
          label: 'Permissões por tela',
          before: '–',
          after: 'Usuários (consulta, alteração)',
        },
        { field: 'members', label: 'Membros', before: 'Pessoa editor', after: 'Pessoa creator' },
        {
          field: 'specials',
          label: 'Permissões especiais',
          before: '–',
          after: 'Alterar responsável substituto',
        },
      ]),
    );
    expect((await history(admin, 2)).json().data.rows).toMatchObject([{ action: 'create' }]);
    expect((await history(beta)).json().data.totalRows).toBe(0);
    const reader: Record<string, string> = await app.sessionOf(app.tenants.acme, 'editor');
    expect((await history(reader)).statusCode).toBe(403);
    expect((await get('/-/record?entity=access-group')).statusCode).toBe(400);
  });

  it('is exported newest first, and formulas are texts', async () => {
    await put(people.remover.id, { name: '=1+1' });
    const answer = await get('/-/export?entity=user');
    const lines = answer.body.replace('\uFEFF', '').trim().split('\r\n');
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(lines[0]).toBe('"Quando";"Quem";"Ação";"Tipo";"O quê";"De onde";"Navegador";"Antes";"Depois"');
    expect(lines[1]).toContain(`"'=1+1"`);
    expect(lines).toHaveLength((await get('?entity=user')).json().data.totalRows + 1);
  });

  it('is read by who may, and only of their tenant', async () => {
    const reader: Record<string, string> = await app.sessionOf(app.tenants.acme, 'editor');
    for (const path of ['', '/1', '/-/export']) expect((await get(path, reader)).statusCode).toBe(403);
    const [row] = await rowsOf('');
    expect((await get(`/${row?.id}`, beta)).statusCode).toBe(404);
    expect(await rowsOf('entity=user', beta)).toEqual([]);
  });

  it('is kept for ever, or for the days of the setting', async () => {
    const old = () =>
      app.database.owner.selectFrom('audit').select('id').where('entity', '=', 'old').execute();
    await app.database.owner
      .insertInto('audit')
      .values({
        tenant_id: app.tenants.acme,
        at: new Date(Date.now() - 40 * 86_400_000),
        user_id: null,
        entity: 'old',
        entity_id: '1',
        action: 'update',
        before: null,
        after: null,
        address: '::1',
        request_id: 'old',
      })
      .execute();
    await sweep(app.database, { eventDays: 7, auditDays: 0 });
    expect(await old()).toHaveLength(1);
    await sweep(app.database, { eventDays: 7, auditDays: 30 });
    expect(await old()).toHaveLength(0);
  });
});
