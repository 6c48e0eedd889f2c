import { afterAll, beforeAll, expect, it } from 'vitest';
import { cnpjOf } from '../../../../contracts/formats.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { resources } from '../../../resources.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { bookOf, relationships, SHEET, sheetXml, textRow } from '../../../testing/workbooks.ts';

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
  return reply.json<{
    message: string;
    errors?: JsonObject[];
    data: JsonObject & { errors: JsonObject[] };
  }>();
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

it('shows before it writes how a file was read, and is read as a person corrects it', async () => {
  const file = Buffer.from(
    [
      'Empresa|Documento|isActive|Fone|Obs',
      `Ação de prévia|${cnpj()}|VERDADEIRO|5534988771204|x`,
      `Outra de prévia|${cnpj()}|talvez||`,
    ].join('\n'),
    'latin1',
  );
  expect((await send(file)).message).toContain('não está em UTF-8');
  const { data } = await send(file, { dryRun: 'true', preview: 'true' });
  expect(data).toMatchObject({
    preview: {
      separator: '|',
      encoding: 'windows-1252',
      sheet: null,
      sheets: [],
      unknown: 4,
      columns: [
        { at: 0, header: 'Empresa', field: '', sample: 'Ação de prévia · Outra de prévia' },
        { at: 1, header: 'Documento', field: '' },
        { at: 2, header: 'isActive', sample: 'Sim · ⚠ talvez' },
        { at: 3, header: 'Fone', field: '', sample: '5534988771204' },
        { at: 4, header: 'Obs', field: '' },
      ],
    },
  });
  const { fields } = data['preview'] as unknown as { fields: { value: string; label: string }[] };
  expect(fields[0]).toEqual({ value: '-', label: 'Não importar' });
  expect(fields.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Razão social', 'CNPJ', 'Telefone', 'Matriz', 'Matriz #']),
  );
  const columns = JSON.stringify({ 0: 'Razão social', 1: 'cnpj', 3: 'Telefone', 4: '-' });
  const choice = { encoding: 'windows-1252', separator: '|', columns };
  const checked = await send(file, { ...choice, dryRun: 'true', preview: 'true' });
  expect(checked.data).toMatchObject({ created: 1, failed: 1, preview: { unknown: 0 } });
  expect((checked.data['preview'] as JsonObject)['columns']).toMatchObject([
    {},
    {},
    {},
    { field: 'Telefone', sample: '+5534988771204' },
    { field: '-' },
  ]);
  expect((await send(file, choice)).data).toMatchObject({ created: 1, preview: null });
  expect(await get('?text=de prévia')).toMatchObject([{ name: 'Ação de prévia', phone: '+5534988771204' }]);
  for (const bad of ['{', '[]', '{"a":"name"}', '{"0":1}'])
    expect(await send(file, { columns: bad })).toMatchObject({ errors: [{ path: '/columns' }] });
  expect((await send(file, { ...choice, columns: '{"0":"Nada"}' })).message).toContain("'Nada'");
});

it('reads the chosen sheet of a workbook', async () => {
  const book = bookOf({
    [SHEET]: sheetXml(textRow('x', 'y')),
    'xl/workbook.xml': `<workbook xmlns:r="http://x/relationships"><sheets><sheet name="Capa" r:id="s"/><sheet name="Dados" r:id="d"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ['s', 'worksheet', 'worksheets/sheet1.xml'],
      ['d', 'worksheet', 'dados.xml'],
    ),
    'xl/dados.xml': sheetXml(textRow('name', 'cnpj') + textRow('Da segunda', cnpj())),
  });
  expect((await send(book, { sheet: '1' })).data).toMatchObject({ created: 1 });
  expect((await send(book, { sheet: '1', dryRun: 'true', preview: 'true' })).data['preview']).toMatchObject({
    sheet: 1,
    sheets: [
      { value: 0, label: 'Capa' },
      { value: 1, label: 'Dados' },
    ],
    separator: null,
  });
  expect((await send(book, { sheet: '7' })).message).toContain('não tem');
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
