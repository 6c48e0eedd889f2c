import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CardDetails, HistoryEntry } from '../../../../contracts/agile-card.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, closeProject, makeBoard } from '../../../testing/boards.ts';
import { uploader } from '../../../testing/uploads.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

let app: TestApp;
let call: ReturnType<typeof caller>;
let upload: ReturnType<typeof uploader>;
let gestora: Person;
let outra: Person;
beforeAll(async () => {
  app = await testApp({ resources });
  call = caller(app);
  upload = uploader(app);
  gestora = await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  outra = await addPerson(app, 'outra', { 'ppm-projects': 'rcu', 'ppm-boards': 'rcu' });
  await addPerson(app, 'leitora', { 'ppm-projects': 'r', 'ppm-boards': 'r' });
});
afterAll(() => app.close());

const read = async (id: number, login = 'gestora'): Promise<CardDetails> =>
  (await call<CardDetails>(login, 'GET', `tasks/${id}`)).data;
const link = (id: number, kind: string, otherId: number, more: object = {}) =>
  call<CardDetails>('gestora', 'POST', `tasks/${id}/links`, { kind, otherId, ...more });

describe('a link', () => {
  it('is seen from both tasks, and taken back', async () => {
    const { cards } = await makeBoard(app, { cards: 2 });
    const [one, other] = cards as [number, number];
    const opId = randomUUID();
    expect((await link(one, 'blockedBy', other, { opId })).data.links).toMatchObject([
      { kind: 'blockedBy', id: other, isDone: false },
    ]);
    expect((await read(other)).links).toMatchObject([{ kind: 'blocks', id: one }]);
    expect((await call('gestora', 'POST', `ops/${opId}/undo`, {})).status).toBe(200);
    expect((await read(one)).links).toEqual([]);
    await link(one, 'relates', other);
    await link(other, 'relates', one);
    expect((await read(one)).links).toHaveLength(1);
    await call('gestora', 'DELETE', `tasks/${other}/links?kind=relates&otherId=${one}`);
    expect((await read(one)).links).toEqual([]);
  });

  it('never makes a circle of blocks, not by an undo either', async () => {
    const { cards } = await makeBoard(app, { cards: 3 });
    const [one, two, three] = cards as [number, number, number];
    await link(one, 'blocks', two);
    await link(two, 'blocks', three);
    expect(await link(three, 'blocks', one)).toMatchObject({ status: 422, code: 'RULE_BROKEN' });
    expect((await link(one, 'blocks', one)).status).toBe(400);
    const removal = randomUUID();
    const path = `tasks/${one}/links?kind=blocks&otherId=${two}&opId=${removal}`;
    expect((await call('gestora', 'DELETE', path)).status).toBe(200);
    expect((await link(three, 'blocks', one)).status).toBe(201);
    expect((await call('gestora', 'POST', `ops/${removal}/undo`, {})).status).toBe(422);
    expect((await read(one)).links.map(({ kind }) => kind)).toEqual(['blockedBy']);
  });

  it('of a removed task blocks nothing, and forbids its return where it would make a circle', async () => {
    const { cards } = await makeBoard(app, { cards: 3 });
    const [one, removed, three] = cards as [number, number, number];
    await link(one, 'blocks', removed);
    await link(removed, 'blocks', three);
    const opId = randomUUID();
    expect((await call('gestora', 'DELETE', `tasks/${removed}?opId=${opId}`)).status).toBe(200);
    expect((await link(three, 'blocks', one)).status).toBe(201);
    expect((await call('gestora', 'POST', `ops/${opId}/undo`, {})).status).toBe(422);
    await call('gestora', 'DELETE', `tasks/${three}/links?kind=blocks&otherId=${one}`);
    expect((await call('gestora', 'POST', `ops/${opId}/undo`, {})).status).toBe(200);
  });

  it('needs rights, and tells nothing of what is hidden', async () => {
    const { cards } = await makeBoard(app, { cards: 1 });
    const hidden = await makeBoard(app, { cards: 1 });
    const [one] = cards as [number];
    const [secret] = hidden.cards as [number];
    expect(
      (await call('leitora', 'POST', `tasks/${one}/links`, { kind: 'blocks', otherId: secret })).status,
    ).toBe(403);
    await link(one, 'blocks', secret);
    await sql`update project set restricted = true, head_id = ${gestora.id} where id = ${hidden.projectId}`.execute(
      app.database.owner,
    );
    expect((await read(one)).links).toHaveLength(1);
    expect((await read(one, 'outra')).links).toEqual([]);
    const attempt = { kind: 'relates', otherId: secret };
    expect((await call('outra', 'POST', `tasks/${one}/links`, attempt)).status).toBe(404);
    expect((await link(one, 'relates', 987_654_321)).status).toBe(404);
    await closeProject(app, hidden.projectId);
    expect(await link(one, 'relates', secret)).toMatchObject({ status: 409, code: 'PROJECT_CLOSED' });
  });
});

describe('watching', () => {
  it('begins for who makes, is put on, comments, or is mentioned, and ends by oneself', async () => {
    const { projectId } = await makeBoard(app);
    const { data } = await call<{ id: number }>('gestora', 'POST', 'tasks', { projectId, title: 'Nova' });
    const watchers = async () => (await read(data.id)).watchers.map(({ id }) => id);
    expect(await watchers()).toEqual([gestora.id]);
    await call('gestora', 'PUT', `tasks/${data.id}`, { users: [outra.id] });
    expect(await watchers()).toEqual([gestora.id, outra.id]);
    await call('outra', 'DELETE', `tasks/${data.id}/watch`);
    expect(await watchers()).toEqual([gestora.id]);
    const parent = { parentType: 'task', parentId: data.id };
    await call('outra', 'POST', 'comments', { ...parent, body: '<p>oi</p>' });
    expect(await watchers()).toEqual([gestora.id, outra.id]);
    await call('leitora', 'POST', `tasks/${data.id}/watch`);
    expect(await watchers()).toHaveLength(3);
    expect((await call('leitora', 'POST', 'tasks/987654321/watch')).status).toBe(404);
  });
});

