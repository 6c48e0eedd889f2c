import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { toAppearance } from '../../kernel/appearance.ts';
import { PermanentFailure } from '../../kernel/job.ts';
import { loggable } from '../../kernel/outside-error.ts';
import { layOut, type Letter } from './layout.ts';
import { sendBySmtp, type SmtpSettings } from './send.ts';
import { parseSmtpUrl } from './smtp-url.ts';

/** Mails over SMTP, against a server that the tests start. */

const letter: Letter = {
  language: 'pt',
  subject: 'Redefinição de senha · Açaí & Cia',
  title: 'Crie uma nova senha',
  paragraphs: ['Olá, <b>Ana</b>.'],
  action: { label: 'Criar', address: 'https://acme.example/login/forgotpwd/confirm?token=abc&x="1"' },
  addressHint: 'Ou:',
  footer: 'Rodapé',
};
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const noLogos = { LAYOUT_HOME_LOGO_LG: null, LAYOUT_HOME_LOGO_XS: null };
const look = {
  ...toAppearance({ menuColor: '#ffee00' }),
  images: { ...noLogos, LAYOUT_LOGIN_LOGO: pixel },
  name: 'Açaí & Cia',
};
const mail = layOut(letter, look);

interface Received {
  from: string;
  to: string[];
  source: string;
  isEncrypted: boolean;
  user: string | undefined;
}
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function startServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, answer) =>
      password === 'right p@ss/word'
        ? answer(null, { user: username })
        : answer(new Error('no such password')),
    onData(stream, session, answer) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(parts).toString('utf8'),
          isEncrypted: session.secure,
          user: session.user as string | undefined,
        });
        answer();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  return { port: (server.server.address() as AddressInfo).port, received };
}

const settings = (url: string, more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  url,
  from: { name: 'Açaí & Cia', address: 'no-reply@acme.example' },
  ...more,
});
const send = (url: string, to = 'ana@acme.example', more: Partial<SmtpSettings> = {}) =>
  sendBySmtp(mail, to, settings(url, more));
const failure = (work: Promise<void>) =>
  work.then(
    () => null,
    (error: unknown) => error as Error,
  );

function certificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'molde-mail-'));
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}

describe('sending', () => {
  it('delivers text, HTML and the logo', async () => {
    const { port, received } = await startServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    await send(`smtp://127.0.0.1:${port}`);
    expect(received).toHaveLength(1);
    const [got] = received;
    expect(got).toMatchObject({ from: 'no-reply@acme.example', to: ['ana@acme.example'] });
    for (const part of [
      'text/plain',
      'text/html',
      'image/png',
      'Content-ID: <logo>',
      'Auto-Submitted: auto-generated',
    ])
      expect(got?.source).toContain(part);
  });

  it.each([
    'b@x.example\r\nRCPT TO:<evil@x.example>',
    'b@x.example, evil@x.example',
    '"b" <evil@x.example>',
    'b@x.example\nBcc: evil@x.example',
    '',
  ])('gives up on %j, which is no address, before it connects', async (to) => {
    expect(await failure(send('smtp://127.0.0.1:1', to))).toBeInstanceOf(PermanentFailure);
  });

  it('keeps line breaks of names and subjects out of the headers', async () => {
    const { port, received } = await startServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    const evil = { ...mail, subject: 'a\r\nBcc: evil@x.example\r\n\r\nbody' };
    await sendBySmtp(evil, 'ana@acme.example', {
      url: `smtp://127.0.0.1:${port}`,
      from: { name: 'Acme\r\nBcc: evil@x.example', address: 'no-reply@acme.example' },
    });
    expect(received[0]?.to).toEqual(['ana@acme.example']);
    expect(received[0]?.source).not.toMatch(/^Bcc:/im);
  });

  const hostile = `Ana\r\nBcc: evil@x.example\r\n\r\n--b <img src=x onerror=1>\0 \ud800 \u202egnp.exe\u2066 ${'é😀'.repeat(3000)}`;
  it('takes a name that is hostile in every way, whole, in one line and as text', async () => {
    const { port, received } = await startServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    const named: Letter = {
      ...letter,
      subject: `Menção de ${hostile}`,
      title: hostile,
      paragraphs: [hostile],
      entries: [{ text: hostile, address: 'https://acme.example/x' }],
      footer: hostile,
    };
    const laidOut = layOut(named, {
      ...toAppearance({}),
      images: { ...noLogos, LAYOUT_LOGIN_LOGO: null },
      name: hostile,
    });
    for (const text of [laidOut.html, laidOut.text, laidOut.subject]) {
      expect(text).not.toMatch(/[\0\u202a-\u202e\u2066-\u2069\p{Cs}]/u);
      expect(text).not.toMatch(/^\s*(Bcc:|--b)/m);
      expect(text.split('é😀').length).toBeGreaterThan(3000);
    }
    expect(laidOut.html).not.toContain('<img src=x');
    await sendBySmtp(laidOut, 'ana@acme.example', {
      url: `smtp://127.0.0.1:${port}`,
      from: { name: hostile, address: 'no-reply@acme.example' },
    });
    expect(received[0]?.to).toEqual(['ana@acme.example']);
    const [head = ''] = received[0]!.source.split('\r\n\r\n');
    expect(head).not.toMatch(/^(Bcc:|--b)/im);
    // Servers refuse lines of more than 998 bytes.
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThan(999);
  });

  it('gives up when the server refuses the receiver for good, and not when it asks to wait', async () => {
    const refuse = (responseCode: number) =>
      startServer({
        disabledCommands: ['STARTTLS', 'AUTH'],
        onRcptTo: (_address, _session, answer) =>
          answer(Object.assign(new Error('not here'), { responseCode })),
      });
    const never = await refuse(550);
    expect(await failure(send(`smtp://127.0.0.1:${never.port}`))).toBeInstanceOf(PermanentFailure);
    const later = await refuse(451);
    const error = await failure(send(`smtp://127.0.0.1:${later.port}`));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(PermanentFailure);
  });

  it('fails without a server, for another attempt', async () => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const error = await failure(send(`smtp://127.0.0.1:${port}`));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(PermanentFailure);
    expect(loggable(error)).toEqual({
      reason: expect.stringMatching(`^the mail server 127\\.0\\.0\\.1:${port} .*ECONNREFUSED`),
    });
  });

  it('fails with the reason in one line where the address is wrong, a fault of nobody here', async () => {
    const plain = await startServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    for (const [url, reason] of [
      ['smtp://nowhere.invalid:25', /^the mail server nowhere\.invalid:25 [^\n]*(ENOTFOUND|EAI_AGAIN|EDNS)/],
      [`smtps://127.0.0.1:${plain.port}`, /^the mail server [^\n]*(SSL|ETLS|ESOCKET)/],
    ] as const)
      expect(loggable(await failure(send(url)))).toEqual({ reason: expect.stringMatching(reason) });
  });

  it('ends at once when its process stops, though the server says nothing', async () => {
    const silent: Server = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const sockets: { destroy(): void }[] = [];
    const connected = once(silent, 'connection');
    open.push({
      close: async () => {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => silent.close(resolve));
      },
    });
    const stop = new AbortController();
    const sending = failure(
      send(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, 'ana@acme.example', {
        signal: stop.signal,
      }),
    );
    const [socket] = (await connected) as [{ destroy(): void }];
    sockets.push(socket);
    stop.abort();
    expect(await sending).toBeInstanceOf(Error);
  });

  it('signs in with the password of the address', async () => {
    const { port, received } = await startServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
    await send(`smtp://mailer%40x:right%20p%40ss%2Fword@127.0.0.1:${port}`);
    expect(received[0]?.user).toBe('mailer@x');
    const error = await failure(send(`smtp://mailer:wrong@127.0.0.1:${port}`));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(PermanentFailure);
    expect(error?.message).not.toContain('wrong');
  });
});

