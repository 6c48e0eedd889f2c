import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { ChatMessage, ChatWithMessages, SendReply } from '../../../../contracts/support.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/whatsapp/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { hurryJobs } from '../../../testing/jobs.ts';
import { SupportTest } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

/** Messages that agents send, over the real adapter to the sandbox provider, and what comes back. */

let app: TestApp;
let sandbox: Sandbox;
let support: SupportTest;
let agent: Record<string, string>;
let reader: Record<string, string>;

beforeAll(async () => {
  sandbox = await startSandbox({
    appSecret: 'molde-demo-app-secret',
    accessToken: 'molde-demo-token',
    verifyToken: 'molde-demo-verify',
    webhookUrl: () =>
      `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}/adm/v2/sup/zap/webhook`,
    retryPausesMs: [10, 50],
  });
  app = await testApp({ resources, env: { WHATSAPP_API_BASE: sandbox.address } });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  await addPerson(app, 'atende', { support: 'rcud' });
  await addPerson(app, 'so-le', { support: 'r' });
  agent = await app.sessionOf(app.tenants.acme, 'atende');
  reader = await app.sessionOf(app.tenants.acme, 'so-le');
  support = await SupportTest.open(app);
});

beforeEach(() =>
  sandbox.provider.change({
    send: { kind: 'none', left: 0 },
    media: { kind: 'none', left: 0 },
    duplicates: 1,
  }),
);

afterAll(async () => {
  await support.close();
  await sandbox.close();
  await app.close();
});

let last = 71_000_000;

/** A customer with a chat, whose window is open. */
async function newChat() {
  const number = `55319${(last += 1)}`;
  const customer = sandbox.provider.addCustomer(`Cliente ${last}`, number);
  sandbox.provider.receive(customer, { type: 'text', content: { body: 'Olá' } });
  const chat = await until(async () => (await support.chats(agent, `?text=${number}`)).rows[0]);
  await support.settled();
  return { customer, id: chat.id, number };
}

/** Waits for something that comes by itself, however slow the machine is: what never comes meets the limit of the test. */
async function until<T>(read: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await read();
    if (found) return found;
    await delay(10);
  }
}

const post = (url: string, payload: JsonObject, headers = agent) =>
  app.inject({ method: 'POST', url, headers, payload });
const send = (chatId: number, payload: JsonObject, headers = agent) =>
  post(`/adm/v2/sup/zap/send/${chatId}`, { type: 'text', ...payload }, headers);

async function sent(chatId: number, textBody: string, more: JsonObject = {}): Promise<SendReply> {
  const answer = await send(chatId, { textBody, ...more });
  expect([answer.statusCode, answer.json().message]).toEqual([201, '']);
  return answer.json<{ data: SendReply }>().data;
}

const messageOf = async (chatId: number, id: number): Promise<ChatMessage> =>
  (await support.chat(agent, chatId)).messages.find((message) => message.id === id)!;

const inState = (chatId: number, id: number, ...states: string[]): Promise<ChatMessage> =>
  until(async () => {
    const message = await messageOf(chatId, id);
    return states.includes(message.state) && message;
  });

/** Texts that the customer got, in their order. */
const gotBy = (customer: { entries: { from: string; content: unknown }[] }): unknown[] =>
  customer.entries
    .filter(({ from }) => from === 'business')
    .map(({ content }) => (content as { body?: string }).body);

