import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../../../contracts/user.ts';
import { addPerson } from '../../../testing/people.ts';
import { openUsers } from './testing.ts';

const { app, people, admin, unit, get, user, created } = await openUsers();
afterAll(() => app.close());

describe('listing', () => {
  const names = async (query: string, headers = admin) => {
    const answer = await get(query, headers);
    expect(answer.statusCode).toBe(200);
    return (answer.json().data.rows as User[]).map((row) => row.name);
  };
  const base64 = (value: unknown) =>
    encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'));

  beforeAll(async () => {
    await created({ name: 'Ângela Único', email: 'angela.unico@acme.example' });
    await created({ name: 'Azevedo Único', email: 'azevedo.unico@acme.example', isActive: 'N' });
    await created({ name: 'Ovídio Único', email: 'ovidio.unico@acme.example' });
    await created({ ...user('Unico.100%'.replace('%', '-')), name: 'Çelso Único' });
  });

  it('ignores case and accents in a search, and escapes wildcards', async () => {
    expect(await names('?name=UNICO&order=name_asc')).toEqual([
      'Ângela Único',
      'Azevedo Único',
      'Çelso Único',
      'Ovídio Único',
    ]);
    expect(await names('?text=ovidio.unico')).toEqual(['Ovídio Único']);
    expect(await names('?text=unico.100')).toEqual(['Çelso Único']);
    expect(await names('?name=%25nico')).toEqual([]);
    expect(await names('?name=_nico')).toEqual([]);
    expect(await names(`?name=${encodeURIComponent("' or 1=1 --")}`)).toEqual([]);
  });

  it('finds words in any order, whatever lies between them', async () => {
    await created({ name: 'João Pedro Ribeiro', email: 'jp.ribeiro@acme.example' });
    for (const text of ['joão ribeiro', 'RIBEIRO joao', '  ribeiro   pedro ', 'ribeiro jp. joao'])
      expect(await names(`?text=${encodeURIComponent(text)}`)).toEqual(['João Pedro Ribeiro']);
    expect(await names('?name=ribeiro%20joao')).toEqual(['João Pedro Ribeiro']);
    expect(await names('?text=joao%20ribeira')).toEqual([]);
    expect(await names(`?text=${encodeURIComponent("joao' or 'x' like 'x")}`)).toEqual([]);
    expect(await names(`?text=${encodeURIComponent('a b c d e f g h i j')}`)).toEqual([]);
  });

  it('filters by its fields, by parameter and in base64', async () => {
    expect(await names('?name=unico&isActive=N')).toEqual(['Azevedo Único']);
    expect(await names('?name=unico&isUser=Y')).toEqual(['Çelso Único']);
    expect(await names(`?filters=${base64({ name: 'único', isActive: 'Y', isUser: 'N' })}`)).toEqual([
      'Ângela Único',
      'Ovídio Único',
    ]);
  });

  it('orders by the listed fields, both ways', async () => {
    expect(await names('?name=unico&order=name_desc')).toEqual([
      'Ovídio Único',
      'Çelso Único',
      'Azevedo Único',
      'Ângela Único',
    ]);
    for (const field of ['id', 'name', 'email', 'login', 'createdAt', 'updatedAt', 'isActive']) {
      const up = await names(`?name=unico&isUser=N&order=${field}_asc`);
      const down = await names(`?name=unico&isUser=N&order=${field}_desc`);
      expect(down).toHaveLength(3);
      if (['id', 'name', 'email'].includes(field)) expect(down).toEqual(up.toReversed());
    }
  });

  it('takes an empty order for none', async () => {
    const asked = await names('?name=unico');
    for (const order of ['', 'e30=', 'e30', 'eyB9'])
      expect(await names(`?name=unico&order=${encodeURIComponent(order)}`)).toEqual(asked);
  });

  it('returns pages with the total', async () => {
    const page = (await get('?name=unico&page=2&perPage=3')).json().data;
    expect([page.page, page.perPage, page.totalRows, page.rows.length]).toEqual([2, 3, 4, 1]);
    const beyond = (await get('?name=unico&page=9&perPage=3')).json().data;
    expect([beyond.totalRows, beyond.rows]).toEqual([4, []]);
  });

  it.each([
    ['?page=0', 'VALIDATION_FAILED'],
    ['?page=x', 'VALIDATION_FAILED'],
    ['?perPage=0', 'VALIDATION_FAILED'],
    ['?perPage=501', 'VALIDATION_FAILED'],
    ['?perPage=10000', 'VALIDATION_FAILED'],
    ['?isActive=X', 'VALIDATION_FAILED'],
    ['?nobody=1', 'VALIDATION_FAILED'],
    ['?order=password_asc', 'BAD_ORDER'],
    ['?order=password_hash_desc', 'BAD_ORDER'],
    ['?order=name;select pg_sleep(9)_asc', 'BAD_ORDER'],
    ['?order=W10%3D', 'BAD_ORDER'],
    ['?order=bnVsbA%3D%3D', 'BAD_ORDER'],
    ['?filters=%%%', null],
    ['?filters=@@', 'BAD_FILTERS'],
    ['?filters=e30x', 'BAD_FILTERS'],
    [`?filters=${encodeURIComponent(Buffer.from('{"password":"x"}').toString('base64'))}`, 'BAD_FILTERS'],
    [
      `?filters=${encodeURIComponent(Buffer.from('{"__proto__":{"isActive":"N"}}').toString('base64'))}`,
      'BAD_FILTERS',
    ],
    [`?filters=${encodeURIComponent(Buffer.from('[]').toString('base64'))}`, 'BAD_FILTERS'],
  ])('refuses %s', async (query, code) => {
    const answer = await get(query);
    expect(answer.statusCode).toBe(400);
    if (code !== null) expect(answer.json().code).toBe(code);
  });

  it('names the field that holds a NUL character', async () => {
    expect((await get('?text=%00')).json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: '/text' }],
    });
  });

  it('shows the people of the tenant only', async () => {
    const beta = await app.sessionOf(app.tenants.beta, 'admin');
    expect(await names('?text=unico&isUser=N', beta)).toEqual([]);
  });
});

