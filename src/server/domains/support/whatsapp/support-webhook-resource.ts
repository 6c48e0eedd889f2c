import { Type } from 'typebox';
import { FileReply } from '../../../kernel/file-reply.ts';
import type { Context, Resource } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { failedDeliveries, failedFiles, failedMessages } from './failures.ts';
import { inboxJob, itemJob, storePayload } from './inbox.ts';
import { activeChannels, isSame, isSigned, readChannelSecrets } from './secrets.ts';
import type { UploadedFile } from '../../../kernel/upload.ts';

/** Bytes of a payload: the limit of the provider. */
const MOST_BYTES = 3 * 1024 * 1024;
const url = '/adm/v2/sup/zap/webhook';
const channelParams = Type.Object({ channelId: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1 }) });

/** The words of the provider. Others may come and mean nothing. */
const verification = Type.Object({
  'hub.mode': Type.Optional(Type.String({ maxLength: 100 })),
  'hub.challenge': Type.Optional(Type.String({ maxLength: 500 })),
  'hub.verify_token': Type.Optional(Type.String({ maxLength: 500 })),
});

type Public = Context<null>;

/** The address that the messaging provider posts to: messages, statuses and errors. The host says whose they are. */
export function supportWebhookResource({ env, secrets }: Platform): Resource {
  const settings = { secrets, whatsApp: env.whatsApp };

  /** The channels, of which one may be named, whose secrets satisfy a check. */
  async function channelsWith(
    ctx: Public,
    only: number | undefined,
    check: (secrets: Awaited<ReturnType<typeof readChannelSecrets>>) => boolean,
  ): Promise<number[]> {
    const found: number[] = [];
    for (const id of await activeChannels(ctx.db, only))
      if (check(await readChannelSecrets(ctx.db, settings, ctx.tenant.id, id))) found.push(id);
    return found;
  }

  async function verify(ctx: Public, query: Record<string, string | undefined>, only?: number) {
    const { 'hub.mode': mode, 'hub.challenge': challenge = '', 'hub.verify_token': token = '' } = query;
    const accepted = await channelsWith(
      ctx,
      only,
      ({ verifyToken }) => verifyToken !== null && isSame(token, verifyToken),
    );
    if (mode !== 'subscribe' || accepted.length === 0)
      throw new AppError('FORBIDDEN', { message: 'errors.support.verifyToken' });
    return new FileReply(
      'challenge.txt',
      'text/plain',
      (async function* () {
        yield challenge;
      })(),
    );
  }

  async function receive(ctx: Public, file: UploadedFile | undefined, only?: number) {
    const signature = ctx.headers['x-hub-signature-256'];
    const body = file?.bytes ?? Buffer.alloc(0);
    const signed = await channelsWith(
      ctx,
      only,
      ({ appSecret }) =>
        appSecret !== null && typeof signature === 'string' && isSigned(body, signature, appSecret),
    );
    if (signed.length === 0) throw new AppError('UNAUTHENTICATED', { message: 'errors.support.signature' });
    await storePayload(ctx.db, ctx.tenant.id, signed, body);
    return null;
  }

  const upload = { kind: 'raw', bytes: MOST_BYTES, types: ['application/json'] } as const;
  return {
    name: 'support-webhook',
    jobs: [inboxJob, itemJob],
    failures: [failedDeliveries, failedMessages, failedFiles],
    routes: [
      route({
        method: 'GET',
        url,
        access: 'public',
        summary: 'Prove to the messaging provider that the address is ours',
        errors: ['FORBIDDEN'],
        input: { query: verification },
        download: ['text/plain'],
        reply: Type.Null(),
        handle: (ctx, { query }) => verify(ctx, query),
      }),
      route({
        method: 'GET',
        url: `${url}/:channelId`,
        access: 'public',
        summary: 'Prove to the messaging provider that the address of a channel is ours',
        errors: ['FORBIDDEN'],
        input: { params: channelParams, query: verification },
        download: ['text/plain'],
        reply: Type.Null(),
        handle: (ctx, { params, query }) => verify(ctx, query, params.channelId),
      }),
      route({
        method: 'POST',
        url,
        access: 'public',
        frequent: true,
        summary: 'Take what the messaging provider reports, signed with the app secret',
        errors: ['UNAUTHENTICATED', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
        upload,
        input: { body: Type.Object({}) },
        reply: Type.Null(),
        handle: (ctx, { files }) => receive(ctx, files?.['file']),
      }),
      route({
        method: 'POST',
        url: `${url}/:channelId`,
        access: 'public',
        frequent: true,
        summary: 'Take what the messaging provider reports of a channel, signed with its app secret',
        errors: ['UNAUTHENTICATED', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
        upload,
        input: { params: channelParams, body: Type.Object({}) },
        reply: Type.Null(),
        handle: (ctx, { params, files }) => receive(ctx, files?.['file'], params.channelId),
      }),
    ],
  };
}
