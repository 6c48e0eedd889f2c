import { Type } from 'typebox';
import { sql } from 'kysely';
import type { Me } from '../../../../contracts/session.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context, RouteSpec } from '../../../kernel/contract.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import { publishChange, publishProfile } from '../../../kernel/topics.ts';
import type { ReceivedFile } from '../../../kernel/upload-stream.ts';
import type { Files } from '../../../platform/files/files.ts';
import { HASH_LENGTH, photoAddress, PHOTO_OWNER } from '../../../platform/files/photos.ts';
import { PICTURE_BYTES } from '../../../platform/files/pictures.ts';
import { meReply, readMe } from './own-profile.ts';

/**
 * Photos of people. An address names the content's hash: browsers keep the picture, and only a person who received the address
 * can load it, with a session of the tenant.
 */
export function photoRoutes(files: Files): RouteSpec[] {
  return [
    route({
      method: 'PUT',
      url: '/adm/v2/sec/me/photo',
      access: 'session',
      summary: 'Set the own photo, of which the middle is kept, 512 and 64 pixels wide',
      errors: ['BODY_TOO_LARGE', 'RULE_BROKEN'],
      upload: { kind: 'stream', bytes: PICTURE_BYTES, pictures: 'square' },
      input: { body: Type.Object({}) },
      reply: meReply,
      handle: (ctx, { received }) => {
        if (!received) throw new AppError('VALIDATION_FAILED');
        return setPhoto(ctx, files, received);
      },
    }),
    route({
      method: 'DELETE',
      url: '/adm/v2/sec/me/photo',
      access: 'session',
      summary: 'Remove the own photo; the initials take its place',
      reply: meReply,
      handle: (ctx) => setPhoto(ctx, files, null),
    }),
    route({
      method: 'GET',
      url: '/adm/v2/sec/photo/:userId/:hash',
      access: 'session',
      summary: '$routes.session.photo',
      input: {
        params: Type.Object({
          userId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
          hash: Type.String({ maxLength: 64 }),
        }),
        query: Type.Object({
          size: Type.Optional(Type.Unsafe<512 | 64>({ type: 'integer', enum: [512, 64], default: 512 })),
        }),
      },
      download: ['image/webp'],
      ranges: true,
      reply: Type.Null(),
      async handle(ctx, { params: { userId, hash }, query: { size = 512 } }) {
        // A shorter one could be guessed.
        if (hash.length !== HASH_LENGTH) throw notFound();
        const file = await files.findByHash(ctx.db, { kind: PHOTO_OWNER, id: userId }, hash);
        return files.content(file, { size: size === 512 ? 0 : size, disposition: 'inline', isLasting: true });
      },
    }),
  ];
}

/** Sets or removes the caller's photo, and tells everybody whose list shows them. */
async function setPhoto(ctx: Context, files: Files, received: ReceivedFile | null): Promise<Me> {
  const { db, caller } = ctx;
  const owner = { kind: PHOTO_OWNER, id: caller.userId };
  await sql`select from app_user where id = ${caller.userId} for update`.execute(db);
  const before = await readMe(db, caller.userId);
  const photourl = received && photoAddress(caller.userId, received.sha256);
  if (received) await files.keep(db, received, owner);
  await files.removeOf(db, owner, received?.id);
  if (photourl === before.photourl) return before;
  await sql`
    update app_user set photo_url = ${photourl}, version = version + 1, updated_at = now(),
      updated_by = ${caller.userId}
    where id = ${caller.userId}`.execute(db);
  const after = { ...before, photourl, version: before.version + 1 };
  await audit(ctx, {
    entity: 'user',
    entityId: caller.userId,
    action: 'update',
    before: { photourl: before.photourl },
    after: { photourl },
  });
  publishChange(db, 'user', { verb: 'update', id: caller.userId, version: after.version });
  publishProfile(db, caller.userId, after.version);
  return after;
}
