import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { contactCalls, mobile, names, whatsapp } from './testing.ts';

let app: TestApp;
let to: Awaited<ReturnType<typeof contactCalls>>;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  to = await contactCalls(app);
});
afterAll(() => app.close());

describe('two contacts of one person', () => {
  const double = (body: JsonObject = {}) =>
    to.created({ name: 'Tereza', surname: 'Fontoura', company: 'Hotel Verde', ...body });
  const merge = (id: number, otherId: number, gesture = 'merge', version?: number) =>
    to.call('POST', `contact/${id}/${gesture}`, { otherId, ...(version && { version }) });

  it('are found by their name and company, whatever case and accents', async () => {
    const one = await to.created({ name: 'Mário', surname: 'Dublê' });
    expect(one['doubleId']).toBe(null);
    const other = await to.created({ name: 'MARIO', surname: 'duble' });
    expect(other['doubleId']).toBe(one.id);
    expect(names(await to.call('GET', 'contact?doubles=Y&name=duble'))).toEqual(['MARIO', 'Mário']);
    // A first name alone is no sign.
    await to.created({ name: 'Só' });
    expect((await to.created({ name: 'Só' }))['doubleId']).toBe(null);
    await to.call('DELETE', `contact/${one.id}`);
    expect(names(await to.call('GET', 'contact?doubles=Y&name=duble'))).toEqual([]);
  });

  it('become one, with the numbers, the chats and what was empty; and two again', async () => {
    const [first, second] = [mobile(), mobile()];
    const chat = await to.chatOf(second);
    const one = await double({ contactInfo: whatsapp(first) });
    const other = await double({ birthdate: '1970-05-06', contactInfo: whatsapp(second), consent: 'given' });
    const merged = await merge(one.id, other.id, 'merge', 1);
    expect(merged).toMatchObject({
      status: 200,
      data: {
        id: one.id,
        birthdate: '1970-05-06',
        consent: 'given',
        doubleId: null,
        version: 2,
        contactInfo: [
          { data: first, mainContact: 'Y' },
          { data: second, mainContact: 'N' },
        ],
      },
    });
    expect((await to.call('GET', `contact/${other.id}`)).status).toBe(404);
    expect((await to.storedChat(chat))['contact_id']).toBe(one.id);
    expect(names(await to.call('GET', `contact?name=${second}`))).toEqual(['Tereza']);
    expect(await merge(one.id, other.id, 'unmerge', 1)).toMatchObject({ status: 409 });
    const undone = await merge(one.id, other.id, 'unmerge', 2);
    expect(undone).toMatchObject({ status: 200, data: { birthdate: null, consent: null, version: 3 } });
    expect(undone.data['contactInfo']).toMatchObject([{ data: first, mainContact: 'Y' }]);
    expect((await to.call('GET', `contact/${other.id}`)).data).toMatchObject({
      birthdate: '1970-05-06',
      contactInfo: [{ data: second, mainContact: 'Y' }],
      numbers: other['numbers'],
    });
    expect((await to.storedChat(chat))['contact_id']).toBe(other.id);
    for (const { id } of [one, other]) await to.call('DELETE', `contact/${id}`);
  });

  it('merge where both exist, are two, and keep within the limit of numbers', async () => {
    const one = await double();
    expect(await merge(one.id, one.id)).toMatchObject({ status: 400, errors: [{ path: '/otherId' }] });
    expect(await merge(one.id, 999_999)).toMatchObject({ status: 422, errors: [{ path: '/otherId' }] });
    expect(await merge(999_999, one.id)).toMatchObject({ status: 404 });
    expect(await merge(one.id, 999_999, 'unmerge')).toMatchObject({ status: 422 });
    const many = Array.from({ length: 11 }, () => mobile());
    const full = await to.created({ name: 'Cheia', contactInfo: whatsapp(...many) });
    const more = await to.created({
      name: 'Outra cheia',
      contactInfo: whatsapp(...many.map(() => mobile())),
    });
    expect(await merge(full.id, more.id)).toMatchObject({
      status: 422,
      message:
        'Juntos, os contatos têm 22 números, e um contato tem no máximo 20. Remova números antes de mesclar.',
    });
    expect(
      await to.call('POST', `contact/${one.id}/merge`, { otherId: full.id }, { login: 'leitora' }),
    ).toMatchObject({
      status: 403,
    });
  });

  it('are erased together', async () => {
    const [first, second, third] = [await double(), await double(), await double()];
    await merge(second!.id, third!.id);
    await merge(first!.id, second!.id);
    await to.call('DELETE', `contact/${first!.id}`);
    const { rows } = await sql<{ name: string }>`select name from support_contact
      where id = any(${[first!.id, second!.id, third!.id]}::bigint[])`.execute(app.database.owner);
    expect(rows.map(({ name }) => name)).toEqual(Array(3).fill('Contato excluído'));
    const { rows: audit } = await sql`select from audit where entity = 'support-contact'
      and entity_id = any(${[first!.id, second!.id, third!.id].map(String)}::text[])
      and (before is not null or after is not null)`.execute(app.database.owner);
    expect(audit).toEqual([]);
  });
});

it('a number is sent as forms show it, and refused there', async () => {
  const made = await to.created({
    name: 'Formulário',
    contactInfo: whatsapp('+47 90123457', '31 3222-0099'),
  });
  expect(made['contactInfo']).toMatchObject([{ phone: '+4790123457' }, { phone: '3132220099' }]);
  const infos = made['contactInfo'] as JsonObject[];
  const changed = await to.call('PUT', `contact/${made.id}`, {
    contactInfo: [infos[0]!, { ...infos[1]!, phone: '31988887766' }],
  });
  expect(changed.data['contactInfo']).toMatchObject([{ data: '4790123457' }, { data: '5531988887766' }]);
  const bad = await to.call('PUT', `contact/${made.id}`, { contactInfo: [{ phone: '12' }] });
  expect(bad.errors).toMatchObject([{ path: '/contactInfo/0/phone' }]);
});
