import { afterAll, beforeAll, expect, it } from 'vitest';
import { now, SupportTest, textFrom } from '../../../testing/support-chat.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';

let app: TestApp;
let support: SupportTest;
beforeAll(async () => {
  app = await testApp({ resources });
  support = await SupportTest.open(app);
});
afterAll(async () => {
  await support.close();
  await app.close();
});

it('finds a contact by the number that the provider says they have now', async () => {
  const headers = await app.sessionOf(app.tenants.acme, 'admin');
  const [old, next] = ['5511955550001', '5511955550002'];
  const payload = { name: 'Mudou', surname: 'de número', contactInfo: [{ data: old }] };
  await app.inject({ method: 'POST', url: '/adm/v2/sup/contact', headers, payload });
  await support.receive({ messages: [textFrom(old, 'antes')] });
  const system = { type: 'user_changed_number', body: 'mudou', wa_id: next };
  const change = { from: old, id: 'wamid.change', timestamp: String(now()), type: 'system', system };
  await support.receive({ messages: [change] });
  const { data } = (await app.inject({ url: '/adm/v2/sup/contact?name=95555-0002', headers })).json<{
    data: { rows: object[] };
  }>();
  expect(data.rows).toMatchObject([{ name: 'Mudou', numbers: '(11) 95555-0001, (11) 95555-0002' }]);
});
