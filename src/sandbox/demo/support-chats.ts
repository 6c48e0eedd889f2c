import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import { TEMPLATES } from '../../server/domains/support/index.ts';

/** The sandbox's number, which spec/decisions.md gives (Demo profile). */
const PHONE_NUMBER_ID = '100000000000001';
const BUSINESS_ID = '200000000000001';
const PHONE = '553135550142';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Line {
  /** Milliseconds before now. */
  ago: number;
  /** Index of the attendant who wrote it; the customer without one. */
  by?: number;
  text: string;
  template?: string;
  state?: 'sent' | 'delivered' | 'read' | 'failed';
}

interface Conversation {
  contact: string;
  status: 'waiting' | 'active' | 'finished';
  attendant?: number;
  unread?: number;
  /** Titles of its tags. */
  tags?: string[];
  lines: Line[];
}

const written: readonly Conversation[] = [
  {
    contact: 'Renato',
    status: 'active',
    attendant: 0,
    tags: ['Pós-venda'],
    lines: [
      {
        ago: 2 * DAY,
        by: 0,
        template: 'aviso_atraso_entrega',
        text: 'Olá, Renato. O pedido PV-48198 terá nova data de entrega: amanhã. Responda esta mensagem para falar com a gente.',
        state: 'read',
      },
      { ago: 3 * HOUR, text: 'Bom dia! Consegue confirmar o horário? Só recebo até as 15h.' },
      { ago: 3 * HOUR - MINUTE, text: 'E preciso do boleto atualizado.' },
      {
        ago: 2.8 * HOUR,
        by: 0,
        text: 'Bom dia, Renato! O caminhão está em Araguari e chega entre 12h30 e 13h30.',
        state: 'read',
      },
      { ago: 14 * MINUTE, text: 'Perfeito, obrigado pela agilidade.' },
      { ago: 12 * MINUTE, by: 0, text: 'Eu que agradeço. Aviso quando descarregar.', state: 'delivered' },
    ],
  },
  {
    contact: 'Dona',
    status: 'active',
    attendant: 1,
    lines: [
      { ago: 70 * MINUTE, text: 'Oi, minha filha. Chegou tudo certinho aqui na padaria.' },
      { ago: 60 * MINUTE, by: 1, text: 'Que bom, dona Lurdes! Precisando, é só chamar.', state: 'read' },
      { ago: 40 * MINUTE, text: 'Deus te pague. Semana que vem faço outro pedido.' },
    ],
  },
  {
    contact: 'Cláudia',
    status: 'active',
    attendant: 0,
    unread: 2,
    tags: ['Financeiro', 'Urgente'],
    lines: [
      { ago: 5 * HOUR, text: 'Boa tarde, paguei a fatura hoje cedo.' },
      {
        ago: 4.9 * HOUR,
        by: 0,
        text: 'Boa tarde, Cláudia! Pode me enviar o comprovante, por favor?',
        state: 'read',
      },
      { ago: 58 * MINUTE, text: 'Claro, um minuto.' },
      { ago: 57 * MINUTE, text: 'O valor foi R$ 4.870,00, no Pix.' },
    ],
  },
  {
    contact: 'Paulo Henrique',
    status: 'active',
    attendant: 1,
    tags: ['Financeiro'],
    lines: [
      { ago: 8 * HOUR, text: 'Não recebi o boleto deste mês.' },
      { ago: 7.5 * HOUR, by: 1, text: 'Boleto reenviado por e-mail', state: 'delivered' },
    ],
  },
  {
    contact: 'Simone',
    status: 'active',
    attendant: 2,
    lines: [
      { ago: 23 * HOUR, by: 2, text: 'Olá, Simone! Em que posso ajudar?', state: 'read' },
      { ago: 22.4 * HOUR, text: 'Qual o prazo para Goiânia?' },
    ],
  },
  {
    contact: 'Wagner',
    status: 'active',
    attendant: 0,
    tags: ['Orçamento'],
    lines: [
      { ago: 30 * HOUR, text: 'Fechamos as 40 caixas, então.' },
      { ago: 29 * HOUR, by: 0, text: 'Combinado, até segunda.', state: 'read' },
    ],
  },
  {
    contact: 'Tereza',
    status: 'active',
    attendant: 2,
    lines: [
      { ago: 3 * DAY, text: 'Boa tarde, podem me passar a tabela de dezembro?' },
      {
        ago: 3 * DAY - 9 * MINUTE,
        by: 2,
        text: 'Boa tarde! A tabela sai amanhã e envio por aqui.',
        state: 'read',
      },
      { ago: 3 * DAY - 11 * MINUTE, text: 'Ótimo, aguardo.' },
    ],
  },
];

const questions = [
  'Bom dia, gostaria de um orçamento.',
  'Vocês entregam no sábado?',
  'Preciso da segunda via da nota fiscal.',
  'O produto veio com defeito, como faço a troca?',
  'Qual o horário de funcionamento?',
  'Tem desconto para pagamento à vista?',
];
const answers = [
  'Bom dia! Envio o orçamento ainda hoje.',
  'Entregamos sim, até o meio-dia.',
  'Segue por e-mail em instantes.',
  'Sem problema, vamos agendar a coleta.',
  'De segunda a sexta, das 8h às 18h.',
  'Sim, 3 % à vista.',
];