describe('looking up', () => {
  it('finds a login in any case', async () => {
    const look = (login: string, headers = admin) =>
      app.inject({ method: 'POST', url: `/adm/v2/sec/user/${login}`, headers });
    expect((await look('READER')).json().data).toEqual({ exists: true, id: people.reader?.id });
    expect((await look('123456')).json().data).toEqual({ exists: false, id: null });
    expect((await look(encodeURIComponent('admİn'))).json().data).toEqual({ exists: false, id: null });
    expect((await look('%00')).json().errors).toEqual([expect.objectContaining({ path: '/login' })]);
    expect((await look('reader', await app.sessionOf(app.tenants.beta, 'admin'))).json().data.exists).toBe(
      false,
    );
  });

  it('shows who may only attend the support id, name and photo, and no way to ask for more', async () => {
    await addPerson(app, 'attendant', { support: 'r' });
    const attendant = await app.sessionOf(app.tenants.acme, 'attendant');
    const page = await get('?name=pessoa%20ed', attendant);
    expect(page.json().data.rows).toEqual([{ id: people.editor?.id, name: 'Pessoa editor', photourl: null }]);
    const filters = Buffer.from('{"email":"e"}').toString('base64');
    for (const query of ['?email=e', '?login=e', '?text=e', '?order=email_asc', `?filters=${filters}`])
      expect((await get(query, attendant)).statusCode).toBe(403);
    const choices = await app.inject({ url: '/adm/v2/dd/sec/user?name=pessoa%20ed', headers: attendant });
    expect(choices.json().data.rows).toHaveLength(1);
    const byLogin = await app.inject({ url: '/adm/v2/dd/sec/user?name=EDITOR@acme', headers: attendant });
    expect(byLogin.json().data.rows).toEqual([expect.objectContaining({ login: 'editor' })]);
    expect((await get(`/${people.editor?.id}`, attendant)).statusCode).toBe(403);
  });

  it('offers people and units to choose from', async () => {
    const choices = await app.inject({
      url: '/adm/v2/dd/sec/user?page=1&perPage=200&order=name_asc&isUser=Y&isActive=Y&name=pessoa%20ed',
      headers: admin,
    });
    expect(choices.json().data.rows).toEqual([
      {
        id: people.editor?.id,
        name: 'Pessoa editor',
        login: 'editor',
        email: 'editor@acme.example',
        photourl: null,
      },
    ]);
    const units = await app.inject({
      url: '/adm/v2/msdd/adm/uo?order=title_asc&title=operacoes',
      headers: admin,
    });
    expect(units.json().data).toEqual({
      rows: [{ id: unit, title: 'Operações' }],
      page: 1,
      perPage: 200,
      totalRows: 1,
    });
    const all = await app.inject({ url: '/adm/v2/msdd/adm/uo', headers: admin });
    expect(all.json().data.totalRows).toBe(1);
  });
});
