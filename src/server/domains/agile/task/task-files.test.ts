import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusIds } from '../../../../contracts/agile.ts';
import { tableOf } from '../../../testing/tables.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, closeProject, makeBoard, makeProject } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

let app: TestApp;
let call: ReturnType<typeof caller>;
let gestora: Person;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  gestora = await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  await addPerson(app, 'leitora', { 'ppm-projects': 'r', 'ppm-boards': 'r' });
  await addPerson(app, 'estranha', { 'admin-user': 'r' });
});
afterAll(() => app.close());

interface Report {
  rows: number;
  created: number;
  stories: number;
  tags: number;
  failed: number;
  written: boolean;
  errors: { row: number; title: string; message: string }[];
  notes: string[];
  statuses: { at: number; name: string }[];
}

async function send(
  projectId: number,
  content: string,
  fields: Record<string, string> = {},
  login = 'gestora',
): Promise<{ status: number; message: string; data: Report; errors?: { path: string; message: string }[] }> {
  const parts = Object.entries({ projectId, ...fields }).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n`;
  const reply = await app.inject({
    method: 'POST',
    url: '/handler/v2/agile/tasks/-/import',
    headers: {
      ...(await app.sessionOf(app.tenants.acme, login)),
      'content-type': 'multipart/form-data; boundary=b',
    },
    payload: Buffer.from(`${parts.join('')}${file}--b--\r\n`),
  });
  return { ...reply.json<Awaited<ReturnType<typeof send>>>(), status: reply.statusCode };
}

interface Row {
  id: number;
  title: string;
  statusId: number;
  priorityId: number | null;
  head: number | null;
  users: number[];
  startDate: string | null;
  endDate: string | null;
  storyId: number | null;
  tags: number[];
}
const tasksOf = async (projectId: number): Promise<Row[]> =>
  (await call<{ rows: Row[] }>('gestora', 'GET', `tasks?q_projId=${projectId}&order=id_asc&perPage=100`)).data
    .rows;
const storiesOf = async (projectId: number) =>
  (await call<{ rows: { id: number; title: string }[] }>('gestora', 'GET', `stories?q_projId=${projectId}`))
    .data.rows;
const download = async (query: string) =>
  app.inject({
    method: 'GET',
    url: `/handler/v2/agile/tasks/-/export?${query}`,
    headers: await app.sessionOf(app.tenants.acme, 'gestora'),
  });

describe('an import', () => {
  it('adds the tasks of a CSV file in their order, with stories, tags and people, and is undone as a whole', async () => {
    const { projectId, boardId, backlog } = await makeBoard(app, { backlog: 1 });
    const csv = [
      'Título;Atividade;Status;Prioridade;Responsável;Pessoas;Etiquetas;Data de início;Data de entrega;Cor',
      `Primeira;Portal;Em andamento;Alta;gestora;"gestora, Ninguém";"Urgente, ""a, b""";01/03/2026;2026-03-31;azul`,
      'Segunda;PORTAL;Outro;;;;urgente;;;',
    ].join('\r\n');
    const dry = await send(projectId, csv, { dryRun: 'true' });
    expect(dry).toMatchObject({ status: 200, data: { rows: 2, created: 2, failed: 0, written: false } });
    expect(dry.data.notes).toEqual([
      'Pessoas desconhecidas ou sem acesso ao projeto, deixadas de fora (1): Ninguém',
      'Status desconhecidos; as tarefas ficam em Pendências (1): Outro',
      'Colunas que não são importadas (1): Cor',
    ]);
    expect(await tasksOf(projectId)).toHaveLength(1);
    const opId = randomUUID();
    expect(await send(projectId, csv, { opId })).toMatchObject({
      status: 200,
      message: 'Tarefas importadas com sucesso!',
      data: { created: 2, stories: 1, tags: 2, written: true, opId },
    });
    // Sent again, it does nothing twice.
    expect((await send(projectId, csv, { opId })).data).toMatchObject({ written: true, opId });
    const [, first, second] = await tasksOf(projectId);
    const [story] = await storiesOf(projectId);
    expect(first).toMatchObject({
      title: 'Primeira',
      statusId: statusIds.progress,
      priorityId: 2,
      head: gestora.id,
      users: [gestora.id],
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      storyId: story!.id,
    });
    expect(first!.tags).toHaveLength(2);
    expect(second).toMatchObject({ title: 'Segunda', statusId: statusIds.backlog, storyId: story!.id });
    const cards = (await call<{ rows: { id: number }[] }>('gestora', 'GET', `boards/${boardId}/tasks`)).data
      .rows;
    expect(cards.map(({ id }) => id)).toEqual([...backlog, first!.id, second!.id]);
    expect(await call('gestora', 'POST', `ops/${opId}/undo`, {})).toMatchObject({ status: 200 });
    expect(await tasksOf(projectId)).toHaveLength(1);
    expect(await storiesOf(projectId)).toEqual([]);
  });

  it('names every bad row and writes nothing, or the good ones where that is wanted', async () => {
    const projectId = await makeProject(app, []);
    const csv = [
      'title,startDate,endDate,tags',
      'Boa,,,Etiqueta',
      ',,,x',
      'Datas,2026-05-02,2026-05-01,',
      'Dia,31/02/2026,,',
      'Curta,2026-05-02',
      `${'x'.repeat(251)},,,`,
    ].join('\n');
    const dry = await send(projectId, csv, { dryRun: 'true' });
    expect(dry.data.errors.map(({ row, message }) => [row, message])).toEqual([
      [3, 'Informe o título.'],
      [4, 'A data de início não pode ser maior que a data de entrega'],
      [5, 'Data de início: use uma data como 31/12/2026.'],
      [6, 'A linha tem 2 células e o título tem 4 colunas. Veja se falta um separador ou sobra uma aspa.'],
      [7, 'Título: use no máximo 250 caracteres.'],
    ]);
    expect(dry.data.notes).toEqual(['O projeto não tem quadro: 1 tarefa fica sem etiquetas.']);
    expect(await send(projectId, csv)).toMatchObject({
      status: 422,
      message: '5 linhas têm erros; nada foi gravado. Linha 3: Informe o título.',
    });
    expect(await tasksOf(projectId)).toEqual([]);
    expect((await send(projectId, csv, { mode: 'good' })).data).toMatchObject({ created: 1, failed: 5 });
    expect((await tasksOf(projectId)).map(({ title }) => title)).toEqual(['Boa']);
  });

  it('reads days as people write them, and texts that begin like formulas', async () => {
    const projectId = await makeProject(app, []);
    const csv = [
      'Título;Data de início;Data de entrega',
      '"=> corrigir menu";25/11/26;5/12/2026',
      'Sem fuso;2026-11-25T00:00:00;25 de novembro de 2026',
    ].join('\n');
    await send(projectId, csv);
    expect(await tasksOf(projectId)).toMatchObject([
      { title: '=> corrigir menu', startDate: '2026-11-25', endDate: '2026-12-05' },
      { title: 'Sem fuso', startDate: '2026-11-25', endDate: '2026-11-25' },
    ]);
  });

  it.each([
    [
      'pt',
      'Resumo,Chave da item,ID da item,Tipo de item,Status,Prioridade,Responsável,Data limite,Categorias,Pai',
      'Portal,L-1,10001,Épico,Itens concluídos,Mais alta,,,,\nTela,L-2,10002,Tarefa,Em andamento,Alta,,25/nov/26 12:00 AM,web,10001',
    ],
    [
      'es',
      'Resumen,Clave de incidencia,ID de la incidencia,Tipo de Incidencia,Estado,Prioridad,Persona asignada,Fecha de vencimiento,Etiquetas,Campo personalizado (Enlace de épica)',
      'Portal,L-1,1,Épica,Listo,Más alta,,,,\nTela,L-2,2,Tarea,En curso,Alta,,25/nov/26 12:00 AM,web,L-1',
    ],
    [
      'en, by the number of the parent and dates of the United States',
      'Summary,Work item key,Work item id,Work type,Status,Priority,Assignee,Due date,Labels,Parent id',
      'Portal,L-1,1,Epic,Done,Highest,,6/5/2026,,\nTela,L-2,2,Task,In Progress,High,,11/25/2026,web,1',
    ],
  ])('reads an export of Jira in %s', async (_, header, rows) => {
    const { projectId } = await makeBoard(app);
    const { data } = await send(projectId, `${header}\n${rows}\n`);
    expect(data).toMatchObject({ created: 1, stories: 1, tags: 1, notes: [] });
    const [story] = await storiesOf(projectId);
    expect(story).toMatchObject({ title: 'Portal', statusId: statusIds.concluded });
    expect(await tasksOf(projectId)).toMatchObject([
      {
        title: 'Tela',
        statusId: statusIds.progress,
        priorityId: 2,
        endDate: '2026-11-25',
        storyId: story!.id,
      },
    ]);
  });

  it('leaves out what cannot be taken of the files of other tools, and names it; only a title must be there', async () => {
    const projectId = await makeProject(app, []);
    const csv = [
      'Issue key,Summary,Due date,Start date,Labels',
      `A-1,${'x'.repeat(300)},amanhã,,`,
      `A-2,Dois,1/Jan/26,2/Jan/26,${'y'.repeat(61)}`,
      'A-3,,,,',
    ].join('\n');
    const { data } = await send(projectId, csv, { mode: 'good' });
    expect(data.errors.map(({ row, message }) => [row, message])).toEqual([[4, 'Informe o título.']]);
    expect(data.notes.slice(0, 4)).toEqual([
      'Deixado de fora em 1 linha (2): título com mais de 250 caracteres; cortado, e inteiro na descrição',
      'Deixado de fora em 1 linha (2): Data de entrega: use uma data como 31/12/2026.',
      'Deixado de fora em 1 linha (3): Etiquetas: use no máximo 60 caracteres por etiqueta.',
      'Deixado de fora em 1 linha (3): A data de início não pode ser maior que a data de entrega',
    ]);
    const [long, other] = await tasksOf(projectId);
    expect(long).toMatchObject({ title: `${'x'.repeat(249)}…`, endDate: null });
    expect(other).toMatchObject({ title: 'Dois', startDate: null, endDate: '2026-01-01' });
    const read = await call<{ description: string }>('gestora', 'GET', `tasks/${long!.id}`);
    expect(read.data.description).toBe(`<p>${'x'.repeat(300)}</p>`);
  });

  it('has the statuses that a person chooses for lists that are called like none', async () => {
    const projectId = await makeProject(app, []);
    const board = {
      lists: [
        { id: 'a', name: 'Produção', pos: 1 },
        { id: 'b', name: 'A fazer', pos: 2 },
        { id: 'c', name: 'Gelo', pos: 3 },
      ],
      cards: ['a', 'b', 'c'].map((list) => ({ id: list, name: list, idList: list })),
    };
    const json = JSON.stringify(board);
    const dry = await send(projectId, json, { dryRun: 'true' });
    expect(dry.data.statuses).toEqual([
      { at: 0, name: 'Produção' },
      { at: 1, name: 'Gelo' },
    ]);
    for (const statuses of ['x', '[]', '{"Gelo":"1"}', '{"Gelo":99}', `{"Gelo":${statusIds.late}}`])
      expect(await send(projectId, json, { statuses })).toMatchObject({ errors: [{ path: '/statuses' }] });
    const { data } = await send(projectId, json, { statuses: `{"producao":${statusIds.progress}}` });
    expect(data.notes).toEqual([expect.stringMatching(/\(1\): Gelo$/)]);
    expect((await tasksOf(projectId)).map(({ statusId }) => statusId)).toEqual([
      statusIds.progress,
      statusIds.start,
      statusIds.backlog,
    ]);
  });

  it('reads what Trello has in Markdown, done cards, and texts longer than a task takes', async () => {
    const projectId = await makeProject(app, []);
    const board = {
      lists: [{ id: 'l', name: 'A fazer' }],
      checklists: [
        {
          idCard: 'a',
          checkItems: [{ name: 'z'.repeat(600) }, { name: ' ' }, { name: 'curto', state: 'complete' }],
        },
      ],
      cards: [
        {
          id: 'a',
          name: 'Pago',
          idList: 'l',
          dueComplete: true,
          start: '2026-11-25T12:00:00Z',
          due: '2026-11-20T15:00:00Z',
          desc: '# Passos\n\n1. **um** e [site](https://exemplo.com)\n2. dois\n\n- [x] feito\n\n~~não~~ `código`',
        },
        { id: 'b', name: 'Aberto', idList: 'l', dueComplete: false },
      ],
    };
    const { data } = await send(projectId, JSON.stringify(board));
    expect(data).toMatchObject({ created: 2, failed: 0 });
    expect(data.notes).toEqual([
      'Deixado de fora em 1 linha (1): item da lista com mais de 500 caracteres; cortado, e inteiro na descrição',
      'Deixado de fora em 1 linha (1): item da lista sem texto',
      'Deixado de fora em 1 linha (1): A data de início não pode ser maior que a data de entrega',
    ]);
    const [paid, open] = await tasksOf(projectId);
    expect(paid).toMatchObject({ statusId: statusIds.concluded, startDate: null, endDate: '2026-11-20' });
    expect(open).toMatchObject({ statusId: statusIds.start });
    const { description } = (await call<{ description: string }>('gestora', 'GET', `tasks/${paid!.id}`)).data;
    expect(description.replaceAll('\n', '')).toBe(
      `<p>${'z'.repeat(600)}</p><h2>Passos</h2><ol><li><strong>um</strong> e <a href="https://exemplo.com">site</a></li><li>dois</li></ol><ul><li>☑ feito</li></ul><p><s>não</s> <code>código</code></p>`,
    );
  });

  it('reads an export of Jira: epics are stories, and what is below a task is in its story', async () => {
    const projectId = await makeProject(app, []);
    const csv = [
      'Issue key,Summary,Issue Type,Status,Priority,Due date,Parent key,Labels,Labels,Watchers',
      'A-1,Portal,Epic,Done,Highest,,,,,',
      'A-2,Entrar,Task,In Progress,Lowest,12/Jan/26 3:04 PM,A-1,x,y,z',
      'A-3,Senha,Sub-task,To Do,Medium,,A-2,,,',
      'A-4,Solta,Bug,Done,,,A-99,,,',
    ].join('\n');
    const report = await send(projectId, csv);
    expect(report.data).toMatchObject({ rows: 4, created: 3, stories: 1 });
    expect(report.data.notes).toContain('Superiores que não estão no arquivo (1): A-99');
    expect(report.data.notes).toContain('Colunas que não são importadas (1): Watchers');
    const [story] = await storiesOf(projectId);
    expect(story).toMatchObject({ title: 'Portal', statusId: statusIds.concluded });
    expect(await tasksOf(projectId)).toMatchObject([
      {
        title: 'Entrar',
        statusId: statusIds.progress,
        priorityId: 4,
        endDate: '2026-01-12',
        storyId: story!.id,
      },
      { title: 'Senha', statusId: statusIds.start, priorityId: 3, storyId: story!.id },
      { title: 'Solta', statusId: statusIds.concluded, storyId: null },
    ]);
  });

  it('leaves out parents that lead back to themselves, and names them', async () => {
    const projectId = await makeProject(app, []);
    const csv = 'Issue key,Summary,Parent key\nA-1,Um,A-2\nA-2,Dois,A-1\nA-3,Abaixo,A-1';
    const { data } = await send(projectId, csv, { dryRun: 'true' });
    expect(data).toMatchObject({ created: 3, failed: 0 });
    expect(data.notes[0]).toMatch(/^Deixado de fora em 2 linhas \(2, 3\): .*superior de si mesma/);
  });

  it('reads a board of Trello list by list, with checklists and days of the company', async () => {
    const { projectId, boardId } = await makeBoard(app);
    const board = {
      lists: [
        { id: 'l2', name: 'Feito', pos: 2 },
        { id: 'l1', name: 'A fazer', pos: 1 },
        { id: 'l3', name: 'Velha', closed: true },
      ],
      members: [{ id: 'm1', fullName: null, username: 'gestora' }],
      cards: [
        { id: 'c2', name: 'Fim', idList: 'l2', pos: 1, labels: [{ name: '', color: 'red' }] },
        {
          id: 'c1',
          name: 'Começo\u0000',
          desc: 'Um <b>texto</b>\n<script>x</script>',
          idList: 'l1',
          pos: 1,
          due: '2026-03-02T01:30:00.000Z',
          idMembers: ['m1', 'm9'],
        },
        { id: 'c3', name: 'Arquivada', idList: 'l1', closed: true },
      ],
      checklists: [
        {
          idCard: 'c1',
          checkItems: [
            { name: 'B', pos: 2, state: 'incomplete' },
            { name: 'A', pos: 1, state: 'complete' },
          ],
        },
      ],
      actions: [{ type: 'commentCard' }, { type: 'updateCard' }],
    };
    const report = await send(projectId, JSON.stringify(board), { boardId: String(boardId) });
    expect(report.data).toMatchObject({ created: 2, tags: 1, written: true });
    expect(report.data.notes).toEqual([
      'Pessoas desconhecidas ou sem acesso ao projeto, deixadas de fora (1): m9',
      '1 cartão arquivado fica de fora.',
      '1 comentário fica de fora.',
    ]);
    const [first, second] = await tasksOf(projectId);
    // 22:30 of the day before in the company's time zone.
    expect(first).toMatchObject({
      title: 'Começo\uFFFD',
      endDate: '2026-03-01',
      head: gestora.id,
      statusId: statusIds.start,
    });
    expect(second).toMatchObject({ title: 'Fim', statusId: statusIds.concluded });
    const { description } = (await call<{ description: string }>('gestora', 'GET', `tasks/${first!.id}`))
      .data;
    expect(description).toBe('<p>Um &lt;b&gt;texto&lt;/b&gt;</p>\n<p>&lt;script&gt;x&lt;/script&gt;</p>');
    const { rows } = await sql<{ title: string; is_done: boolean }>`
      select title, is_done from checklist_item where parent_id = ${first!.id} order by pos`.execute(
      app.database.owner,
    );
    expect(rows).toEqual([
      { title: 'A', is_done: true },
      { title: 'B', is_done: false },
    ]);
  });

  it.each([
    ['no title column', 'a,b\n1,2', 'O arquivo não tem a coluna do título'],
    ['no rows', 'title', 'O arquivo não tem registros'],
    ['broken JSON', '{"lists": [', 'não é um JSON válido'],
    ['other JSON', '{"lists": [], "cards": 3}', 'não é a exportação de um quadro do Trello'],
    ['too many rows', `title\n${'a\n'.repeat(2001)}`, 'no máximo 2.000 linhas'],
  ])('is refused for a file with %s', async (_name, content, message) => {
    const projectId = await makeProject(app, []);
    const reply = await send(projectId, content);
    expect(reply).toMatchObject({ status: 400, message: expect.stringContaining(message) });
    expect(reply.errors?.[0]).toMatchObject({ path: '/file', message: expect.stringContaining(message) });
  });

  it('needs the right to create, a project that is open, and a board of it', async () => {
    const { projectId } = await makeBoard(app);
    const other = await makeBoard(app);
    const csv = 'title\nUma';
    expect((await send(projectId, csv, {}, 'leitora')).status).toBe(403);
    expect((await send(900_000_000, csv)).status).toBe(404);
    expect(await send(projectId, csv, { boardId: String(other.boardId) })).toMatchObject({
      status: 400,
      errors: [{ path: '/boardId' }],
    });
    await closeProject(app, projectId);
    expect((await send(projectId, csv)).status).toBe(409);
  });

  it('takes thousands of rows as one operation', async () => {
    const { projectId } = await makeBoard(app);
    const csv = (count: number) =>
      `title,story,tags\n${Array.from({ length: count }, (_, at) => `T${at},S${at % 7},"a, b"`).join('\n')}`;
    expect((await send(projectId, csv(1900))).data).toMatchObject({ created: 1900, stories: 7, tags: 2 });
    expect(
      (await call<{ totalRows: number }>('gestora', 'GET', `tasks?q_projId=${projectId}`)).data.totalRows,
    ).toBe(1900);
  });
});

describe('an export', () => {
  it('is imported again as it was, and leaves out what the person may not see', async () => {
    const { projectId, boardId } = await makeBoard(app, { cards: 1 });
    const story = await call<{ id: number }>('gestora', 'POST', 'stories', {
      projectId,
      title: 'Portal; =1',
    });
    const tag = await call<{ id: number }>('gestora', 'POST', 'tags', { boardId, title: 'a, "b"' });
    await call('gestora', 'POST', 'tasks', {
      projectId,
      title: '=SOMA(1)',
      description: '<p>Um <strong>texto</strong></p>',
      storyId: story.data.id,
      priorityId: 1,
      head: gestora.id,
      users: [gestora.id],
      tags: [tag.data.id],
      startDate: '2026-01-02',
      endDate: '2026-01-03',
    });
    const csv = (await download(`q_projId=${projectId}`)).body;
    expect(csv).toContain('"<p>Um <strong>texto</strong></p>";"Um texto"');
    expect(csv).toContain('"02/01/2026";"03/01/2026"');
    const copy = await makeBoard(app);
    const { data } = await send(copy.projectId, csv);
    expect(data).toMatchObject({ created: 2, failed: 0, stories: 1, tags: 1 });
    expect(data.notes).toEqual([
      '2 linhas têm códigos de tarefas que já existem. A importação cria outras e não altera as que existem.',
    ]);
    const task = (await tasksOf(copy.projectId))[1]!;
    expect(task).toMatchObject({
      title: '=SOMA(1)',
      priorityId: 1,
      head: gestora.id,
      users: [gestora.id],
      startDate: '2026-01-02',
      endDate: '2026-01-03',
    });
    expect((await storiesOf(copy.projectId)).map(({ title }) => title)).toEqual(['Portal; =1']);
    expect((await call<{ description: string }>('gestora', 'GET', `tasks/${task.id}`)).data.description).toBe(
      '<p>Um <strong>texto</strong></p>',
    );
    await sql`update project set restricted = true where id = ${projectId}`.execute(app.database.owner);
    expect((await download(`q_projId=${projectId}`)).body.trim().split('\r\n')).toHaveLength(1);
  });

  it('is a workbook with the filters of the list', async () => {
    const { projectId } = await makeBoard(app, { cards: 2, backlog: 1 });
    const file = await download(`q_projId=${projectId}&statusId=${statusIds.backlog}&format=xlsx`);
    expect(file.headers['content-disposition']).toContain('Tarefas.xlsx');
    const rows = await tableOf(file.rawPayload);
    expect(rows[0]!.cells.get(1)).toBe('Título');
    expect(rows).toHaveLength(2);
    const reply = await app.inject({
      method: 'GET',
      url: '/handler/v2/agile/tasks/-/export',
      headers: await app.sessionOf(app.tenants.acme, 'estranha'),
    });
    expect(reply.statusCode).toBe(403);
  });
});
