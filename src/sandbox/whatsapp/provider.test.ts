import { createHash, createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CustomerMessage } from './incoming.ts';
import type { Wire } from './json.ts';
import { startSandbox, type Sandbox } from './testing.ts';

const SECRET = 'a secret of the tests';
const TOKEN = 'a token of the tests';
const NUMBER = '100000000000001';
const BUSINESS = '200000000000001';
const HOUR = 3_600_000;

interface Received {
  signature: string | undefined;
  host: string | undefined;
  raw: Buffer;
}

let received: Received[] = [];
/** Statuses of the next answers; 200 when none is left. */
let answers: number[] = [];
let receiver: Server;
let sandbox: Sandbox;
let now = Date.now();

beforeEach(async () => {
  received = [];
  answers = [];
  now = Date.now();
  receiver = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://receiver');
    if (request.method === 'GET') {
      response.end(
        searchParams.get('hub.verify_token') === 'verify' ? searchParams.get('hub.challenge') : 'no',
      );
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = request.headers['x-hub-signature-256'];
      received.push({ signature: String(signature), host: request.headers.host, raw: Buffer.concat(chunks) });
      response.statusCode = answers.shift() ?? 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  sandbox = await startSandbox({
    appSecret: SECRET,
    accessToken: TOKEN,
    verifyToken: 'verify',
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`,
    host: 'acme.localhost',
    retryPausesMs: [0, 1],
    now: () => now,
  });
});

afterEach(async () => {
  await sandbox.close();
  receiver.closeAllConnections();
  receiver.close();
});

const renato = () => sandbox.provider.book.all[0] ?? expect.fail();
const payload = (at: number) => JSON.parse(received[at]?.raw.toString() ?? 'null') as Webhook;
const values = () =>
  received.flatMap((_one, at) => payload(at).entry.flatMap((one) => one.changes.map(({ value }) => value)));
const messages = () => values().flatMap((value) => value.messages ?? []);
const statuses = () => values().flatMap((value) => value.statuses ?? []);
const until = (check: () => void) => vi.waitFor(check, { timeout: 600_000, interval: 5 });

interface Webhook {
  object: string;
  entry: { id: string; changes: { field: string; value: Value }[] }[];
}
interface Value {
  metadata: { phone_number_id: string };
  contacts?: Wire[];
  messages?: (Wire & { id: string; type: string })[];
  statuses?: (Wire & { id: string; status: string })[];
}

const write = (message: CustomerMessage) => sandbox.provider.receive(renato(), message);
const hello: CustomerMessage = { type: 'text', content: { body: 'Bom dia' } };

async function graph(
  method: string,
  path: string,
  body?: unknown,
  token = TOKEN,
): Promise<{ status: number; body: Wire }> {
  const isForm = body instanceof FormData;
  const response = await fetch(path.startsWith('http') ? path : `${sandbox.address}/v23.0/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Wire };
}

const post = (message: Wire, to = '+55 34 98877-1204') =>
  graph('POST', `${NUMBER}/messages`, { messaging_product: 'whatsapp', to, ...message });
const text = (body: string): Wire => ({ type: 'text', text: { body } });
const error = (answer: { body: Wire }) =>
  answer.body['error'] as { code: number; message: string; error_data?: Wire };

async function uploadFile(bytes: Buffer, type: string): Promise<{ status: number; body: Wire }> {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'file');
  return graph('POST', `${NUMBER}/media`, form);
}

describe('webhooks', () => {
  it('are signed over their raw bytes and name the tenant by their host', async () => {
    const id = write({ type: 'text', content: { body: 'Olá, “tudo” bem? 😀' } });
    await until(() => expect(received).toHaveLength(1));
    const [{ signature, host, raw }] = received as [Received];
    expect(signature).toBe(`sha256=${createHmac('sha256', SECRET).update(raw).digest('hex')}`);
    expect(host).toBe('acme.localhost');
    expect(payload(0)).toMatchObject({
      object: 'whatsapp_business_account',
      entry: [
        { id: BUSINESS, changes: [{ field: 'messages', value: { metadata: { phone_number_id: NUMBER } } }] },
      ],
    });
    // The number of Renato has a ninth digit, his account of WhatsApp has none.
    expect(values()[0]?.contacts).toEqual([
      { profile: { name: 'Renato Siqueira' }, wa_id: '553488771204', user_id: renato().userId },
    ]);
    expect(messages()).toEqual([
      {
        from: '553488771204',
        from_user_id: renato().userId,
        id,
        timestamp: String(Math.floor(now / 1000)),
        type: 'text',
        text: { body: 'Olá, “tudo” bem? 😀' },
      },
    ]);
  });

  it('are repeated until they are answered with 200', async () => {
    answers = [500, 503, 404, 200];
    write(hello);
    await until(() => expect(sandbox.provider.webhooks.pending).toBe(0));
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ raw }) => raw.toString())).size).toBe(1);
  });

  it('arrive several times with the switch of duplicates', async () => {
    sandbox.provider.change({ duplicates: 3 });
    write(hello);
    await until(() => expect(received).toHaveLength(3));
    expect(new Set(messages().map(({ id }) => id)).size).toBe(1);
  });

  it('contain several updates with the switch of batches', async () => {
    sandbox.provider.change({ batch: 40 });
    const ids = Array.from({ length: 40 }, () => write(hello));
    await until(() => expect(messages().map(({ id }) => id)).toEqual(ids));
    expect(received).toHaveLength(1);
    expect(payload(0).entry.map(({ changes }) => changes.length)).toEqual([3, 3, 2]);
  });

  it('arrive in any order with the switch of shuffling, and none is lost', async () => {
    sandbox.provider.change({ shuffle: true });
    const ids = Array.from({ length: 30 }, () => write(hello));
    await until(() => expect(messages()).toHaveLength(30));
    const arrived = messages().map(({ id }) => id);
    expect(arrived.toSorted()).toEqual(ids.toSorted());
    expect(arrived).not.toEqual(ids);
  });

  it('have a wrong signature, or none, with the switch', async () => {
    sandbox.provider.change({ signature: 'wrong' });
    write(hello);
    sandbox.provider.change({ signature: 'missing' });
    write(hello);
    await until(() => expect(received).toHaveLength(2));
    const [wrong, missing] = received.map(({ signature }) => signature).toSorted();
    expect(wrong).toMatch(/^sha256=/);
    expect(missing).toBe('undefined');
  });

  it('name a sender who hides the number by the business-scoped id alone', async () => {
    const marina = sandbox.provider.book.all.find(({ username }) => username !== null) ?? expect.fail();
    sandbox.provider.receive(marina, hello);
    await until(() => expect(messages()).toHaveLength(1));
    expect(messages()[0]).not.toHaveProperty('from');
    expect(messages()[0]).toMatchObject({ from_user_id: marina.userId });
    expect(values()[0]?.contacts?.[0]).not.toHaveProperty('wa_id');
    const answer = await post(text('Oi'), marina.userId);
    expect(answer.body).toMatchObject({ contacts: [{ input: marina.userId, wa_id: marina.userId }] });
  });

  it('report a new number as a system message', async () => {
    sandbox.provider.changeNumber(renato(), '+55 34 97777-0000');
    await until(() => expect(messages()).toHaveLength(1));
    expect(messages()[0]).toMatchObject({
      from: '553488771204',
      type: 'system',
      system: { wa_id: '553477770000', type: 'user_changed_number' },
    });
  });

  it('are registered by a challenge', async () => {
    expect(await sandbox.provider.verify()).toBe(true);
  });
});