/** Conversations of customers for whom none is written: the first two wait, the others are finished. */
const generated = (contact: string, at: number): Conversation => {
  const ago = at < 2 ? (at + 1) * 17 * MINUTE : (at + 1) * 1.7 * DAY;
  const question = questions[at % questions.length]!;
  if (at < 2) return { contact, status: 'waiting', unread: 1, lines: [{ ago, text: question }] };
  return {
    contact,
    status: 'finished',
    lines: [
      { ago, text: question },
      { ago: ago - 20 * MINUTE, by: at % 3, text: answers[at % answers.length]!, state: 'read' },
      { ago: ago - 30 * MINUTE, text: 'Muito obrigado!' },
    ],
  };
};

interface ContactRow {
  id: number;
  name: string;
  number: string;
  key: string;
}

/** Adds the sandbox's channel of the first sample tenant, and what its customers have written. */
export async function seedChats(
  db: Transaction<Tables>,
  tenantId: number,
  attendants: readonly number[],
): Promise<void> {
  const { rows: channels } = await sql<{ id: number }>`
    insert into support_channel (tenant_id, name, phone_number_id, business_id, phone)
    values (${tenantId}, 'Comercial', ${PHONE_NUMBER_ID}, ${BUSINESS_ID}, ${PHONE}) returning id`.execute(db);
  const { rows: contacts } = await sql<ContactRow>`
    select distinct on (c.id) c.id, c.name, regexp_replace(i.data, '\\D', '', 'g') as number, i.key
    from support_contact c join support_contact_info i on i.tenant_id = c.tenant_id and i.contact_id = c.id
    where c.tenant_id = ${tenantId} and c.is_active order by c.id, i.is_main desc`.execute(db);
  const named = new Map(written.map((one) => [one.contact, one]));
  const now = Date.now();
  let others = 0;
  for (const contact of contacts) {
    const conversation = named.get(contact.name) ?? generated(contact.name, others++);
    named.delete(contact.name);
    await seedChat(db, { tenantId, channelId: channels[0]!.id, contact, attendants, now }, conversation);
  }
  // The templates are the provider's, which answers once the server listens.
  await sql`
    insert into job (tenant_id, kind, payload, key, state, max_attempts)
    values (${tenantId}, ${TEMPLATES}, '{}', 'all', 'ready', 8)`.execute(db);
}

interface Place {
  tenantId: number;
  channelId: number;
  contact: ContactRow;
  attendants: readonly number[];
  now: number;
}

async function seedChat(
  db: Transaction<Tables>,
  { tenantId, channelId, contact, attendants, now }: Place,
  { status, attendant, unread = 0, tags = [], lines }: Conversation,
): Promise<void> {
  const personOf = (at: number | undefined) =>
    at === undefined ? null : (attendants[at % attendants.length] ?? null);
  const first = new Date(now - Math.max(...lines.map(({ ago }) => ago)));
  const { rows } = await sql<{ id: number }>`
    insert into support_chat (tenant_id, channel_id, contact_id, customer_key, customer_number, attendant_id, is_active, is_finished,
      unread_count, opened_at, created_at)
    values (${tenantId}, ${channelId}, ${contact.id}, ${contact.key}, ${contact.number}, ${personOf(attendant)},
      ${status === 'active'}, ${status === 'finished'}, ${unread}, ${first}, ${first})
    returning id`.execute(db);
  const { id } = rows[0]!;
  await sql`
    insert into support_chat_tag (tenant_id, chat_id, tag_id)
    select tenant_id, ${id}, id from support_tag where tenant_id = ${tenantId} and title = any (${tags}::text[])`.execute(
    db,
  );
  const messages = lines.map(({ ago, by, text, template, state = 'read' }, at) => ({
    sender: by === undefined ? 'client' : 'support',
    type: template ? 'template' : 'text',
    wamid: `wamid.demo.${id}.${at}`,
    content: text,
    details: template ? { name: template, language: 'pt_BR', components: [] } : {},
    at: new Date(now - ago).toISOString(),
    state: by === undefined ? 'received' : state,
    attendant: personOf(by),
  }));
  await sql`
    insert into support_message (tenant_id, chat_id, channel_id, sender, type, wamid, content, details, at, state, attendant_id, created_at)
    select ${tenantId}, ${id}, ${channelId}, r.sender, r.type, r.wamid, r.content, r.details, r.at, r.state, r.attendant, r.at
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) r (sender text, type text, wamid text, content text, details jsonb,
      at timestamptz, state text, attendant bigint)`.execute(db);
  await sql`
    update support_chat x set
      last_message_id = m.last_id, last_message_at = m.last_at, last_inbound_at = m.inbound_at, first_answer_at = m.answer_at,
      finished_at = case when x.is_finished then m.last_at end, updated_at = m.last_at,
      read_id = coalesce((select max(r.id) from (
        select id from support_message where tenant_id = x.tenant_id and chat_id = x.id and sender = 'client'
        order by at desc, id desc offset x.unread_count) r), 0)
    from (select (array_agg(id order by at desc, id desc))[1] as last_id, max(at) as last_at,
        max(at) filter (where sender = 'client') as inbound_at, min(at) filter (where sender = 'support') as answer_at
      from support_message where tenant_id = ${tenantId} and chat_id = ${id}) m
    where x.tenant_id = ${tenantId} and x.id = ${id}`.execute(db);
}
