import { afterAll, beforeAll, expect, it } from 'vitest';
import { cnpjOf } from '../../../../contracts/formats.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { resources } from '../../../resources.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { bookOf, SHEET, sheetXml, textRow } from '../../../testing/workbooks.ts';

/** Files of companies as people and programs write them. */

let app: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  app = await testApp({ resources });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => app.close());

let serial = 0;
/** A CNPJ that no other company of this test has. */
const cnpj = (): string => cnpjOf((serial += 1) + 500_000_000_000);

async function send(file: string | Buffer, fields: Record<string, string> = {}) {
  const parts = Object.entries({ mode: 'good', ...fields }).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n`;
  const reply = await app.inject({
    method: 'POST',
    url: '/adm/v2/ent/company/-/import',
    headers: { ...admin, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(file as string), Buffer.from('\r\n--b--\r\n')]),
  });
  return reply.json<{ message: string; data: JsonObject & { errors: JsonObject[] } }>();
}
const get = async (query: string) =>
  (await app.inject({ url: `/adm/v2/ent/company${query}`, headers: admin })).json().data.rows as JsonObject[];
const errorsOf = ({ data }: Awaited<ReturnType<typeof send>>) =>
  data.errors.map(({ row, message }) => [row, message]);

it('refers to records of the same file in any order, by levels', async () => {
  const csv = [
    'name;cnpj;Matriz',
    `Neta de arquivo;${cnpj()};FILHA de arquivo`,
    `Filha de arquivo;${cnpj()};Mãe de arquivo`,
    `Mae de arquivo;${cnpj()};`,
    `Presa A;${cnpj()};Presa B`,
    `Presa B;${cnpj()};Presa A`,
    `Só;${cnpj()};Ninguém`,
  ].join('\n');
  expect(errorsOf(await send(csv, { dryRun: 'true' }))).toEqual(
    [5, 6, 7].map((row) => [row, 'Matriz: não há registro com esse nome.']),
  );
  expect((await send(csv)).data).toMatchObject({ created: 3, failed: 3 });
  const rows = await get('?text=de arquivo&order=name_asc');
  expect(rows.map(({ name, parent }) => [name, (parent as JsonObject | null)?.['name'] ?? null])).toEqual([
    ['Filha de arquivo', 'Mae de arquivo'],
    ['Mae de arquivo', null],
    ['Neta de arquivo', 'Filha de arquivo'],
  ]);
});

it('refuses rows of another width, and skips columns and rows without values', async () => {
  const report = await send(
    [
      'name,cnpj,email,,',
      `Larga,${cnpj()},a@exemplo.br,,`,
      `Silva, Filhos Ltda,${cnpj()},a@exemplo.br`,
      `Curta,${cnpj()}`,
      ',,,,',
      `Certa,${cnpj()},`,
    ].join('\n'),
  );
  expect(errorsOf(report)).toEqual([
    [3, 'A coluna D tem um valor e nenhum título. Dê um título à coluna ou apague o valor.'],
    [4, 'A linha tem 2 células e o título tem 3 colunas. Veja se falta um separador ou sobra uma aspa.'],
  ]);
  expect(report.data).toMatchObject({ rows: 4, created: 2 });
});

it('reads booleans of spreadsheets and numbers of telephones, and names cells with errors', async () => {
  const sheet = sheetXml(
    `${textRow('name', 'CNPJ', 'Telefone', 'isActive')}${[
      ['Fone', '<c><v>5534988771204</v></c>', '<c t="b"><v>0</v></c>'],
      ['Erro', '<c t="e"><v>#N/A</v></c>', '<c t="str"><v>VERDADEIRO</v></c>'],
    ]
      .map(
        ([name, phone, active]) =>
          `<row><c t="inlineStr"><is><t>${name}</t></is></c><c t="str"><v>${cnpj()}</v></c>${phone}${active}</row>`,
      )
      .join('')}`,
  );
  expect(errorsOf(await send(bookOf({ [SHEET]: sheet })))).toEqual([
    [3, 'Telefone: a célula tem um erro da planilha, como #N/D. Corrija-a.'],
  ]);
  expect(await get('?name=Fone')).toMatchObject([{ phone: '+5534988771204', isActive: false }]);
});

it('has its export with times on the clocks of the tenant, and reads it again without a change', async () => {
  await send(`name;cnpj;phone\nExportada;${cnpj()};+14155552671`);
  const [company] = await get('?name=Exportada');
  const local = new Intl.DateTimeFormat('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(new Date(String(company!['createdAt'])))
    .replace(',', '');
  for (const format of ['csv', 'xlsx']) {
    const file = await app.inject({
      url: `/adm/v2/ent/company/-/export?format=${format}`,
      headers: admin,
    });
    if (format === 'csv') {
      expect(file.body).toContain(`"${local}"`);
      expect(file.body).toContain('"+14155552671"');
    }
    const { data } = await send(file.rawPayload);
    expect(data).toMatchObject({ unchanged: data['rows'], failed: 0 });
  }
});
