import { sql } from 'kysely';
import { Type } from 'typebox';
import { objectsOf, type JsonObject } from '../../../../contracts/json.ts';
import { job, jobTransaction, type JobContext, type JobSpec } from '../../../kernel/job.ts';
import { findUnstorable } from '../../../kernel/unstorable.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { openChannel } from './channel-access.ts';
import { textOf } from './read-json.ts';
import { activeChannels } from './secrets.ts';
import { enqueueTemplates, TEMPLATES } from './template-kind.ts';

/** Characters of a name with its language, by which a template is found. The provider allows 512 and a few. */
const MOST_NAME = 600;

const rowOf = (template: JsonObject) => ({
  name: textOf(template['name']),
  language: textOf(template['language']),
  status: textOf(template['status']),
  category: textOf(template['category']),
  components: objectsOf(template['components']),
  format: textOf(template['parameter_format']) || 'POSITIONAL',
});

/** Asks once an hour for the templates of all tenants with channels: the provider does not report each change. */
export const hourlyTemplates: JobSpec = job({
  kind: 'whatsapp-templates-hourly',
  payload: Type.Object({}),
  schedule: '23 * * * *',
  async run({ db }) {
    const { rows } = await sql<{ tenantId: number }>`
      select distinct tenant_id as "tenantId" from support_channel where is_active`.execute(db);
    for (const { tenantId } of rows) await enqueueTemplates(db, tenantId);
  },
});

/** Reads the templates of the tenant's channels: they are the provider's, and change there. */
export function templateJob(secrets: Secrets): JobSpec {
  return job({
    kind: TEMPLATES,
    payload: Type.Object({}),
    maxAttempts: 5,
    async prepare(ctx): Promise<void> {
      const ids = await jobTransaction(ctx, (db) => activeChannels(db), 'read');
      const failures: unknown[] = [];
      for (const channelId of ids) {
        try {
          await refresh(ctx, secrets, channelId);
        } catch (error) {
          ctx.signal.throwIfAborted();
          failures.push(error);
        }
      }
      // Those of the other channels are stored; this job is tried again for all.
      if (failures.length > 0) throw failures[0];
    },
    run: () => Promise.resolve(),
  });
}

async function refresh(ctx: JobContext, secrets: Secrets, channelId: number): Promise<void> {
  const channel = await openChannel(ctx, secrets, channelId);
  if (!channel) return;
  const templates = await channel.graph.templates(channel.businessId);
  const rows = templates.map(rowOf).filter((row) => {
    const { name, language } = row;
    if (name === '' || language === '') return false;
    const isStorable =
      findUnstorable(row as unknown as JsonObject) === null && name.length + language.length <= MOST_NAME;
    if (!isStorable)
      ctx.log.warn(
        { tenantId: ctx.tenantId, channelId, name: name.slice(0, 200) },
        'WHATSAPP_TEMPLATE_LEFT_OUT',
      );
    return isStorable;
  });
  await jobTransaction(ctx, async (db) => {
    await sql`delete from support_template where channel_id = ${channelId}`.execute(db);
    await sql`
      insert into support_template
        (tenant_id, channel_id, name, language, status, category, components, parameter_format)
      select ${ctx.tenantId}, ${channelId}, r.name, r.language, r.status, r.category, r.components, r.format
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (name text, language text, status text, category text,
        components jsonb, format text)
      on conflict do nothing`.execute(db);
    await sql`update support_channel set templates_at = now() where id = ${channelId}`.execute(db);
  });
}
