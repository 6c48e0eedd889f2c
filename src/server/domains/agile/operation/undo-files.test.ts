import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardEvents } from '../../../../contracts/agile.ts';
import type { CardDetails, HistoryEntry } from '../../../../contracts/agile-card.ts';
import { collectFiles } from '../../../platform/files/collection.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, closeProject, makeBoard } from '../../../testing/boards.ts';
import { uploader } from '../../../testing/uploads.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
let call: ReturnType<typeof caller>;
let upload: ReturnType<typeof uploader>;
let png: Buffer;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  upload = uploader(app);
  for (const login of ['gestora', 'outra'])
    await addPerson(app, login, { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
});
afterAll(() => app.close());

const undo = (opId: string, login = 'gestora', body: object = {}) =>
  call<{ opId: string }>(login, 'POST', `ops/${opId}/undo`, body);
const read = async (task: number): Promise<CardDetails> =>
  (await call<CardDetails>('gestora', 'GET', `tasks/${task}`)).data;
const namesOf = async (task: number): Promise<string[]> =>
  (await read(task)).attachments.map(({ name }) => name);
const content = async (fileId: number): Promise<[number, string]> => {
  const headers = await app.sessionOf(app.tenants.acme, 'outra');
  const reply = await app.inject({ method: 'GET', url: `/adm/v2/files/${fileId}`, headers });
  return [reply.statusCode, reply.statusCode === 200 ? reply.body : ''];
};

/** A task with files, and the gesture that attached them. */
async function taskWith(...names: string[]) {
  const board = await makeBoard(app, { cards: 1 });
  const [task] = board.cards as [number];
  const fileIds: number[] = [];
  for (const name of names)
    fileIds.push(await upload('gestora', name, name.endsWith('.png') ? png : Buffer.from(`de ${name}`)));
  const attached = randomUUID();
  const reply = await call('gestora', 'POST', `tasks/${task}/attachments`, { fileIds, opId: attached });
  expect(reply.status).toBe(201);
  return { ...board, task, fileIds, attached };
}
async function detach(task: number, fileId: number, login = 'gestora'): Promise<string> {
  const opId = randomUUID();
  const reply = await call(login, 'DELETE', `tasks/${task}/attachments/${fileId}?opId=${opId}`);
  expect(reply.status).toBe(200);
  return opId;
}

