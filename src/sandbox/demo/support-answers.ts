import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';

const answers: readonly (readonly [shortcut: string, title: string, text: string])[] = [
  ['oi', 'Saudação', 'Olá, {{nome}}! Aqui é {{atendente}}. Como posso ajudar?'],
  [
    'aguarde',
    'Pedir um momento',
    '{{nome}}, vou verificar e já volto com a resposta. Um momento, por favor.',
  ],
  [
    'boleto',
    'Segunda via do boleto',
    '{{nome}}, segue a segunda via do boleto da {{empresa}}. O vencimento é em 3 dias úteis.',
  ],
  [
    'prazo',
    'Prazo de entrega',
    'O prazo de entrega é de 3 a 5 dias úteis depois da confirmação do pagamento.',
  ],
  [
    'endereco',
    'Endereço e horário',
    'Atendemos de segunda a sexta, das 8h às 18h, na Av. do Contorno, 4.500, Belo Horizonte.',
  ],
  [
    'cadastro',
    'Pedir dados do cadastro',
    'Para continuar, {{nome}}, me envie o CNPJ e o endereço de entrega da {{empresa}}, por favor.',
  ],
  [
    'transferir',
    'Aviso de transferência',
    '{{nome}}, vou passar a conversa a um colega, que responde por aqui mesmo.',
  ],
  ['tchau', 'Despedida', 'Obrigado pelo contato, {{nome}}! Qualquer dúvida, é só chamar.\n{{atendente}}'],
];

const tags: readonly (readonly [title: string, color: string])[] = [
  ['Urgente', '#C4314B'],
  ['Orçamento', '#0F6CBD'],
  ['Financeiro', '#7A5C00'],
  ['Pós-venda', '#107C41'],
];

/** Adds the canned answers and the tags of the first sample tenant. */
export async function seedAnswers(db: Transaction<Tables>, tenantId: number): Promise<void> {
  for (const [shortcut, title, text] of answers)
    await sql`insert into support_answer (tenant_id, shortcut, title, text, created_at, updated_at)
      values (${tenantId}, ${shortcut}, ${title}, ${text}, now() - interval '90 days', now() - interval '40 days')`.execute(
      db,
    );
  for (const [title, color] of tags)
    await sql`insert into support_tag (tenant_id, title, color, created_at, updated_at)
      values (${tenantId}, ${title}, ${color}, now() - interval '90 days', now() - interval '90 days')`.execute(
      db,
    );
}
