import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';

/** Queues with their place in the menu and the answer to their choice. */
const queues: readonly (readonly [name: string, answer: string])[] = [
  ['Vendas', 'Certo, {{nome}}! Um vendedor responde em instantes.'],
  [
    'Financeiro',
    'Certo, {{nome}}! A fila {{fila}} já vai responder. Se tiver o número do pedido, envie por aqui.',
  ],
  ['Entregas', 'Certo, {{nome}}! Envie o número do pedido enquanto chamamos alguém de {{fila}}.'],
];

/** Adds queues and the rule of the sample channel: a menu, and thirty minutes until the first answer. */
export async function seedRules(
  db: Transaction<Tables>,
  tenantId: number,
  attendants: readonly number[],
): Promise<void> {
  for (const [at, [name, answer]] of queues.entries()) {
    const { rows } = await sql<{ id: number }>`
      insert into support_queue (tenant_id, name, menu_title, menu_position, menu_answer)
      values (${tenantId}, ${name}, ${name}, ${at + 1}, ${answer}) returning id`.execute(db);
    const agents = [attendants[0]!, attendants[1 + (at % (attendants.length - 1))]!];
    for (const agent of new Set(agents))
      await sql`
        insert into support_queue_agents (tenant_id, record_id, target_id) values (${tenantId}, ${rows[0]!.id}, ${agent})`.execute(
        db,
      );
  }
  await sql`
    insert into support_rule (tenant_id, name, channel_id, assignment, menu_text, away_template, away_language,
      first_answer_minutes, warning_percent)
    select ${tenantId}, 'Atendimento comercial', id, 'manual', 'Olá, {{nome}}! Sobre o que você quer falar?', 'fora_do_horario',
      'pt_BR', 30, 50
    from support_channel where tenant_id = ${tenantId}`.execute(db);
  await sql`
    update support_chat set answer_warn_at = opened_at + interval '15 minutes', answer_due_at = opened_at + interval '30 minutes'
    where tenant_id = ${tenantId} and opened_at is not null and first_answer_at is null and not is_finished`.execute(
    db,
  );
}
