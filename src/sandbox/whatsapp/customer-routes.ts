import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isObject } from '../../contracts/json.ts';
import type { Kernel } from '../../server/kernel/request.ts';
import { languageOf } from '../../server/kernel/texts.ts';
import type { Customer } from './customer.ts';
import { customerPage, pageFile } from './customer-page.ts';
import { customerState } from './customer-state.ts';
import { CustomerMessageError, type CustomerMessage } from './incoming.ts';
import { textOf, wireOf, type Wire } from './json.ts';
import type { SandboxProvider } from './provider.ts';
import { SwitchError } from './switches.ts';
import type { TemplateStatus } from './templates.ts';

const FILE_LIMIT = 101 * 1_048_576;
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
/** Types that a browser shows and that run nothing. All others are downloaded. */
const SHOWN = /^(image\/(png|jpeg|webp|gif)|audio\/|video\/)/;
const statuses: readonly TemplateStatus[] = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'];

type ById = { Params: { id: string } };

/** The page on which somebody plays the customers, and its calls. */
export function customerRoutes(app: FastifyInstance, provider: SandboxProvider, kernel: Kernel): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => {
    const isCallers = error instanceof CustomerMessageError || error instanceof SwitchError;
    if (!isCallers) request.log.warn({ err: error }, 'sandbox');
    const text = error instanceof Error ? error.message : 'error';
    return reply.code(error instanceof UnknownCustomer ? 404 : 400).send({ message: text });
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    // Pages of other sites must not play customers.
    const site = request.headers['sec-fetch-site'];
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    if (isWrite && site !== undefined && site !== 'same-origin')
      throw new SwitchError('takes calls of its own page');
  });

  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    const { timeZone } = await kernel.tenants.byHost(request.hostname);
    return reply
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(customerPage(languageOf(request.headers['accept-language']), timeZone));
  });
  app.get<{ Params: { file: string } }>(
    '/files/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const file = pageFile(request.params.file);
      if (!file) return reply.code(404).send({ message: 'not found' });
      return reply.type(file.type).send(file.text);
    },
  );
  app.get<{ Querystring: Record<string, unknown> }>(
    '/state',
    { schema: { hide: true } },
    async (request, reply) => {
      const { since, customer } = request.query;
      if (since === String(provider.revision)) return reply.code(204).send();
      return customerState(provider, textOf(customer));
    },
  );

  app.post('/customers', { schema: { hide: true } }, async (request, reply) => {
    const { name, number, company, username } = bodyOf(request);
    const given = textOf(name)?.trim() ?? '';
    if (given === '') throw new CustomerMessageError('name: takes a text');
    const options = {
      company: textOf(company) ?? '',
      ...(textOf(username) ? { username: String(username) } : {}),
    };
    return reply.send({ id: provider.addCustomer(given, String(number ?? ''), options).id });
  });
  app.post<ById>('/customers/:id/messages', { schema: { hide: true } }, async (request, reply) => {
    const id = provider.receive(customerOf(provider, request), messageOf(bodyOf(request)));
    return reply.send({ id });
  });
  app.post<ById>('/customers/:id/actions', { schema: { hide: true } }, async (request, reply) => {
    act(provider, customerOf(provider, request), bodyOf(request));
    return reply.send({ done: true });
  });

  app.put('/switches', { schema: { hide: true } }, async (request, reply) => {
    provider.change(request.body);
    return reply.send(provider.switches);
  });
  app.put<ById>('/templates/:id', { schema: { hide: true } }, async (request, reply) => {
    const template = provider.templates.find(({ id }) => id === request.params.id);
    const status = statuses.find((one) => one === bodyOf(request)['status']);
    if (!template || !status) throw new SwitchError(`status: takes one of ${statuses.join(', ')}`);
    provider.setTemplateStatus(template, status);
    return reply.send({ done: true });
  });
  app.post('/verify', { schema: { hide: true } }, async () => ({
    verified: await provider.verify().catch(() => false),
  }));

  app.post('/media', { schema: { hide: true }, bodyLimit: FILE_LIMIT }, async (request, reply) => {
    if (!Buffer.isBuffer(request.body))
      throw new CustomerMessageError('file: takes bytes with their media type');
    const type = request.headers['content-type'] ?? 'application/octet-stream';
    return reply.send({ id: provider.media.add(request.body, type).id });
  });
  app.get<ById>('/media/:id', { schema: { hide: true } }, async (request, reply) => {
    const media = provider.media.get(request.params.id);
    if (!media) return reply.code(404).send({ message: 'not found' });
    return reply
      .header('content-disposition', SHOWN.test(media.type) ? 'inline' : 'attachment')
      .header('x-no-compression', '1')
      .type(SHOWN.test(media.type) ? media.type : 'application/octet-stream')
      .send(media.bytes);
  });
}

class UnknownCustomer extends CustomerMessageError {}

function customerOf(provider: SandboxProvider, request: FastifyRequest<ById>): Customer {
  const customer = provider.book.byId(request.params.id);
  if (!customer) throw new UnknownCustomer('customer: there is none with this id');
  return customer;
}

function bodyOf(request: FastifyRequest): Wire {
  if (isObject(request.body)) return request.body;
  throw new CustomerMessageError('the body must be an object');
}

function messageOf(body: Wire): CustomerMessage {
  const { type, content, replyTo, forwarded, referral, at } = body;
  if (textOf(type) === null) throw new CustomerMessageError('type: takes a text');
  return {
    type: String(type),
    content,
    replyTo: textOf(replyTo),
    forwarded: forwarded === true,
    ...(isObject(referral) ? { referral } : {}),
    ...(typeof at === 'number' ? { at } : {}),
  };
}

/** @throws CustomerMessageError */
function act(provider: SandboxProvider, customer: Customer, body: Wire): void {
  const { action, value } = wireOf(body);
  if (action === 'read') provider.markRead(customer);
  else if (action === 'played') provider.markPlayed(customer, String(value));
  else if (action === 'phone') provider.setPhone(customer, value === true);
  else if (action === 'expire') provider.expireWindow(customer);
  else if (action === 'number') provider.changeNumber(customer, String(value));
  else throw new CustomerMessageError('action: takes read, played, phone, expire or number');
}
