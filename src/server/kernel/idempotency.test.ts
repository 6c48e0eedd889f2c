import { afterAll, describe, expect, it } from 'vitest';
import { openUnitsApp } from './testing.ts';

const { app, admin, post } = await openUnitsApp();
afterAll(() => app.close());

describe('Idempotency-Key', () => {
  const send = (key: string, body: object) => post(body, { ...admin, 'idempotency-key': key });
  const count = async (title: string) =>
    (
      await app.database.owner
        .selectFrom('organizational_unit')
        .where('title', '=', title)
        .selectAll()
        .execute()
    ).length;

  it('answers eight simultaneous calls alike and does the work once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('race', { title: 'Uma vez' })));
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(201);
    expect(await count('Uma vez')).toBe(1);
  });

  it('refuses another body under a used key, and a bad key', async () => {
    await send('used', { title: 'Primeiro' });
    expect((await send('used', { title: 'Segundo' })).json()).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect((await send('x'.repeat(256), { title: 'Longa' })).json()).toMatchObject({
      code: 'BAD_IDEMPOTENCY_KEY',
    });
    expect((await send('with space', { title: 'Longa' })).json()).toMatchObject({
      code: 'BAD_IDEMPOTENCY_KEY',
    });
  });

  it('does the work again after a failure and after 24 hours', async () => {
    expect((await send('again', { title: 'breaks' })).statusCode).toBe(500);
    expect((await send('again', { title: 'Refeito' })).statusCode).toBe(201);
    await app.database.owner
      .updateTable('idempotency')
      .set({ created_at: new Date(Date.now() - 86_500_000) })
      .where('key', '=', 'again')
      .execute();
    expect((await send('again', { title: 'Outro dia' })).statusCode).toBe(201);
  });

  it('is separate for each person', async () => {
    const other = await app.sessionOf(app.tenants.beta, 'admin');
    await send('shared', { title: 'Da acme' });
    expect((await post({ title: 'Da beta' }, { ...other, 'idempotency-key': 'shared' })).statusCode).toBe(
      201,
    );
  });
});