describe('an attachment', () => {
  it('is read by who sees the task, can be its cover, and leaves with it', async () => {
    const { cards, projectId } = await makeBoard(app, { cards: 2 });
    const [one, other] = cards as [number, number];
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const fileId = await upload('gestora', 'foto.png', png);
    const note = await upload('gestora', 'nota.txt', Buffer.from('nota'));
    expect((await call('outra', 'POST', `tasks/${one}/attachments`, { fileIds: [fileId] })).status).toBe(400);
    await call('gestora', 'POST', `tasks/${one}/attachments`, { fileIds: [fileId] });
    const attached = await call<CardDetails>('gestora', 'POST', `tasks/${one}/attachments`, {
      fileIds: [note],
    });
    expect(attached).toMatchObject({
      status: 201,
      data: {
        attachments: [
          { id: fileId, name: 'foto.png', isPicture: true },
          { id: note, name: 'nota.txt', isPicture: false },
        ],
      },
    });
    const content = async (login: string) =>
      (
        await app.inject({
          method: 'GET',
          url: `/adm/v2/files/${fileId}`,
          headers: await app.sessionOf(app.tenants.acme, login),
        })
      ).statusCode;
    expect(await content('leitora')).toBe(200);
    expect((await call('gestora', 'PUT', `tasks/${one}`, { coverFileId: note })).status).toBe(400);
    expect((await call('gestora', 'PUT', `tasks/${other}`, { coverFileId: fileId })).status).toBe(400);
    expect(
      (await call<CardDetails>('gestora', 'PUT', `tasks/${one}`, { coverFileId: fileId })).data,
    ).toMatchObject({ coverFileId: fileId });
    expect((await call('gestora', 'DELETE', `tasks/${other}/attachments/${fileId}`)).status).toBe(404);
    expect((await call('leitora', 'DELETE', `tasks/${one}/attachments/${fileId}`)).status).toBe(403);
    await sql`update project set restricted = true, head_id = ${gestora.id} where id = ${projectId}`.execute(
      app.database.owner,
    );
    expect(await content('leitora')).toBe(404);
    const removed = await call<CardDetails>('gestora', 'DELETE', `tasks/${one}/attachments/${fileId}`);
    expect(removed.data).toMatchObject({ coverFileId: null, attachments: [{ id: note }] });
    expect(await content('gestora')).toBe(404);
  });
});

describe('the history of a task', () => {
  it('tells in words who did what, before and after', async () => {
    const { cards, projectId } = await makeBoard(app, { cards: 2 });
    const [one, other] = cards as [number, number];
    await call('gestora', 'PUT', `tasks/${one}`, { title: 'Outro', priorityId: 2, users: [outra.id] });
    const parent = { parentType: 'task', parentId: one };
    const { data: item } = await call<{ id: number }>('gestora', 'POST', 'checklist', {
      ...parent,
      title: 'um',
    });
    const tick = randomUUID();
    await call('gestora', 'PUT', `checklist/${item.id}`, { isDone: true, opId: tick });
    await call('outra', 'POST', 'comments', { ...parent, body: '<p>Feito <b>agora</b></p>' });
    await link(other, 'blocks', one);
    await call('gestora', 'POST', `ops/${tick}/undo`, {});
    await call('gestora', 'DELETE', `checklist/${item.id}`);
    const history = async (id: number, query = '', login = 'leitora') =>
      call<{ rows: HistoryEntry[]; totalRows: number }>(login, 'GET', `tasks/${id}/history${query}`);
    const { data } = await history(one);
    expect(data.totalRows).toBe(7);
    expect(data.rows.map(({ kind, actor, changes }) => [kind, actor?.name, changes])).toMatchObject([
      ['checklist.delete', 'Pessoa gestora', [{ field: 'checklist', before: 'um', after: null }]],
      ['undo', 'Pessoa gestora', [{ field: 'undone', after: 'um' }]],
      [
        'task.link',
        'Pessoa gestora',
        [{ field: 'blockedBy', before: null, after: expect.stringMatching(/^[A-Z0-9]+-\d+ Tarefa/) }],
      ],
      ['comment.create', 'Pessoa outra', [{ field: 'comment', before: null, after: 'Feito agora' }]],
      ['checklist.update', 'Pessoa gestora', [{ field: 'done', after: 'um' }]],
      ['checklist.create', 'Pessoa gestora', [{ field: 'checklist', before: null, after: 'um' }]],
      ['task.update', 'Pessoa gestora', expect.any(Array)],
    ]);
    const fields = Object.fromEntries(data.rows[6]!.changes.map(({ field, ...rest }) => [field, rest]));
    expect(fields).toMatchObject({
      title: { after: 'Outro' },
      priorityId: { before: null, after: 'Alta' },
      users: { before: null, after: 'Pessoa outra' },
    });
    expect((await history(one, '?perPage=2&page=2')).data.rows.map(({ kind }) => kind)).toEqual([
      'task.link',
      'comment.create',
    ]);
    await sql`update project set restricted = true, head_id = ${gestora.id} where id = ${projectId}`.execute(
      app.database.owner,
    );
    expect((await history(one)).status).toBe(404);
    expect((await history(one, '', 'gestora')).status).toBe(200);
  });
});
