import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { isObject, type Json } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { WhatsAppSettings } from '../../../env.ts';
import { readSecret, writeSecret } from '../../../platform/secrets/tenant-secrets.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { textOf } from './read-json.ts';

/** The secrets of a channel; null for those that it has not. */
export type ChannelSecrets = Pick<WhatsAppSettings, 'accessToken' | 'appSecret' | 'verifyToken'>;

const nameOf = (channelId: number): string => `whatsapp:${channelId}`;
export const secretFields = ['accessToken', 'appSecret', 'verifyToken'] as const;

async function ownSecrets(
  db: TenantTransaction,
  secrets: Secrets,
  tenantId: number,
  channelId: number,
): Promise<Partial<ChannelSecrets>> {
  const stored = await readSecret(db, secrets, tenantId, nameOf(channelId));
  if (!stored) return {};
  const value = JSON.parse(stored.value) as Json;
  if (!isObject(value)) return {};
  return Object.fromEntries(
    secretFields.flatMap((field) => (textOf(value[field]) === '' ? [] : [[field, textOf(value[field])]])),
  );
}

/** The secrets of a channel: its own, else those of the process. @throws SecretError */
export async function readChannelSecrets(
  db: TenantTransaction,
  { secrets, whatsApp }: { secrets: Secrets; whatsApp: WhatsAppSettings },
  tenantId: number,
  channelId: number,
): Promise<ChannelSecrets> {
  const { accessToken, appSecret, verifyToken } = whatsApp;
  return { accessToken, appSecret, verifyToken, ...(await ownSecrets(db, secrets, tenantId, channelId)) };
}

/** Stores secrets of a channel encrypted; those that are not given stay. @throws SecretError without SECRETS_KEY */
export async function writeChannelSecrets(
  db: TenantTransaction,
  secrets: Secrets,
  tenantId: number,
  channelId: number,
  given: Partial<ChannelSecrets>,
): Promise<void> {
  const stored = await ownSecrets(db, secrets, tenantId, channelId);
  await writeSecret(db, secrets, tenantId, nameOf(channelId), JSON.stringify({ ...stored, ...given }));
}

/** The ids of the tenant's active channels, or the one that is named if it is one. */
export async function activeChannels(db: TenantTransaction, only?: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from support_channel where is_active and (${only ?? null}::bigint is null or id = ${only ?? null})
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether two texts are the same, in a time that says nothing about them. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHmac('sha256', 'compare').update(text).digest());
  return timingSafeEqual(first!, second!);
}

/** The signature of the header `X-Hub-Signature-256`: HMAC-SHA256 of the bytes as they came, with the app secret. */
export function isSigned(body: Uint8Array, signature: string, appSecret: string): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1];
  if (given === undefined) return false;
  const expected = createHmac('sha256', appSecret).update(body).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
