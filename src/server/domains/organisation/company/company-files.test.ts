import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cnpjOf } from '../../../../contracts/formats.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';

/** Companies as people import, filter and search them. */

let app: TestApp;
let admin: Record<string, string>;

beforeAll(async () => {
  app = await testApp({ resources });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => app.close());

const address = '/adm/v2/ent/company';

/** The nth CNPJ of this test. */
const cnpj = (n: number): string => cnpjOf(200_000_000_000 + n);

async function importFile(lines: readonly string[], options: Record<string, string> = {}) {
  const fields = Object.entries(options).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const reply = await app.inject({
    method: 'POST',
    url: `${address}/-/import`,
    headers: { ...admin, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `${fields.join('')}--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n${lines.join('\n')}\r\n--b--\r\n`,
  });
  return { status: reply.statusCode, body: reply.json() };
}

const get = async (query: string) => {
  const reply = await app.inject({ method: 'GET', url: `${address}?${query}`, headers: admin });
  return { status: reply.statusCode, body: reply.json() };
};
const namesOf = async (query: string): Promise<string[]> =>
  (await get(query)).body.data.rows.map(({ name }: { name: string }) => name);

describe('an import', () => {
  it('should name every error of a row at once, one per field', async () => {
    const { body } = await importFile(
      ['id,name,cnpj,email,isActive', ',,11.222.333/0001-82,nobody,maybe', 'x,Good,,,true'],
      { mode: 'good', dryRun: 'true' },
    );
    const found = body.data.errors.map(({ row, field, message }: Record<string, string>) => [
      row,
      field,
      message,
    ]);
    expect(found).toEqual([
      [2, 'isActive', expect.stringContaining('Sim ou Não')],
      [2, 'name', 'Campo Obrigatório'],
      [2, 'cnpj', expect.stringContaining('CNPJ')],
      [2, 'email', expect.stringMatching(/e-mail/i)],
      [3, 'id', expect.stringMatching(/^Número: use um número/)],
      [3, 'cnpj', 'Campo Obrigatório'],
    ]);
    expect(body.data).toMatchObject({ failed: 2, created: 0 });
  });

  it('should say once of a row that it has values beyond the titles, however many', async () => {
    const { body } = await importFile(['name,cnpj', `Wide,${cnpj(3)}${',x'.repeat(150)}`], {
      dryRun: 'true',
    });
    expect(body.data.errors).toMatchObject([
      { row: 2, message: expect.stringContaining('coluna C') as string },
    ]);
  });

  it('should call an empty cell of a required field required when it changes a record too', async () => {
    await importFile(['name,cnpj', `Kept,${cnpj(1)}`]);
    const [{ id }] = (await get(`cnpj=${cnpj(1)}`)).body.data.rows;
    const { body } = await importFile(['id,name,email', `${id},,nobody`], { mode: 'good' });
    expect(body.data.errors).toMatchObject([
      { field: 'name', message: 'Campo Obrigatório' },
      { field: 'email' },
    ]);
  });

  it('should suggest the column that an unknown one may mean', async () => {
    const { status, body } = await importFile(['name,cnpjj', `A,${cnpj(2)}`]);
    expect([status, body.message]).toEqual([400, expect.stringContaining("Você quis dizer 'cnpj'?")]);
    const other = await importFile(['name,qqqqqqqqqqqq', 'A,B']);
    expect(other.body.message).toBe("A coluna 'qqqqqqqqqqqq' não existe. Use os títulos da exportação.");
  });

  it('should say what it takes when it gets JSON or text', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const reply = await app.inject({
        method: 'POST',
        url: `${address}/-/import`,
        headers: { ...admin, 'content-type': type },
        payload: '{}',
      });
      expect([reply.statusCode, reply.json().message]).toEqual([
        415,
        expect.stringContaining('multipart/form-data'),
      ]);
    }
  });

  it('should name every row whose unique value exists, in the file or the database', async () => {
    const rows = Array.from({ length: 700 }, (_, at) => `Firm ${at},${cnpj(100 + at)}`);
    expect((await importFile(['name,cnpj', ...rows])).body.data).toMatchObject({ created: 700 });
    const again = await importFile(
      [
        'name,cnpj',
        ...rows.slice(0, 300),
        `New A,${cnpj(5000)}`,
        `New B,${cnpj(5000)}`,
        `New C,${cnpj(5001)}`,
      ],
      { mode: 'good' },
    );
    expect(again.body.data).toMatchObject({ rows: 303, created: 2, failed: 301, written: true });
    expect(again.body.data.errors[300]).toMatchObject({ row: 303, field: 'cnpj' });
    expect(new Set(again.body.data.errors.map(({ field }: { field: string }) => field))).toEqual(
      new Set(['cnpj']),
    );
    expect(await namesOf('text=New&order=name_asc')).toEqual(['New A', 'New C']);
  });

  it('should write a repeated value when the first row that has it is bad', async () => {
    const { body } = await importFile(
      ['name,cnpj,parentId', `First,${cnpj(6000)},987654321`, `Second,${cnpj(6000)},`],
      { mode: 'good' },
    );
    expect(body.data).toMatchObject({ created: 1, failed: 1, errors: [{ row: 2, field: 'parentId' }] });
    expect(await namesOf(`cnpj=${cnpj(6000)}`)).toEqual(['Second']);
  });
});

