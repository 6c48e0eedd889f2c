import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { QueuedMessage } from '../message/queue-message.ts';
import { foldText } from '../../../../contracts/text.ts';

/** Choices that the provider shows in one list. */
export const mostChoices = 10;

export interface Choice {
  queueId: number;
  name: string;
  title: string;
  answer: string | null;
}

const keyOf = (queueId: number): string => `queue:${queueId}`;

/** The queues that the menu of a channel offers, in their order. */
export async function readChoices(db: TenantTransaction, channelId: number): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select id as "queueId", name, menu_title as title, menu_answer as answer from support_queue
    where is_active and menu_title is not null and (channel_id is null or channel_id = ${channelId})
    order by menu_position nulls last, name, id limit ${mostChoices}`.execute(db);
  return rows;
}

/** The menu as a message: its text, with the choices that outbound.ts makes buttons or a list of. */
export const menuMessage = (text: string, choices: readonly Choice[]): QueuedMessage => ({
  type: 'interactive',
  content: text,
  details: { options: choices.map(({ queueId, title }) => ({ id: keyOf(queueId), title })) },
});

const folded = (text: string): string => foldText(text).trim();

/** Choice of a reply: by its button, by the number of the choice, or by its words. */
export function choiceBy(
  choices: readonly Choice[],
  { content, details }: { content: string; details: JsonObject },
): Choice | undefined {
  const text = folded(content);
  return choices.find(
    ({ queueId, title }, at) =>
      details['id'] === keyOf(queueId) || text === folded(title) || text === String(at + 1),
  );
}