describe('a text', () => {
  it('reaches the customer, and gets its ticks', async () => {
    const { customer, id } = await newChat();
    const { messageId } = await sent(id, 'Bom dia');
    await inState(id, messageId, 'delivered');
    sandbox.provider.markRead(customer);
    await inState(id, messageId, 'read');
    expect(gotBy(customer)).toEqual(['Bom dia']);
  });

  it('makes its sender the attendant, and the chat active', async () => {
    const { id } = await newChat();
    await sent(id, 'Assumo');
    const chat = await support.chat(agent, id);
    expect(chat).toMatchObject({ attendantName: 'Pessoa atende', isActive: 'Y', isFinished: 'N' });
    expect(chat.messages.map(({ type }) => type)).toContain('system');
  });

  it('arrives in the order in which it was sent', async () => {
    const { customer, id } = await newChat();
    const texts = Array.from({ length: 12 }, (_, at) => `parte ${at}`);
    for (const one of texts) await sent(id, one);
    await until(async () => gotBy(customer).length === texts.length);
    expect(gotBy(customer)).toEqual(texts);
  });

  it('is one for a repeated id, however many ask', async () => {
    const { customer, id } = await newChat();
    const clientId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(id, { textBody: 'uma vez', clientId })),
    );
    expect(new Set(answers.map((answer) => answer.json<{ data: SendReply }>().data?.messageId)).size).toBe(1);
    await until(async () => gotBy(customer).length === 1);
    await support.settled();
    expect(gotBy(customer)).toEqual(['uma vez']);
  });

  it('is refused when empty, too long, to another number, by another channel', async () => {
    const { id } = await newChat();
    const refusals = [
      await send(id, { textBody: ' \n ' }),
      await send(id, { textBody: 'a'.repeat(4097) }),
      await send(id, { textBody: 'x', to: '5511999999999' }),
      await post(`/adm/v2/sup/zap/send/${id}?channelId=999999`, { textBody: 'x' }),
    ];
    expect(refusals.map((answer) => [answer.statusCode, answer.json().errors?.[0]?.path])).toEqual([
      [400, '/textBody'],
      [400, '/textBody'],
      [400, '/to'],
      [400, '/channelId'],
    ]);
  });

  it('is refused from who may only read, and for a chat of another tenant', async () => {
    const { id } = await newChat();
    expect((await send(id, { textBody: 'x' }, reader)).statusCode).toBe(403);
    const foreign = await app.sessionOf(app.tenants.beta, 'admin');
    expect((await send(id, { textBody: 'x' }, foreign)).statusCode).toBe(404);
  });

  it('answers a message of the customer', async () => {
    const { customer, id } = await newChat();
    const asked = (await support.chat(agent, id)).messages.find(({ sender }) => sender === 'client')!;
    const { message } = await sent(id, 'Resposta', { replyTo: asked.id });
    expect(message.reply).toMatchObject({ id: asked.id, content: 'Olá' });
    const answer = await until(async () => customer.entries.find(({ from }) => from === 'business'));
    expect(answer.replyTo).toBe(customer.entries.find(({ from }) => from === 'customer')!.id);
  });
});

describe('the window', () => {
  const age = (id: number, hours: number) =>
    sql`update support_chat set last_inbound_at = now() - make_interval(secs => ${hours * 3600}) where id = ${id}`.execute(
      app.database.owner,
    );

  it('takes free text up to 24 hours, whatever was sent meanwhile', async () => {
    const { id } = await newChat();
    await sent(id, 'cedo');
    await age(id, 23.999);
    expect((await send(id, { textBody: 'ainda' })).statusCode).toBe(201);
    await age(id, 24.0001);
    const late = await send(id, { textBody: 'tarde' });
    expect([late.statusCode, late.json().code]).toEqual([422, 'WINDOW_CLOSED']);
  });

  it('is closed by the provider, whatever our clock says, and opened by the next message', async () => {
    const { customer, id } = await newChat();
    sandbox.provider.expireWindow(customer);
    const { messageId } = await sent(id, 'fora da janela');
    const failed = await inState(id, messageId, 'failed');
    expect(failed.failure?.code).toBe(131047);
    expect((await send(id, { textBody: 'de novo' })).json().code).toBe('WINDOW_CLOSED');
    sandbox.provider.receive(customer, { type: 'text', content: { body: 'voltei' } });
    await until(async () => (await send(id, { textBody: 'aberta' })).statusCode === 201);
  });

  it('does not matter to a finished chat, which takes nothing', async () => {
    const { id } = await newChat();
    await app.inject({
      method: 'PUT',
      url: `/adm/v2/sup/zap/chat/${id}`,
      headers: agent,
      payload: { isFinished: 'Y' },
    });
    expect((await send(id, { textBody: 'x' })).json().code).toBe('RULE_BROKEN');
  });
});