describe('sending', () => {
  it('answers the id and the number as WhatsApp knows it, then reports sent, delivered and read', async () => {
    write(hello);
    const answer = await post({ ...text('Bom dia, Renato'), biz_opaque_callback_data: 'ours-1' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input: '+55 34 98877-1204', wa_id: '553488771204' }],
      },
    });
    const [{ id }] = answer.body['messages'] as [{ id: string }];
    expect(id).toMatch(/^wamid\./);
    await until(() =>
      expect(
        statuses()
          .map(({ status }) => status)
          .toSorted(),
      ).toEqual(['delivered', 'sent']),
    );
    sandbox.provider.markRead(renato());
    await until(() => expect(statuses()).toHaveLength(3));
    expect(statuses()[2]).toMatchObject({
      id,
      status: 'read',
      recipient_id: '553488771204',
      biz_opaque_callback_data: 'ours-1',
    });
  });

  it('fails by a status after 24 hours, or at once with the switch, but for templates', async () => {
    write(hello);
    now += 24 * HOUR - 1;
    await post(text('Ainda aberta'));
    await until(() => expect(statuses().filter(({ status }) => status === 'delivered')).toHaveLength(1));
    now += 1;
    const late = await post(text('Fechada'));
    expect(late.status).toBe(200);
    await until(() =>
      expect(statuses().find(({ status }) => status === 'failed')).toMatchObject({
        errors: [{ code: 131047 }],
      }),
    );
    sandbox.provider.change({ windowRefusal: 'answer' });
    const refused = await post(text('Fechada'));
    expect([refused.status, error(refused).code]).toEqual([400, 131047]);
    const template = await post({
      type: 'template',
      template: { name: 'fora_do_horario', language: { code: 'pt_BR' } },
    });
    expect(template.status).toBe(200);
    await until(() => expect(statuses().filter(({ status }) => status === 'delivered')).toHaveLength(2));
  });

  it.each([
    [100, { messaging_product: 'sms', ...text('x') }],
    [100, { type: 'poll', poll: {} }],
    [131008, { type: 'text', text: {} }],
    [100, text('x'.repeat(4097))],
    [100, { type: 'image', image: { id: '1' } }],
    [131008, { type: 'image', image: {} }],
    [131008, { type: 'location', location: { latitude: 1 } }],
    [131009, { type: 'reaction', reaction: { message_id: 'x', emoji: 'texto' } }],
    [131008, { type: 'contacts', contacts: [{ name: { formatted_name: 'Ana' } }] }],
    [131009, { to: 'ninguém', ...text('x') }],
    [131021, { to: '+55 31 3555-0142', ...text('x') }],
    [132001, { type: 'template', template: { name: 'nenhum', language: { code: 'pt_BR' } } }],
    [132001, { type: 'template', template: { name: 'boas_vindas', language: { code: 'en_US' } } }],
    [132000, { type: 'template', template: { name: 'boas_vindas', language: { code: 'pt_BR' } } }],
    [132015, { type: 'template', template: { name: 'pesquisa_satisfacao', language: { code: 'pt_BR' } } }],
    [
      132012,
      {
        type: 'template',
        template: {
          name: 'catalogo_do_mes',
          language: { code: 'pt_BR' },
          components: [
            {
              type: 'body',
              parameters: ['nome', 'mes', 'empresa'].map((name) => ({
                type: 'text',
                parameter_name: name,
                text: 'x',
              })),
            },
          ],
        },
      },
    ],
  ])('refuses with %i', async (code, message) => {
    const answer = await post(message);
    expect(error(answer).code).toBe(code);
    expect(error(answer)).toMatchObject({ type: 'OAuthException', fbtrace_id: expect.any(String) as string });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  it('renders a template with its parameters by name', async () => {
    const parameters = { pedido: 'PV-1', data: '01/12/2026', nome: 'Renato' };
    const named = Object.entries(parameters).map(([parameter_name, value]) => ({
      type: 'text',
      parameter_name,
      text: value,
    }));
    await post({
      type: 'template',
      template: {
        name: 'aviso_atraso_entrega',
        language: { code: 'pt_BR' },
        components: [{ type: 'body', parameters: named }],
      },
    });
    expect(renato().entries[0]?.rendered).toMatchObject({
      header: { text: 'Sobre a sua entrega' },
      body: 'Olá, Renato. O pedido PV-1 terá nova data de entrega: 01/12/2026. Responda esta mensagem para falar com a gente.',
    });
  });

  it('needs the token', async () => {
    const answer = await graph('POST', `${NUMBER}/messages`, {}, 'another');
    expect([answer.status, error(answer).code]).toEqual([401, 190]);
  });

  it('meets the trouble that is switched on, as often as it says', async () => {
    write(hello);
    sandbox.provider.change({ send: { kind: '500', left: 1 } });
    expect((await post(text('x'))).status).toBe(500);
    sandbox.provider.change({ send: { kind: '429', left: 1 } });
    expect(error(await post(text('x'))).code).toBe(130429);
    sandbox.provider.change({ send: { kind: 'error', code: 131056, left: 1 } });
    expect(error(await post(text('x'))).code).toBe(131056);
    expect(renato().entries).toHaveLength(1);
    sandbox.provider.change({ send: { kind: 'lost', left: 1 } });
    await expect(post(text('Uma vez'))).rejects.toThrow('fetch failed');
    // It was accepted although its answer was lost.
    expect(renato().entries.at(-1)?.content).toEqual({ body: 'Uma vez' });
    expect((await post(text('x'))).status).toBe(200);
  });

  it('fails for a number without WhatsApp', async () => {
    await post(
      { type: 'template', template: { name: 'fora_do_horario', language: { code: 'pt_BR' } } },
      '+5531999990000',
    );
    await until(() => expect(statuses()[0]).toMatchObject({ status: 'failed', errors: [{ code: 131026 }] }));
  });

  it('marks what the customer wrote as read and shows that the business writes', async () => {
    const id = write(hello);
    const answer = await post({ status: 'read', message_id: id, typing_indicator: { type: 'text' } });
    expect(answer.body).toEqual({ success: true });
    expect(renato().entries[0]?.status).toBe('read');
    expect(renato().typingUntil).toBeGreaterThan(now);
  });
});