describe('an undo of attachments', () => {
  it('takes files of one gesture from their task, and returns them when it is undone itself', async () => {
    const { task, fileIds, attached, boardId } = await taskWith('um.txt', 'dois.txt');
    const { version } = await read(task);
    const gesture = randomUUID();
    expect(await undo(attached, 'gestora', { opId: gesture })).toMatchObject({ status: 200 });
    expect(await read(task)).toMatchObject({ attachments: [], version: version + 1 });
    expect(await content(fileIds[0]!)).toEqual([404, '']);
    expect(await undo(gesture)).toMatchObject({ status: 200 });
    expect(await namesOf(task)).toEqual(['um.txt', 'dois.txt']);
    expect(await content(fileIds[0]!)).toEqual([200, 'de um.txt']);
    const { rows } = (await call<BoardEvents>('gestora', 'GET', `boards/${boardId}/events?after=0`)).data;
    expect(rows.map(({ kind }) => kind)).toEqual(['task.attach', 'undo', 'undo']);
    const history = await call<{ rows: HistoryEntry[] }>('gestora', 'GET', `tasks/${task}/history`);
    expect(history.data.rows[1]!.changes).toEqual([
      { field: 'attachments', before: 'um.txt, dois.txt', after: null },
    ]);
  });

  it('returns a removed file, also as the cover that it was, whoever uploaded it', async () => {
    const { task, fileIds } = await taskWith('foto.png', 'nota.txt');
    const [picture] = fileIds as [number];
    await call('gestora', 'PUT', `tasks/${task}`, { coverFileId: picture });
    const removal = await detach(task, picture, 'outra');
    expect(await read(task)).toMatchObject({ coverFileId: null, attachments: [{ name: 'nota.txt' }] });
    expect((await content(picture))[0]).toBe(404);
    expect(await undo(removal, 'outra')).toMatchObject({ status: 200 });
    expect(await read(task)).toMatchObject({
      coverFileId: picture,
      attachments: [{ id: picture, isPicture: true }, { name: 'nota.txt' }],
    });
    expect((await content(picture))[0]).toBe(200);
  });

  it('is done once, and by who did it alone', async () => {
    const { task, fileIds } = await taskWith('nota.txt');
    const removal = await detach(task, fileIds[0]!);
    expect(await undo(removal, 'outra')).toMatchObject({
      status: 403,
      message: 'Só quem fez pode desfazer.',
    });
    const gesture = randomUUID();
    const first = await undo(removal, 'gestora', { opId: gesture });
    expect((await undo(removal, 'gestora', { opId: gesture })).data).toEqual(first.data);
    expect(await undo(removal)).toMatchObject({ status: 409, message: 'Isto já foi desfeito.' });
    expect(await namesOf(task)).toEqual(['nota.txt']);
  });

  it('is refused where somebody changed the attachments since', async () => {
    const { task, fileIds, attached } = await taskWith('nota.txt');
    const removal = await detach(task, fileIds[0]!, 'outra');
    const message = 'Pessoa outra mudou o mesmo depois. Desfazer apagaria essa mudança.';
    expect(await undo(attached)).toMatchObject({ status: 409, code: 'UNDO_REFUSED', message });
    expect(await namesOf(task)).toEqual([]);
    // A removal that was taken back stands in nobody's way.
    await undo(removal, 'outra');
    expect(await undo(attached)).toMatchObject({ status: 200 });
    expect(await namesOf(task)).toEqual([]);
  });

  it('never leaves a task with a cover that is not attached', async () => {
    const { task, fileIds, attached } = await taskWith('foto.png');
    const coverFileId = fileIds[0]!;
    const covered = randomUUID();
    await call('gestora', 'PUT', `tasks/${task}`, { coverFileId, opId: covered });
    const uncovered = randomUUID();
    expect(await undo(attached)).toMatchObject({
      status: 409,
      message: 'foto.png agora é a capa desta tarefa. Tire o arquivo da capa antes.',
    });
    expect(await read(task)).toMatchObject({ coverFileId, attachments: [{ id: coverFileId }] });
    await call('gestora', 'PUT', `tasks/${task}`, { coverFileId: null, opId: uncovered });
    await detach(task, coverFileId);
    expect(await undo(uncovered)).toMatchObject({ status: 409, code: 'UNDO_REFUSED' });
    expect(await read(task)).toMatchObject({ coverFileId: null, attachments: [] });
  });

  it('is refused in a closed project, and for a task that was removed', async () => {
    const closed = await taskWith('nota.txt');
    const removal = await detach(closed.task, closed.fileIds[0]!);
    await closeProject(app, closed.projectId);
    expect(await undo(removal)).toMatchObject({ status: 409, code: 'PROJECT_CLOSED' });
    expect(await undo(closed.attached)).toMatchObject({ status: 409, code: 'PROJECT_CLOSED' });
    expect(await namesOf(closed.task)).toEqual([]);
    const removed = await taskWith('nota.txt');
    await call('outra', 'DELETE', `tasks/${removed.task}`);
    expect(await undo(removed.attached)).toMatchObject({ status: 409, code: 'UNDO_REFUSED' });
  });

  it('is possible for a day: the collection leaves the file until then, and the refusal says so afterwards', async () => {
    const { task, fileIds } = await taskWith('nota.txt', 'outra.txt');
    const { files } = app.kernel;
    const collect = (hours: number) =>
      collectFiles(files, app.database.owner, app.fastify.log, undefined, Date.now() + hours * 3_600_000);
    const first = await detach(task, fileIds[0]!);
    await collect(23);
    expect(await undo(first)).toMatchObject({ status: 200 });
    expect(await content(fileIds[0]!)).toEqual([200, 'de nota.txt']);
    const second = await detach(task, fileIds[0]!);
    await collect(25);
    expect(await undo(second)).toMatchObject({
      status: 409,
      message:
        'Um anexo removido fica guardado por 24 horas, e nota.txt já não está. Anexe o arquivo de novo.',
    });
    expect(await namesOf(task)).toEqual(['outra.txt']);
    const { rows } = await sql<{ id: number }>`
      select id from file where owner_kind = 'task' and owner_id = ${task}`.execute(app.database.owner);
    expect(rows).toEqual([{ id: fileIds[1] }]);
  });

  it('counts files of one gesture towards the most that a task has', async () => {
    const { task } = await taskWith('um.txt');
    const fileIds = Array.from({ length: 100 }, (_, at) => 900_000 + at);
    expect(await call('gestora', 'POST', `tasks/${task}/attachments`, { fileIds })).toMatchObject({
      status: 422,
      message: 'Uma tarefa tem no máximo 100 anexos. Remova um antes.',
    });
  });
});
