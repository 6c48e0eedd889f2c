import { sql } from 'kysely';
import { AppError } from '../../../kernel/errors.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { publishMessages } from '../chat/events.ts';
import { enqueueSend, type QueuedMessage } from '../message/queue-message.ts';
import { noteLast } from '../message/receive.ts';
import { renderTemplate } from '../channel/template-message.ts';
import { listTemplates, toTemplate, type StoredTemplate } from '../channel/templates.ts';

/** Names of parameters that stand for the customer's name. */
const nameParameters: ReadonlySet<string> = new Set(['1', 'nome', 'name', 'nombre', 'customer_name']);

/** Queues a message that no person wrote: it is no answer to the customer, and nobody becomes the attendant. */
export async function queueAutomatic(
  db: TenantTransaction,
  tenantId: number,
  chat: { id: number; channelId: number },
  { type, content, details = {} }: QueuedMessage,
): Promise<void> {
  const { rows } = await sql<{ id: number; at: Date }>`
    insert into support_message (tenant_id, chat_id, channel_id, sender, type, content, details, at, state)
    values (${tenantId}, ${chat.id}, ${chat.channelId}, 'support', ${type}, ${content},
      ${JSON.stringify({ ...details, automatic: true })}::jsonb, clock_timestamp(), 'queued')
    returning id, at`.execute(db);
  const { id, at } = rows[0]!;
  await noteLast(db, chat.id, id, at);
  await enqueueSend(db, tenantId, chat.id);
  await publishMessages(db, [{ id, type: 'MSG_SENT' }]);
}

/** Stores what a rule did to a chat, or could not do, as a line among its messages. */
export async function addRuleLine(
  db: TenantTransaction,
  tenantId: number,
  chat: { id: number; channelId: number },
  details: { event: string; name: string; by?: string; note?: string },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into support_message (tenant_id, chat_id, channel_id, sender, type, details, at, state)
    values (${tenantId}, ${chat.id}, ${chat.channelId}, 'system', 'system', ${JSON.stringify(details)}::jsonb,
      clock_timestamp(), 'received')
    returning id`.execute(db);
  await publishMessages(db, [{ id: rows[0]!.id, type: 'MSG_UPD' }]);
}

/** Why a rule cannot send a template by itself. */
export type TemplateRefusal =
  | { reason: 'unknown' }
  | { reason: 'language'; languages: readonly string[] }
  | { reason: 'status'; status: string }
  | { reason: 'parameters' };

/** The template under this name and language, or why there is none to send. */
async function approvedTemplate(
  db: TenantTransaction,
  channelId: number,
  named: { name: string; language: string },
): Promise<StoredTemplate | TemplateRefusal> {
  const [found] = await listTemplates(db, channelId, named);
  if (found) return found.status === 'APPROVED' ? found : { reason: 'status', status: found.status };
  const others = (await listTemplates(db, channelId)).filter(({ name }) => name === named.name);
  return others.length === 0
    ? { reason: 'unknown' }
    : { reason: 'language', languages: others.map(({ language }) => language) };
}

/** Fills in a template that a rule sends: it may ask for the customer's name and for nothing else. */
export async function automaticTemplate(
  db: TenantTransaction,
  channelId: number,
  named: { name: string; language: string },
  customer: string,
): Promise<QueuedMessage | TemplateRefusal> {
  const found = await approvedTemplate(db, channelId, named);
  if ('reason' in found) return found;
  const template = toTemplate(found);
  // A person calls itself as it likes; a parameter takes no line break and no row of spaces.
  const text = customer.replaceAll(/\s+/g, ' ');
  const given = template.components
    .filter(({ type }) => type === 'HEADER' || type === 'BODY')
    .map(({ type, params }) => ({
      type: type.toLowerCase() as 'header' | 'body',
      parameters: params
        .filter(({ param_name: name }) => nameParameters.has(name))
        .map(({ param_name: name }) => ({ type: 'text' as const, parameter_name: name, text })),
    }));
  try {
    const { content, details } = renderTemplate(template, given);
    return { type: 'template', content, details };
  } catch (error) {
    if (error instanceof AppError) return { reason: 'parameters' };
    throw error;
  }
}