describe('a provider in trouble', () => {
  const trouble = (kind: string, left: number, code = 131_000) =>
    sandbox.provider.change({ send: { kind, left, code } });
  /** Ends the pauses between attempts. */
  const hurry = async (): Promise<void> => {
    await sql`
      with p as (update support_chat set paused_until = null)
      update support_channel set paused_until = null`.execute(app.database.owner);
    await hurryJobs(app.database, sql`kind = 'whatsapp-send'`);
  };

  it('that is busy is asked again, in the order of the chat', async () => {
    const { customer, id } = await newChat();
    trouble('error', 2, 131_016);
    await sent(id, 'um');
    await sent(id, 'dois');
    await until(async () => {
      await hurry();
      return gotBy(customer).length === 2;
    });
    expect(gotBy(customer)).toEqual(['um', 'dois']);
  });

  it.each(['lost', 'html'])('whose answer is lost (%s) gets nothing twice', async (kind) => {
    const { customer, id } = await newChat();
    trouble(kind, 1);
    const { messageId } = await sent(id, 'talvez');
    await inState(id, messageId, 'unconfirmed', 'sent', 'delivered');
    await sent(id, 'depois');
    await until(async () => gotBy(customer).includes('depois'));
    await support.settled();
    expect(gotBy(customer).filter((text) => text === 'talvez').length).toBeLessThanOrEqual(1);
  });

  it('confirms a message whose answer was lost by its status', async () => {
    const { customer, id } = await newChat();
    trouble('lost', 1);
    const { messageId } = await sent(id, 'chegou');
    await inState(id, messageId, 'delivered');
    expect(gotBy(customer)).toEqual(['chegou']);
  });

  it('that limits the rate pauses the channel, and loses nothing', async () => {
    const { customer, id } = await newChat();
    trouble('429', 1);
    await sent(id, 'calma');
    await until(async () => {
      await hurry();
      return gotBy(customer).length === 1;
    });
  });

  it('that refuses the token stops the channel, until it is corrected', async () => {
    const { customer, id } = await newChat();
    trouble('error', 1, 190);
    await sent(id, 'espera');
    const admin = await app.sessionOf(app.tenants.acme, 'admin');
    const problem = await until(async () => {
      const answer = await app.inject({ method: 'GET', url: '/adm/v2/sup/channel', headers: agent });
      return answer.json<{ data: { rows: { problem: { code: number } | null }[] } }>().data.rows[0]?.problem;
    });
    expect(problem?.code).toBe(190);
    expect(gotBy(customer)).toEqual([]);
    const url = `/adm/v2/sup/channel/${support.channelId}`;
    await app.inject({ method: 'PUT', url, headers: admin, payload: { accessToken: 'molde-demo-token' } });
    await until(async () => gotBy(customer).length === 1);
  });

  it('that refuses a message says why on it, and an agent may send it again', async () => {
    const { customer, id } = await newChat();
    trouble('error', 1, 131_026);
    const { messageId } = await sent(id, 'recusada');
    expect((await inState(id, messageId, 'failed')).failure?.code).toBe(131_026);
    const again = await post(`/adm/v2/sup/zap/message/${messageId}/retry`, {});
    expect(again.statusCode).toBe(200);
    await until(async () => gotBy(customer).length === 1);
    expect((await post(`/adm/v2/sup/zap/message/${messageId}/retry`, {})).statusCode).toBe(422);
  });

  it('that was killed between its answer and ours leaves the message unconfirmed', async () => {
    const { customer, id } = await newChat();
    const { messageId } = await sent(id, 'antes');
    await inState(id, messageId, 'delivered');
    // A killed process leaves a message that is being sent by a job that no longer runs.
    await sql`update support_message set state = 'sending', send_job = 0, wamid = null where id = ${messageId}`.execute(
      app.database.owner,
    );
    await sent(id, 'depois');
    await inState(id, messageId, 'unconfirmed');
    await until(async () => gotBy(customer).includes('depois'));
    expect(gotBy(customer).filter((text) => text === 'antes')).toHaveLength(1);
  });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a template', () => {
  const refresh = async () => {
    await post('/adm/v2/sup/zap/template/refresh', {});
    await support.settled();
  };
  const list = async (): Promise<
    {
      name: string;
      language: string;
      parameterFormat: string;
      components: { type: string; params: { param_name: string }[] }[];
    }[]
  > =>
    (await app.inject({ method: 'GET', url: '/adm/v2/sup/zap/template', headers: agent })).json().data.rows;

  it('is offered when it is approved, and sent outside of the window with its named parameters', async () => {
    await refresh();
    const { customer, id } = await newChat();
    sandbox.provider.expireWindow(customer);
    await sql`update support_chat set last_inbound_at = now() - interval '3 days' where id = ${id}`.execute(
      app.database.owner,
    );
    const templates = await list();
    expect(templates.length).toBeGreaterThan(5);
    const template = templates.find(
      ({ name, language }) => name === 'aviso_atraso_entrega' && language === 'pt_BR',
    )!;
    const body = template.components.find(({ type }) => type === 'BODY')!;
    const url = `/adm/v2/sup/zap/send-template/${id}`;
    const parameters = body.params.map(({ param_name }) => ({
      type: 'text',
      text: `valor ${param_name}`,
      parameter_name: param_name,
    }));
    const missing = await post(url, { name: template.name, language: 'pt_BR', components: [] });
    expect([missing.statusCode, missing.json().errors.length]).toEqual([400, body.params.length]);
    const answer = await post(url, {
      name: template.name,
      language: 'pt_BR',
      components: [{ type: 'body', parameters }],
    });
    expect(answer.statusCode).toBe(201);
    const { messageId, message } = answer.json<{ data: SendReply }>().data;
    expect(message.content).toContain(`valor ${body.params[0]!.param_name}`);
    await inState(id, messageId, 'delivered');
    expect(customer.entries.at(-1)?.rendered?.body).toBe(message.content);
  });

  it('that cannot be stored is left out, and the others are there, also new ones', async () => {
    await refresh();
    const before = (await list()).map(({ name }) => name);
    const { templates } = sandbox.provider;
    const [whole] = templates;
    const added = [
      { ...whole!, id: '9001', name: 'nulo', components: [{ type: 'BODY', text: 'a\0b' }] },
      {
        ...whole!,
        id: '9002',
        name: Buffer.from(Array.from({ length: 9000 }, (_, at) => (at * 7919) % 251)).toString('hex'),
      },
      { ...whole!, id: '9003', name: 'nova_depois' },
    ] as typeof templates;
    templates.unshift(...added);
    try {
      await refresh();
      const after = (await list()).map(({ name }) => name);
      expect(after.toSorted()).toEqual([...before, 'nova_depois'].toSorted());
    } finally {
      templates.splice(0, added.length);
    }
  });

  it('that advertises is not sent to who refused it', async () => {
    await refresh();
    const { id } = await newChat();
    await sql`
      with refused as (
        insert into support_contact (tenant_id, name, consent) values (${app.tenants.acme}, 'Rita', 'withdrawn') returning id)
      update support_chat set contact_id = (select id from refused) where id = ${id}`.execute(
      app.database.owner,
    );
    const url = `/adm/v2/sup/zap/send-template/${id}`;
    const answer = await post(url, { name: 'catalogo_do_mes', language: 'pt_BR', components: [] });
    expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining('marketing')]);
  });

  it('is sent with the file of its header, which is checked as any other', async () => {
    await refresh();
    const { customer, id } = await newChat();
    const upload = async (name: string, bytes: Buffer, type: string): Promise<number> => {
      const form = new FormData();
      form.set('file', new File([Uint8Array.from(bytes)], name, { type }));
      const request = new Request('http://x', { method: 'POST', body: form });
      const answer = await app.inject({
        method: 'POST',
        url: '/adm/v2/files',
        headers: { ...agent, 'content-type': request.headers.get('content-type')! },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      return answer.json<{ data: { id: number } }>().data.id;
    };
    const text = (parameter_name: string) => ({
      type: 'text',
      parameter_name,
      text: `valor ${parameter_name}`,
    });
    const sendWith = (name: string, body: string[], header: JsonObject[]) =>
      post(`/adm/v2/sup/zap/send-template/${id}`, {
        name,
        components: [
          { type: 'body', parameters: body.map(text) },
          ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
        ],
      });
    const picture = ['nome', 'mes', 'empresa'];
    const missing = await sendWith('catalogo_do_mes', picture, []);
    expect([missing.statusCode, missing.json().errors[0].message]).toEqual([
      400,
      'O cabeçalho do modelo precisa de uma imagem.',
    ]);
    const txt = await upload('nota.txt', Buffer.from('Olá'), 'text/plain');
    const wrong = await sendWith('catalogo_do_mes', picture, [{ type: 'image', image: { fileId: txt } }]);
    expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([400, '/components']);
    const fileId = await upload('catalogo.png', png, 'image/png');
    const answer = await sendWith('catalogo_do_mes', picture, [{ type: 'image', image: { fileId } }]);
    expect(answer.statusCode).toBe(201);
    const { messageId, message } = answer.json<{ data: SendReply }>().data;
    expect(message).toMatchObject({ type: 'template', fileName: 'catalogo.png', media: { state: 'stored' } });
    await inState(id, messageId, 'delivered');
    expect(customer.entries.at(-1)?.rendered?.header).toMatchObject({ format: 'IMAGE' });
    // A file is one message's.
    const again = await sendWith('catalogo_do_mes', picture, [{ type: 'image', image: { fileId } }]);
    expect(again.statusCode).toBe(400);
    const document = await sendWith(
      'segunda_via_boleto',
      ['nome', 'vencimento'],
      [{ type: 'document', document: { fileId: txt } }],
    );
    await inState(id, document.json<{ data: SendReply }>().data.messageId, 'delivered');
    expect(customer.entries.at(-1)?.rendered?.header).toMatchObject({ format: 'DOCUMENT', text: 'nota.txt' });
  });

  it('that is not approved, or unknown, is refused', async () => {
    await refresh();
    const { id } = await newChat();
    const answer = await post(`/adm/v2/sup/zap/send-template/${id}`, {
      name: 'nunca_existiu',
      language: 'pt_BR',
    });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, '/name']);
  });
});

