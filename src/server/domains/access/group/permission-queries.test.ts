import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

const app = await testApp({ resources });
afterAll(() => app.close());

/** The statements that a call sends to the database. */
async function statementsOf(url: string, headers: Record<string, string>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const answer = await app.inject({ url, headers });
  const texts = sent.mock.calls.map((call) => {
    const query: unknown = call[0];
    return typeof query === 'string' ? query : String((query as { text?: string }).text);
  });
  sent.mockRestore();
  expect(answer.statusCode).toBe(200);
  // Each half second the monitor of a PostgreSQL server asks whether it answers.
  return texts.filter((text) => text !== 'select 1');
}

describe('the permissions of a request', () => {
  it('are read by the statement that begins its transaction, however many groups the person is in', async () => {
    const person = await addPerson(app, 'counted', { 'basic-company': 'r' });
    const headers = await app.sessionOf(app.tenants.acme, 'counted');
    const url = '/adm/v2/home/menu2?device=D';
    // The first call fills what is cached of the tenant's definitions.
    await statementsOf(url, headers);
    const few = await statementsOf(url, headers);
    const admin = await app.sessionOf(app.tenants.acme, 'admin');
    const { rows: screens } = (await app.inject({ url: '/adm/v2/cas/screen', headers: admin })).json().data;
    for (let at = 0; at < 20; at += 1) {
      const created = await app.inject({
        method: 'POST',
        url: '/adm/v2/cas/agrp',
        headers: admin,
        payload: {
          nomeGrupo: `Contado ${at}`,
          newUsers: [person.id],
          newPermissions: [
            {
              telaId: screens[at % screens.length].id,
              flagConsulta: 'Y',
              flagInclusao: 'N',
              flagAlteracao: 'N',
              flagExclusao: 'N',
            },
          ],
        },
      });
      expect(created.statusCode).toBe(201);
    }
    const many = await statementsOf(url, headers);
    expect(many.length).toBe(few.length);
    const ofPermissions = many.filter((text) => /molde_enter|access_group/.test(text));
    expect(ofPermissions).toHaveLength(1);
    expect(ofPermissions[0]).toContain('molde_enter');
  });
});