describe('media', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64, 7)]);

  it('is uploaded, described and downloaded for five minutes', async () => {
    const { body } = await uploadFile(png, 'image/png');
    const about = await graph('GET', String(body['id']));
    expect(about.body).toMatchObject({
      id: body['id'],
      mime_type: 'image/png',
      file_size: png.length,
      sha256: createHash('sha256').update(png).digest('hex'),
    });
    const url = String(about.body['url']);
    const load = (headers: Record<string, string>) => fetch(url, { headers });
    const loaded = await load({ authorization: `Bearer ${TOKEN}` });
    expect(Buffer.from(await loaded.arrayBuffer())).toEqual(png);
    expect((await load({})).status).toBe(401);
    now += 5 * 60_000;
    expect((await load({ authorization: `Bearer ${TOKEN}` })).status).toBe(404);
  });

  it('of a customer arrives as an id with its hash in base64', async () => {
    const { id } = sandbox.provider.media.add(png, 'image/png');
    write({ type: 'image', content: { id, caption: 'Nota' } });
    await until(() => expect(messages()).toHaveLength(1));
    const sha256 = createHash('sha256').update(png).digest('base64');
    expect(messages()[0]?.['image']).toEqual({ id, mime_type: 'image/png', sha256, caption: 'Nota' });
  });

  it('meets the trouble that is switched on', async () => {
    const { id } = sandbox.provider.media.add(png, 'image/png');
    const load = async () => {
      const { body } = await graph('GET', id);
      return fetch(String(body['url']), { headers: { authorization: `Bearer ${TOKEN}` } });
    };
    sandbox.provider.change({ media: { kind: '503', left: 2 } });
    expect([(await load()).status, (await load()).status, (await load()).status]).toEqual([503, 503, 200]);
    sandbox.provider.change({ media: { kind: 'mime', left: 1 } });
    expect(await (await load()).text()).toContain('<script>');
    sandbox.provider.change({ media: { kind: 'endless', left: 1 } });
    const reader = (await load()).body?.getReader();
    let size = 0;
    while (size < 1_000_000) size += (await reader?.read())?.value?.length ?? 0;
    await reader?.cancel();
    sandbox.provider.change({ media: { kind: 'sha256', left: 1 } });
    expect((await graph('GET', id)).body['sha256']).toBe('0'.repeat(64));
  });

  it('is refused with a type or size that is not taken', async () => {
    expect(error(await uploadFile(png, 'image/svg+xml')).code).toBe(100);
    expect(error(await uploadFile(Buffer.alloc(6_000_000), 'image/png')).code).toBe(131053);
  });

  it('of another kind than the message fails by a status', async () => {
    write(hello);
    const { body } = await uploadFile(png, 'image/png');
    expect((await post({ type: 'audio', audio: { id: body['id'] } })).status).toBe(200);
    await until(() => expect(statuses()[0]).toMatchObject({ status: 'failed', errors: [{ code: 131053 }] }));
  });
});