describe('a file', () => {
  const upload = (chatId: number, fileType: string, name: string, type: string, bytes: Buffer) => {
    const boundary = 'limite';
    const field = (key: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
    const payload = Buffer.concat([
      Buffer.from(field('fileType', fileType) + field('caption', 'legenda')),
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="MEDIA_FILE"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return app.inject({
      method: 'POST',
      url: `/adm/v2/sup/zap/send-media/${chatId}`,
      headers: { ...agent, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    });
  };

  it('reaches the customer with its caption, and is served by us', async () => {
    const { customer, id } = await newChat();
    const answer = await upload(id, 'image', 'foto.png', 'image/png', png);
    expect([answer.statusCode, answer.json().message]).toEqual([201, '']);
    const { messageId, message } = answer.json<{ data: SendReply }>().data;
    expect(message).toMatchObject({
      type: 'image',
      content: 'legenda',
      fileName: 'foto.png',
      media: { state: 'stored' },
    });
    await inState(id, messageId, 'delivered');
    expect(customer.entries.at(-1)).toMatchObject({ type: 'image', content: { caption: 'legenda' } });
    const served = await app.inject({
      method: 'GET',
      url: `/adm/v2/sup/zap/msg-media/${messageId}`,
      headers: reader,
    });
    expect([served.statusCode, served.headers['x-content-type-options']]).toEqual([200, 'nosniff']);
  });

  it('of the wrong kind is refused before it is sent', async () => {
    const { id } = await newChat();
    const answer = await upload(id, 'video', 'foto.png', 'image/png', png);
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, '/MEDIA_FILE']);
  });

  async function received(trouble: { kind: string; left: number }) {
    const { customer, id } = await newChat();
    sandbox.provider.change({ media: trouble });
    const { id: mediaId } = sandbox.provider.media.add(png, 'image/png');
    sandbox.provider.receive(customer, { type: 'image', content: { id: mediaId, caption: 'veja' } });
    const of = (chat: ChatWithMessages) => chat.messages.find(({ type }) => type === 'image');
    const message = await until(async () => {
      await hurryJobs(app.database, sql`kind = 'whatsapp-media'`);
      const found = of(await support.chat(agent, id));
      return found?.media?.state !== 'pending' && found;
    });
    return { id, message };
  }

  it('of a customer is fetched at once, also when the provider fails three times', async () => {
    const { message } = await received({ kind: '503', left: 3 });
    expect(message).toMatchObject({ content: 'veja', media: { state: 'stored', mime: 'image/png' } });
    const served = await app.inject({ method: 'GET', url: message.mediaUrl!, headers: agent });
    expect(served.statusCode).toBe(200);
  });

  describe('that is a picture', () => {
    /** A picture of a phone: twice as wide as high, to be turned, with place and device. */
    async function taken(format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
      const size = format === 'webp' ? [512, 256] : [40, 20];
      const create = { width: size[0]!, height: size[1]!, channels: 3, background: '#aa0000' } as const;
      const gps = { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 1/1' };
      const content = await sharp({ create })
        .withExif({ IFD0: { Make: 'Camera of Ana', Model: 'Phone' }, IFD3: gps })
        .withMetadata({ orientation: 6 })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- Place of Ana --></x:xmpmeta>')
        .toFormat(format)
        .toBuffer();
      expect(await sharp(content).metadata()).toMatchObject({
        exif: expect.anything(),
        xmp: expect.anything(),
      });
      return content;
    }
    async function expectBare(content: Buffer): Promise<void> {
      for (const word of ['Ana', 'Phone', 'xmpmeta', 'Exif', 'GPS'])
        expect([word, content.includes(word)]).toEqual([word, false]);
      const { exif, xmp, iptc, width, height } = await sharp(content).metadata();
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
      expect(height).toBe(width * 2);
    }
    const servedOf = async (url: string): Promise<Buffer> =>
      (await app.inject({ method: 'GET', url, headers: agent })).rawPayload;

    it.each([
      ['image', 'jpeg'],
      ['image', 'png'],
      ['sticker', 'webp'],
    ] as const)('is sent as %s in %s upright, without place and device', async (kind, format) => {
      const { customer, id } = await newChat();
      const answer = await upload(id, kind, `foto.${format}`, `image/${format}`, await taken(format));
      expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
      const { messageId } = answer.json<{ data: SendReply }>().data;
      await inState(id, messageId, 'delivered');
      await expectBare(await servedOf(`/adm/v2/sup/zap/msg-media/${messageId}`));
      const { id: sentId } = customer.entries.at(-1)!.content as { id: string };
      await expectBare(Buffer.from(sandbox.provider.media.get(sentId)!.bytes));
    });

    it.each([
      ['image', 'jpeg'],
      ['image', 'png'],
      ['sticker', 'webp'],
      ['document', 'jpeg'],
    ] as const)(
      'is kept as a received %s in %s without them, but a document as it came',
      async (kind, format) => {
        const content = await taken(format);
        const { customer, id } = await newChat();
        const { id: mediaId } = sandbox.provider.media.add(content, `image/${format}`);
        sandbox.provider.receive(customer, { type: kind, content: { id: mediaId } });
        const message = await until(async () => {
          const found = (await support.chat(agent, id)).messages.find(({ type }) => type === kind);
          return found?.media?.state === 'stored' && found;
        });
        const served = await servedOf(message.mediaUrl!);
        if (kind === 'document') expect(served.equals(content)).toBe(true);
        else await expectBare(served);
      },
    );
  });

  it('of a customer that arrives altered is refused, and its message stays', async () => {
    const { message } = await received({ kind: 'sha256', left: 20 });
    expect(message).toMatchObject({ content: 'veja', media: { state: 'failed', failure: 'mismatch' } });
  });

  it.each([
    ['is a page that says it is a picture', 'mime', { state: 'failed' }],
    ['breaks off, and is whole at the next attempt', 'short', { state: 'stored', mime: 'image/png' }],
  ])('of a customer that %s leaves its message', async (_, kind, media) => {
    const { message } = await received({ kind, left: kind === 'short' ? 1 : 20 });
    sandbox.provider.change({ media: { kind: 'none', left: 0 } });
    expect(message).toMatchObject({ content: 'veja', media });
  });
});

it('marks a chat as read for everybody, and reports it to the customer', async () => {
  const { customer, id } = await newChat();
  sandbox.provider.receive(customer, { type: 'text', content: { body: 'mais uma' } });
  const chat = await until(async () => {
    const found = await support.chat(agent, id);
    return found.unreadCount === 2 && found;
  });
  const [first, second] = chat.messages.filter(({ sender }) => sender === 'client');
  const read = async (messageId: number): Promise<number> =>
    (await post(`/adm/v2/sup/zap/chat/${id}/read`, { messageId })).json().data.unreadCount;
  expect([await read(first!.id), await read(second!.id), await read(first!.id)]).toEqual([1, 0, 0]);
});

it('keeps a note from the customer', async () => {
  const { customer, id } = await newChat();
  const answer = await post(`/adm/v2/sup/zap/chat/${id}/note`, {
    text: 'cliente difícil',
    clientId: randomUUID(),
  });
  expect(answer.json<{ data: SendReply }>().data.message).toMatchObject({
    sender: 'note',
    content: 'cliente difícil',
  });
  await support.settled();
  expect(gotBy(customer)).toEqual([]);
});

it('reacts to a message of the customer, and takes it back', async () => {
  const { customer, id } = await newChat();
  const asked = (await support.chat(agent, id)).messages.find(({ sender }) => sender === 'client')!;
  const react = (emoji: string) => post(`/adm/v2/sup/zap/message/${asked.id}/reaction`, { emoji });
  expect((await react('👍')).json<{ data: SendReply }>().data.message.reactions).toEqual([
    { emoji: '👍', sender: 'support' },
  ]);
  await until(async () => customer.entries[0]!.reactions.business === '👍');
  expect((await react('')).json<{ data: SendReply }>().data.message.reactions).toEqual([]);
});
