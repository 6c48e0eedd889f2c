import { Type } from 'typebox';
import type { ContentReply } from '../../../kernel/content-reply.ts';
import { Reply, type Context, type Resource } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { lookTopics } from '../../../kernel/topics.ts';
import { PICTURE_OWNER } from '../../../platform/appearance/appearance-pictures.ts';
import { COVER_ADDRESS, pictureFiles } from '../../../kernel/appearance.ts';
import type { Files } from '../../../platform/files/files.ts';
import { readSettings, readStoredAppearance, settings } from './appearance-read.ts';
import { discardPictures, form, parts, PICTURE_BYTES, receivePictures, save } from './appearance-write.ts';

const screen = 'admin-config';

/** The tenant's look: colours, logos, the sign-in page, and what stands on it. */
export function appearanceResource({ tenants, files }: Platform): Resource {
  return {
    name: 'appearance',
    topics: [lookTopics],
    // Everybody sees the pictures, and gets them with the look itself.
    fileOwners: [{ kind: PICTURE_OWNER, mayRead: () => Promise.resolve(true) }],
    routes: [
      route({
        method: 'GET',
        url: COVER_ADDRESS,
        access: 'public',
        summary: '$routes.appearance.cover',
        errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
        input: { query: Type.Object({ v: Type.Optional(Type.Integer()) }) },
        download: ['image/png', 'image/jpeg', 'image/webp'],
        ranges: true,
        reply: Type.Null(),
        handle: (ctx) => readCover(ctx, files),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/config/appearance',
        access: { screen, verb: 'read' },
        summary: '$routes.appearance.read',
        reply: settings,
        handle: (ctx) => readSettings(ctx.db, ctx.tenant.id, files),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/config/appearance',
        access: { screen, verb: 'update' },
        summary:
          'Change what the form names of the tenant’s appearance; an empty colour is the product’s own',
        errors: ['VERSION_CONFLICT'],
        upload: { kind: 'multipart', bytes: PICTURE_BYTES, files: Object.keys(parts) },
        input: { body: form },
        // Pictures are stored while no transaction is open. A repetition changes nothing, and a version keeps others' changes.
        transaction: 'own',
        idempotent: false,
        reply: settings,
        async handle(ctx, { body, files: sent = {} }) {
          const received = await receivePictures(ctx, files, sent);
          const saved = await ctx
            .transaction((db) => save(ctx, db, body, { files, received }))
            .catch(async (error: unknown) => {
              await discardPictures(ctx, files, received);
              throw error;
            });
          // The next page of this process begins in the new colours, those of others within ten seconds.
          setImmediate(() => void tenants.refresh().catch(() => undefined));
          return new Reply(saved, 'messages.appearance.saved');
        },
      }),
    ],
  };
}

async function readCover(ctx: Context<null>, files: Files): Promise<ContentReply> {
  const { appearance } = await readStoredAppearance(ctx.db, ctx.tenant.id);
  const id = pictureFiles(appearance).COVER;
  if (id === undefined) throw notFound();
  return files.content(await files.findOwned(ctx.db, id, PICTURE_OWNER), { size: 0, disposition: 'inline' });
}
