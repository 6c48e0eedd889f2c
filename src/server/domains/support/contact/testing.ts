import { sql } from 'kysely';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import type { TestApp } from '../../../testing.ts';
import { addPerson } from '../../../testing/people.ts';

/** Test support: calls of contacts, people with rights on them, and chats. */

export interface Answer {
  status: number;
  code: string;
  message: string;
  data: JsonObject & { id: number; version: number; rows: JsonObject[]; totalRows: number };
  errors: { path: string; message: string }[];
}

export const whatsapp = (...numbers: string[]) =>
  numbers.map((data, at) => ({ type: 'WHATSAPP', data, active: 'Y', mainContact: at === 0 ? 'Y' : 'N' }));
let next = 0;
/** A Brazilian mobile number that no other contact of the tests has. */
export const mobile = (): string => `5511970${String((next += 1)).padStart(6, '0')}`;

export const names = (answer: Answer): Json[] => answer.data.rows.map(({ name }) => name!);

/** Adds people of acme with different rights, and a channel. */
export async function contactCalls(app: TestApp) {
  await addPerson(app, 'atendente', { support: 'rcud' });
  await addPerson(app, 'cadastro', { 'chatbot-contato': 'rcud' });
  await addPerson(app, 'leitora', { support: 'r' });
  await addPerson(app, 'ninguem', { 'admin-audit': 'r' });
  const { owner } = app.database;
  const { rows } = await sql<{ id: number }>`
    insert into support_channel (tenant_id, name, phone_number_id, business_id, phone)
    values (${app.tenants.acme}, 'Vendas', '100000000000001', '200000000000001', '551140028922') returning id`.execute(
    owner,
  );
  const channel = rows[0]!.id;

  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    { login = 'cadastro', tenant = 'acme' as 'acme' | 'beta', headers = {} } = {},
  ): Promise<Answer> {
    const reply = await app.inject({
      method,
      url: `/adm/v2/sup/${path}`,
      headers: { ...(await app.sessionOf(app.tenants[tenant], login)), ...headers },
      ...(payload && { payload }),
    });
    return { ...reply.json<Answer>(), status: reply.statusCode };
  }

  return {
    channel,
    call,
    created: async (body: JsonObject): Promise<Answer['data']> => (await call('POST', 'contact', body)).data,
    async chatOf(key: string, number: string | null = key): Promise<number> {
      const { rows: made } = await sql<{ id: number }>`
        insert into support_chat (tenant_id, channel_id, customer_key, customer_number, profile_name)
        values (${app.tenants.acme}, ${channel}, ${key}, ${number}, 'zé') returning id`.execute(owner);
      return made[0]!.id;
    },
    async storedChat(id: number): Promise<JsonObject> {
      const { rows: found } = await sql<JsonObject>`select * from support_chat where id = ${id}`.execute(
        owner,
      );
      return found[0]!;
    },
  };
}
