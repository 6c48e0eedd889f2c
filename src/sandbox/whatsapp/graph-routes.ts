import { setTimeout as delay } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../../contracts/json.ts';
import { GraphError, invalidParameter } from './graph-error.ts';
import { textOf, type Wire } from './json.ts';
import type { SandboxProvider } from './provider.ts';
import { sendBytes } from './media-reply.ts';
import { templatePage } from './template-page.ts';

/** The largest file, a document of 100 MB, and its form. */
const UPLOAD_LIMIT = 101 * 1_048_576;
/** How long a provider that is silent keeps the connection open. */
const SILENCE_MS = 120_000;

type Params = { version: string; id: string };

/** The Graph API of a provider: what the server calls to send, to read templates and to load media. */
export function graphRoutes(app: FastifyInstance, provider: SandboxProvider): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, null));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => {
    const known = error instanceof GraphError ? error : null;
    if (!known) request.log.warn({ err: error }, 'sandbox');
    const answer = known ?? new GraphError(100, String(error));
    return reply
      .code(answer.status)
      .type('application/json; charset=UTF-8')
      .send(JSON.stringify(answer.body()));
  });
  app.addHook('onRequest', async (request) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === provider.settings.accessToken) return;
    throw new GraphError(190, null, {
      text: token
        ? 'Error validating access token: The session is invalid.'
        : 'An access token is required to request this resource.',
    });
  });

  app.post<{ Params: Params }>(
    '/:version/:id/messages',
    { schema: { hide: true } },
    async (request, reply) => {
      assertNumber(provider, request);
      const trouble = provider.takeSendTrouble();
      if (trouble === 'silent') return silence(reply);
      if (trouble === 'html')
        return reply.code(502).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>');
      if (trouble === '500') throw new GraphError(131000, 'Message failed to send due to an unknown error.');
      if (trouble === '429') throw new GraphError(130429, 'Cloud API message throughput has been reached.');
      if (trouble === 'error')
        throw new GraphError(provider.switches.send.code, 'Switched on at /dev/customer.');
      const answer = provider.send(readJson(request.body));
      if (trouble !== 'lost') return answer;
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    },
  );

  app.post<{ Params: Params }>(
    '/:version/:id/media',
    { schema: { hide: true }, bodyLimit: UPLOAD_LIMIT },
    async (request, reply) => {
      assertNumber(provider, request);
      const { fields, file } = await readForm(request);
      if (fields['messaging_product'] !== 'whatsapp')
        throw invalidParameter('The parameter messaging_product is required.');
      if (!file) throw invalidParameter('The parameter file is required.');
      return reply.send({ id: provider.media.upload(file.bytes, fields['type'] ?? file.type).id });
    },
  );

  app.get<{ Params: Params; Querystring: Record<string, unknown> }>(
    '/:version/:id/message_templates',
    { schema: { hide: true } },
    async (request, reply) => {
      if (request.params.id !== provider.settings.businessId) throw unknownObject(request.params.id);
      return reply.send(
        templatePage(provider.templates, request.query, `${originOf(request)}${pathOf(request)}`),
      );
    },
  );

  app.get<{ Params: Params }>('/:version/:id', { schema: { hide: true } }, async (request, reply) => {
    const { id } = request.params;
    const { phoneNumberId, businessId, displayNumber, verifiedName } = provider.settings;
    if (id === phoneNumberId)
      return reply.send({
        verified_name: verifiedName,
        code_verification_status: 'VERIFIED',
        display_phone_number: displayNumber,
        quality_rating: 'GREEN',
        platform_type: 'CLOUD_API',
        throughput: { level: 'STANDARD' },
        id,
      });
    if (id === businessId) return reply.send({ id, name: verifiedName, currency: 'BRL', timezone_id: '25' });
    const media = provider.media.get(id);
    if (!media) throw unknownObject(id);
    return reply.send({
      url: `${originOf(request)}${pathOf(request).replace(/\/[^/]+\/[^/]+\/?$/, '')}${provider.media.openPath(id)}`,
      mime_type: media.type,
      sha256:
        provider.switches.media.kind === 'sha256' && provider.switches.media.left > 0
          ? '0'.repeat(64)
          : media.sha256.hex,
      file_size: media.bytes.length,
      id,
      messaging_product: 'whatsapp',
    });
  });

  app.delete<{ Params: Params }>('/:version/:id', { schema: { hide: true } }, async (request, reply) => {
    if (!provider.media.delete(request.params.id)) throw unknownObject(request.params.id);
    return reply.send({ success: true });
  });

  app.get<{ Querystring: Record<string, unknown> }>(
    '/whatsapp_business/attachments/',
    { schema: { hide: true } },
    async (request, reply) =>
      sendBytes(provider, provider.media.find(textOf(request.query['hash']) ?? ''), request, reply),
  );
}

/** Host and protocol of the provider as its caller names them. */
const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

function assertNumber(provider: SandboxProvider, request: FastifyRequest<{ Params: Params }>): void {
  const { id } = request.params;
  if (id !== provider.settings.phoneNumberId) throw unknownObject(id);
}

const unknownObject = (id: string): GraphError =>
  new GraphError(100, null, {
    text: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    subcode: 33,
  });

function readJson(body: unknown): Wire {
  let value: unknown = null;
  try {
    value = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    throw invalidParameter('The request body is not valid JSON.');
  }
  if (isObject(value)) return value;
  throw invalidParameter('The request body must be an object.');
}

async function silence(reply: FastifyReply): Promise<FastifyReply> {
  reply.hijack();
  await delay(SILENCE_MS, undefined, { ref: false });
  reply.raw.destroy();
  return reply;
}

interface Form {
  fields: Record<string, string>;
  file: { bytes: Buffer; type: string } | null;
}

function readForm(request: FastifyRequest): Promise<Form> {
  return new Promise((resolve, reject) => {
    const type = request.headers['content-type'] ?? '';
    if (!type.startsWith('multipart/form-data')) {
      reject(invalidParameter('The body must be multipart/form-data.'));
      return;
    }
    const form: Form = { fields: {}, file: null };
    const parser = new Busboy({
      headers: { ...request.headers, 'content-type': type },
      limits: { fileSize: UPLOAD_LIMIT },
    });
    parser.on('field', (name, value) => {
      form.fields[name] = value;
    });
    parser.on('file', (_part, stream, _name, _encoding, fileType) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => {
        form.file = { bytes: Buffer.concat(chunks), type: fileType };
      });
    });
    parser.on('error', reject);
    parser.on('finish', () => resolve(form));
    request.raw.pipe(parser);
  });
}