describe('templates', () => {
  it('are listed by pages', async () => {
    const names: string[] = [];
    let pages = 0;
    let next: string | undefined =
      `${sandbox.address}/v23.0/${BUSINESS}/message_templates?limit=4&status=APPROVED&fields=name,components`;
    while (next) {
      const { body } = await graph('GET', next);
      const { data, paging } = body as {
        data: { name: string; components: Wire[]; category?: string }[];
        paging: { next?: string };
      };
      names.push(...data.map(({ name }) => name));
      expect(data[0]?.components.length).toBeGreaterThan(0);
      expect(data[0]).not.toHaveProperty('category');
      pages += 1;
      next = paging.next;
    }
    expect(names).toEqual(
      sandbox.provider.templates.filter(({ status }) => status === 'APPROVED').map(({ name }) => name),
    );
    expect(pages).toBe(3);
  });

  it('change their status by a webhook', async () => {
    const [template] = sandbox.provider.templates;
    if (template) sandbox.provider.setTemplateStatus(template, 'PAUSED');
    await until(() => expect(received).toHaveLength(1));
    expect(payload(0).entry[0]?.changes[0]).toMatchObject({
      field: 'message_template_status_update',
      value: { event: 'PAUSED', message_template_name: 'aviso_atraso_entrega' },
    });
  });
});

it('describes the number', async () => {
  const { body } = await graph('GET', NUMBER);
  expect(body).toMatchObject({
    display_phone_number: '+55 31 3555-0142',
    verified_name: 'Acme Comercial',
    quality_rating: 'GREEN',
  });
});
