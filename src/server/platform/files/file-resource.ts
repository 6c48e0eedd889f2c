import { Type } from 'typebox';
import type { Resource } from '../../kernel/contract.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { Platform } from '../platform.ts';
import { route } from '../../kernel/route.ts';
import { fileCollection, fileRemoval } from './collection.ts';

const idParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

const form = Type.Object({
  size: Type.Optional(Type.Unsafe<0 | 512 | 64>({ type: 'integer', enum: [0, 512, 64], default: 0 })),
  disposition: Type.Optional(
    Type.Unsafe<'inline' | 'attachment'>({
      type: 'string',
      enum: ['inline', 'attachment'],
      default: 'attachment',
    }),
  ),
});

const fileReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String(),
  width: Type.Union([Type.Integer(), Type.Null()]),
  height: Type.Union([Type.Integer(), Type.Null()]),
});

/** Files by themselves. Resources whose records have files name their access rule in `fileOwners`. */
export function fileResource({ env, files }: Platform): Resource {
  return {
    name: 'file',
    jobs: [fileRemoval(files), fileCollection(files)],
    routes: [
      route({
        method: 'POST',
        url: '/adm/v2/files',
        access: 'session',
        summary: 'Upload a file, for a record to keep within a day',
        status: 201,
        errors: ['BODY_TOO_LARGE', 'RULE_BROKEN'],
        upload: { kind: 'stream', bytes: env.fileMaxMb * 1_048_576 },
        input: { body: Type.Object({}) },
        reply: fileReply,
        async handle(ctx, { received }) {
          if (!received) throw new AppError('VALIDATION_FAILED');
          await files.keep(ctx.db, received, null);
          return received;
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/files/limits',
        access: 'session',
        summary: '$routes.file.limits',
        reply: Type.Object({
          maxBytes: Type.Integer(),
          maxPictureBytes: Type.Integer(),
          quotaBytes: Type.Union([Type.Integer(), Type.Null()]),
          usedBytes: Type.Integer(),
        }),
        handle: (ctx) => files.limits(ctx.db),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/files/signed',
        access: 'public',
        summary: 'A file by an address that was signed for a session, for five minutes',
        errors: ['FORBIDDEN', 'NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
        input: { query: Type.Object({ token: Type.String({ maxLength: 500 }) }) },
        transaction: 'own',
        download: ['application/octet-stream'],
        ranges: true,
        reply: Type.Null(),
        handle: (ctx, { query }) => files.openSigned(ctx.tenant, query.token),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/files/:id',
        access: 'session',
        summary: '$routes.file.content',
        errors: ['RANGE_NOT_SATISFIABLE'],
        input: { params: idParams, query: form },
        download: ['application/octet-stream'],
        ranges: true,
        reply: Type.Null(),
        async handle(ctx, { params, query }) {
          const { size = 0, disposition = 'attachment' } = query;
          return files.content(await files.find(ctx, params.id), { size, disposition });
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/files/:id/address',
        access: 'session',
        summary: '$routes.file.address',
        input: { params: idParams, query: form },
        reply: Type.Object({ address: Type.String(), expiresAt: Type.String() }),
        async handle(ctx, { params, query }) {
          const { size = 0, disposition = 'inline' } = query;
          const file = await files.find(ctx, params.id);
          files.content(file, { size, disposition });
          return files.address(ctx, file, { size, disposition });
        },
      }),
      route({
        method: 'DELETE',
        url: '/adm/v2/files/:id',
        access: 'session',
        summary: 'Remove a file of one’s own that no record keeps',
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params }) {
          const { ownerKind } = await files.find(ctx, params.id);
          if (ownerKind !== null) throw notFound();
          await files.remove(ctx.db, params.id);
          return { id: params.id };
        },
      }),
    ],
  };
}