describe('TLS', () => {
  const pair = certificate();

  it.each([
    ['smtps', true],
    ['smtp', false],
  ])('%s is encrypted, with a certificate that is checked', async (scheme, secure) => {
    const { port, received } = await startServer({ secure, ...pair });
    const url = `${scheme}://127.0.0.1:${port}`;
    await send(url, 'ana@acme.example', { ca: pair.cert });
    expect(received.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
    expect(await failure(send(url))).toMatchObject({ message: expect.stringContaining('certificate') });
    expect(received).toHaveLength(1);
  });

  it('is required where a password would leave this machine', () => {
    expect(parseSmtpUrl('smtp://u:p@mail.example')).toMatchObject({ requiresTls: true, port: 587 });
    expect(parseSmtpUrl('smtp://mail.example:25')).toMatchObject({ requiresTls: false, auth: null });
    expect(parseSmtpUrl('smtps://u:p@mail.example')).toMatchObject({ secure: true, port: 465 });
  });
});

it.each([
  'http://mail.example',
  'smtp://',
  'mail.example',
  'smtp://u:%zz@mail.example',
  'smtp://mail.example/path',
  'smtp://mail.example?tls=no',
])('%s is no mail server', (url) => {
  expect(parseSmtpUrl(url)).toBeNull();
});

describe('the layout', () => {
  it('escapes every text, and says the same as plain text', () => {
    expect(mail.html).toContain('Olá, &lt;b&gt;Ana&lt;/b&gt;.');
    expect(mail.html).not.toContain('<b>Ana');
    expect(mail.html).toContain('token=abc&amp;x=&quot;1&quot;"');
    expect(mail.text).toContain('Olá, <b>Ana</b>.');
    expect(mail.text).toContain(letter.action.address);
  });

  it('has the colours of the tenant with readable text on them', () => {
    expect(mail.html).toContain('background-color:#ffee00;color:#242424');
    expect(mail.html).toMatch(/background-color:#26BCB3"><a [^>]*color:#242424/);
  });

  it('leaves a logo out that mail programs cannot show', () => {
    const images = { ...noLogos, LAYOUT_LOGIN_LOGO: 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=' };
    const plain = layOut(letter, { ...toAppearance({}), images, name: 'Acme <1>' });
    expect(plain.pictures).toEqual([]);
    expect(plain.html).toContain('Acme &lt;1&gt;');
  });
});