describe('a list', () => {
  it('should name the parameter whose value is wrong, and its values', async () => {
    for (const [query, name, allowed] of [
      ['isActive=xyz', 'isActive', 'true, false'],
      ['parentId=abc', 'parentId', 'o número de um registro'],
    ]) {
      const { status, body } = await get(query!);
      expect([status, body]).toMatchObject([
        400,
        {
          code: 'BAD_FILTERS',
          message: expect.stringContaining(`'${name}'`),
          errors: [{ path: `/${name}`, message: expect.stringContaining(allowed!) }],
        },
      ]);
    }
    const filters = Buffer.from(JSON.stringify({ isActive: 'xyz' })).toString('base64url');
    expect((await get(`filters=${filters}`)).body.message).toContain('/isActive');
    expect((await get('nobody=1')).body.message).toContain('nobody');
  });

  it('should find a number by its digits, whatever its punctuation', async () => {
    expect((await importFile(['name,cnpj', 'Dotted,11222333000181'])).body.data).toMatchObject({
      created: 1,
    });
    for (const text of ['11.222.333/0001-81', '11222333000181', '11.222.333/0001', '11 222 333 0001 81']) {
      expect([text, await namesOf(`text=${encodeURIComponent(text)}`)]).toEqual([text, ['Dotted']]);
      expect(await namesOf(`cnpj=${encodeURIComponent(text)}`)).toEqual(['Dotted']);
    }
    expect(await namesOf('cnpj=11.222')).toEqual(['Dotted']);
    expect((await importFile(['name,cnpj', `Filial 3-4,${cnpj(7000)}`])).status).toBe(200);
    expect(await namesOf('text=3-4')).toEqual(['Filial 3-4']);
  });
});

describe('a change', () => {
  it('should overwrite without a version, which the audit says, and be refused with a stale one', async () => {
    await importFile(['name,cnpj', `Written,${cnpj(8000)}`]);
    const [{ id }] = (await get(`cnpj=${cnpj(8000)}`)).body.data.rows;
    const put = (payload: object) =>
      app.inject({ method: 'PUT', url: `${address}/${id}`, headers: admin, payload });
    expect((await put({ name: 'First', version: 1 })).statusCode).toBe(200);
    expect((await put({ name: 'Stale', version: 1 })).statusCode).toBe(409);
    expect((await put({ name: 'Last' })).json().data).toMatchObject({ name: 'Last', version: 3 });
    const audited = await app.database.owner
      .selectFrom('audit')
      .where('entity', '=', 'company')
      .where('entity_id', '=', String(id))
      .where('action', '=', 'update')
      .select('unconditional')
      .orderBy('id')
      .execute();
    expect(audited).toEqual([{ unconditional: false }, { unconditional: true }]);
  });
});
