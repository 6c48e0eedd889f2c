import { sql } from 'kysely';
import type { Static } from 'typebox';
import { toE164Digits } from '../../../../contracts/phone-number.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid, notFound, ruleBroken, type KeyedError } from '../../../kernel/errors.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import { SecretError, type Secrets } from '../../../platform/secrets/secrets.ts';
import { secretFields, writeChannelSecrets } from '../whatsapp/secrets.ts';
import { resumeChannel } from '../whatsapp/send-job.ts';
import { enqueueTemplates } from '../whatsapp/template-kind.ts';
import type { channelBody, channelDetail } from './support-channel-schema.ts';

type Body = Static<typeof channelBody>;
export type ChannelDetail = Static<typeof channelDetail>;

/** A channel as administrators see it. @throws AppError NOT_FOUND */
export async function readChannel(ctx: Context, id: number, lock = false): Promise<ChannelDetail> {
  const { rows } = await sql<ChannelDetail>`
    select h.id, h.name, h.phone as whatsapp, case when h.is_active then 'Y' else 'N' end as "isActive",
      case when h.error_code is null then null else json_build_object('code', h.error_code, 'detail', coalesce(h.error_text, '')) end as problem,
      h.phone_number_id as "phoneNumberId", h.business_id as "businessId",
      '/adm/v2/sup/zap/webhook/' || h.id as "webhookPath", h.version
    from support_channel h where h.id = ${id} ${lock ? sql`for update` : sql``}`.execute(ctx.db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

function phoneOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const digits = toE164Digits(given);
  if (digits === null) throw invalid([{ path: '/whatsapp', key: 'errors.support.number' }]);
  return digits;
}

async function writeSecrets(ctx: Context, secrets: Secrets, id: number, body: Body): Promise<string[]> {
  const given = Object.fromEntries(
    secretFields.flatMap((field) => {
      const value = body[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
  const names = Object.keys(given);
  if (names.length === 0) return [];
  try {
    await writeChannelSecrets(ctx.db, secrets, ctx.tenant.id, id, given);
  } catch (error) {
    if (error instanceof SecretError) throw ruleBroken('errors.support.noSecretsKey', { cause: error });
    throw error;
  }
  return names;
}

const wireOf = (channel: ChannelDetail, secretNames: readonly string[] = []): JsonObject => ({
  name: channel.name,
  whatsapp: channel.whatsapp,
  isActive: channel.isActive,
  phoneNumberId: channel.phoneNumberId,
  businessId: channel.businessId,
  ...(secretNames.length === 0 ? {} : { secrets: [...secretNames] }),
});

async function assertUnused(ctx: Context, phoneNumberId: string, except: number): Promise<void> {
  const { rows } = await sql`
    select from support_channel where phone_number_id = ${phoneNumberId} and id <> ${except}`.execute(ctx.db);
  if (rows.length > 0)
    throw new AppError('ALREADY_EXISTS', {
      errors: [{ path: '/phoneNumberId', key: 'errors.ALREADY_EXISTS' }],
    });
}

/** @throws AppError VALIDATION_FAILED, ALREADY_EXISTS, RULE_BROKEN */
export async function createChannel(ctx: Context, secrets: Secrets, body: Body): Promise<ChannelDetail> {
  const { name = '', whatsapp = '', phoneNumberId = '', businessId = '' } = body;
  const required = { name: name.trim(), whatsapp, phoneNumberId, businessId };
  const errors: KeyedError[] = Object.entries(required)
    .filter(([, value]) => value === '')
    .map(([field]) => ({ path: `/${field}`, key: 'validation.required' }));
  if (errors.length > 0) throw invalid(errors);
  const phone = phoneOf(whatsapp);
  await assertUnused(ctx, phoneNumberId, 0);
  const { rows } = await sql<{ id: number }>`
    insert into support_channel (tenant_id, name, phone_number_id, business_id, phone, is_active, created_by, updated_by)
    values (${ctx.tenant.id}, ${required.name}, ${phoneNumberId}, ${businessId}, ${phone}, ${body.isActive !== 'N'},
      ${ctx.caller.userId}, ${ctx.caller.userId})
    returning id`.execute(ctx.db);
  const { id } = rows[0]!;
  const names = await writeSecrets(ctx, secrets, id, body);
  const channel = await readChannel(ctx, id);
  await audit(ctx, {
    entity: 'support-channel',
    entityId: id,
    action: 'create',
    before: null,
    after: wireOf(channel, names),
  });
  await enqueueTemplates(ctx.db, ctx.tenant.id);
  return channel;
}

/** Changes a channel. Messages that waited for a correction are sent then. @throws AppError NOT_FOUND, VERSION_CONFLICT */
export async function updateChannel(
  ctx: Context,
  secrets: Secrets,
  id: number,
  body: Body,
): Promise<ChannelDetail> {
  const before = await readChannel(ctx, id, true);
  const { unconditional } = await assertVersion(
    expectedVersion(ctx, body.version),
    before.version,
    () => before,
  );
  if (body.name?.trim() === '') throw invalid([{ path: '/name', key: 'validation.required' }]);
  if (body.phoneNumberId !== undefined) await assertUnused(ctx, body.phoneNumberId, id);
  await sql`
    update support_channel set name = coalesce(${body.name?.trim() ?? null}, name),
      phone = coalesce(${phoneOf(body.whatsapp) ?? null}, phone),
      phone_number_id = coalesce(${body.phoneNumberId ?? null}, phone_number_id),
      business_id = coalesce(${body.businessId ?? null}, business_id),
      is_active = coalesce(${body.isActive === undefined ? null : body.isActive === 'Y'}::boolean, is_active),
      error_code = null, error_text = null, paused_until = null,
      version = version + 1, updated_at = now(), updated_by = ${ctx.caller.userId}
    where id = ${id}`.execute(ctx.db);
  const names = await writeSecrets(ctx, secrets, id, body);
  const after = await readChannel(ctx, id);
  await audit(ctx, {
    entity: 'support-channel',
    entityId: id,
    action: 'update',
    before: wireOf(before),
    after: wireOf(after, names),
    unconditional,
  });
  await resumeChannel(ctx.db, ctx.tenant.id, id);
  await enqueueTemplates(ctx.db, ctx.tenant.id);
  return after;
}
