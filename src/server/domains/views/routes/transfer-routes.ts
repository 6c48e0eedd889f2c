import { Type } from 'typebox';
import { FileReply } from '../../../kernel/file-reply.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { Reply, type RouteSpec } from '../../../kernel/contract.ts';
import { invalid } from '../../../kernel/errors.ts';
import { readAll } from '../../../kernel/reading/read-file.ts';
import { sourceOf } from '../../../kernel/reading/source.ts';
import { route } from '../../../kernel/route.ts';
import type { Editing } from '../../definitions/index.ts';
import { makeBundle } from '../view/bundle.ts';
import { bundleFormat, type Bundle } from '../view/read-bundle.ts';
import { firstGrant } from '../view/view-kind.ts';
import { importViews } from '../view/import-views.ts';
import { idsIn, idsQuery } from './publication-routes.ts';
import { mayCreate, mayRead } from './view-access.ts';
import { importReply } from './view-schema.ts';

/** A file of views, in bytes. */
const mostBytes = 16 * 1_048_576;

/** Views as files: with the datasets, fragments, forms and saved widgets that they need. */
export function transferRoutes(editing: Editing): RouteSpec[] {
  return [
    route({
      method: 'GET',
      url: '/adm/v2/dash/export',
      access: mayRead,
      summary: 'Download views with what they need, as a file',
      input: { query: idsQuery },
      download: ['application/json'],
      reply: Type.Null(),
      async handle(ctx, { query }) {
        const bundle = await makeBundle(ctx.db, idsIn(query.ids));
        const content = `${JSON.stringify(bundle, null, 2)}\n`;
        return new FileReply('visoes.json', 'application/json', chunks(content));
      },
    }),
    route({
      method: 'POST',
      url: '/adm/v2/dash/import',
      access: mayCreate,
      summary: 'Import a file of views as drafts, all or nothing; with dryRun only say what would happen',
      errors: ['RULE_BROKEN', 'DEFINITION_INVALID'],
      upload: { kind: 'multipart', bytes: mostBytes },
      transaction: 'own',
      // A repetition makes other views, and a check changes nothing.
      idempotent: false,
      input: {
        body: Type.Object({
          dryRun: Type.Optional(Type.Unsafe<'true' | 'false'>({ type: 'string', enum: ['true', 'false'] })),
        }),
      },
      reply: importReply,
      async handle(ctx, { body, files = {} }) {
        const { file } = files;
        if (!file) throw invalid([{ path: '/file', key: 'errors.views.import.broken' }]);
        const dryRun = body.dryRun === 'true';
        const read = await readAll<JsonObject, number>(ctx.tenant.id, 'views', sourceOf(file.bytes));
        const bundle: Bundle = { format: bundleFormat, version: read.end, definitions: read.items };
        const report = await importViews(editing, ctx, bundle, {
          dryRun,
          grantOf: (inside) => firstGrant(editing, inside),
        });
        return new Reply(report, dryRun ? null : 'messages.views.imported');
      },
    }),
  ];
}

async function* chunks(content: string): AsyncGenerator<string> {
  yield await Promise.resolve(content);
}
