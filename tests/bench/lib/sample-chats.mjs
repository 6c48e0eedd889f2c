import pg from 'pg';

/** Words of messages, most frequent first. */
const words =
  `que de não o a para com é um bom dia por favor obrigado já está pedido entrega boa tarde vocês quando você meu
  preciso hoje amanhã ainda nota fiscal boleto pagamento produto aguardo valor prazo sim ok certo endereço número cartão pix
  atendimento informação reunião cotação orçamento proposta contrato amostra catálogo loja estoque disponível unidade caixa metro
  quilo frete transportadora rastreio atraso troca devolução garantia defeito peça reposição técnico visita instalação manutenção
  relatório planilha arquivo imagem áudio vídeo telefone e-mail cadastro senha acesso sistema erro atualização licença usuário
  promoção desconto parcela juros vencimento cobrança comprovante depósito transferência agência conta banco crédito débito
  segunda terça quarta quinta sexta sábado domingo manhã noite semana mês janeiro março abril junho agosto outubro dezembro
  Uberlândia Goiânia Brasília Florianópolis Maringá Curitiba Vitória Cuiabá café açúcar feijão farinha óleo maçã limão pão
  colchão armário sofá cadeira balcão prateleira parafuso porca arruela chave martelo serrote furadeira lâmpada fiação disjuntor
  válvula tubulação cimento tijolo azulejo rejunte argamassa vidro alumínio inox borracha plástico papelão embalagem etiqueta
  urgência prioridade confirmação cancelamento alteração solicitação reclamação sugestão elogio dúvida ajuda retorno ligação
  responsável gerente diretora vendedor motorista conferente comprador fornecedor parceiro cliente`.split(
    /\s+/,
  );
const names =
  `Ana João Maria José Antônio Luísa Márcia Sérgio Cláudia Flávio Renata Vinícius Patrícia Fábio Letícia André Bruna
  César Débora Élcio Francisca Gonçalo Helena Inês`.split(/\s+/);
const surnames =
  `Silva Souza Araújo Gonçalves Conceição Magalhães Simões Brandão Falcão Leão Assunção Pires Moreira Teles
  Guimarães Prado Queirós Rezende Sant'Ana Trindade`.split(/\s+/);

/**
 * Adds contacts, active chats and messages to the channel of the demo's first tenant.
 * @param {string} connectionString
 * @param {{ chats: number, messages: number, large?: number }} counts chats; messages of each; messages of the first chat, if
 *   these are more
 * @returns {Promise<{ tenantId: number, channelId: number, chatIds: number[] }>} newest chat first
 */
export async function makeChats(connectionString, counts) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await insertChats(client, counts);
  } finally {
    await client.end();
  }
}

async function insertChats(client, { chats, messages, large = messages }) {
  const { rows: channels } = await client.query(
    'select tenant_id, id from support_channel order by tenant_id, id limit 1',
  );
  const { tenant_id: tenantId, id } = channels[0];
  const channelId = Number(id);
  const { rows: people } = await client.query(
    `select m.user_id from access_group_screen s join access_group_member m on m.tenant_id = s.tenant_id and m.group_id = s.group_id
     where s.tenant_id = $1 and s.screen_key = 'support' and s.can_update order by m.user_id limit 3`,
    [tenantId],
  );
  const attendants = people.map(({ user_id: user }) => user);
  // The numbers are mobiles of several areas, with the ninth digit.
  await client.query(
    `with made as (
       insert into support_contact (tenant_id, name, surname, company, number_words, numbers)
       select $1, ($3::text[])[1 + n % $5::int], ($4::text[])[1 + n / 7 % $6::int] || ' ' || n, 'Companhia ' || n % 400,
         '55' || 11 + n % 80 || '9' || 80000000 + n || ' 55' || 11 + n % 80 || 80000000 + n, '55' || 11 + n % 80 || '9' || 80000000 + n
       from generate_series(1, $2::int) n
       returning tenant_id, id, numbers
     ), reached as (
       insert into support_contact_info (tenant_id, contact_id, type, data, key, is_main)
       select tenant_id, id, 'WHATSAPP', '+' || numbers, numbers, true from made
     )
     insert into support_chat (tenant_id, channel_id, contact_id, customer_key, customer_number, attendant_id, is_active, profile_name,
       opened_at)
     select tenant_id, $7, id, numbers, numbers, ($8::bigint[])[1 + id % cardinality($8::bigint[])], true, 'Cliente ' || id, now()
     from made`,
    [tenantId, chats, names, surnames, names.length, surnames.length, channelId, attendants],
  );
  const { rows: made } = await client.query(
    `select id from support_chat where tenant_id = $1 and channel_id = $2 and profile_name like 'Cliente %' order by id`,
    [tenantId, channelId],
  );
  const chatIds = made.map((row) => Number(row.id));
  await insertMessages(client, { tenantId, channelId, chatIds, attendants }, messages, large);
  return { tenantId, channelId, chatIds };
}

/** Rows are stored before their index of texts is made, which takes a tenth of the time. */
async function insertMessages(client, { tenantId, channelId, chatIds, attendants }, messages, large) {
  const { rows } = await client.query(
    `select indexdef from pg_indexes where indexname = 'support_message_search'`,
  );
  await client.query('drop index support_message_search');
  // One text in two hundred names an order of its own; the words follow the frequencies of language, roughly.
  await client.query(
    `insert into support_message (tenant_id, chat_id, channel_id, sender, type, wamid, content, at, state, attendant_id, created_at)
     select $1, c.id, $2, case when k % 3 = 0 then 'support' else 'client' end, 'text', 'wamid.made.' || c.id || '.' || k,
       (select string_agg(($4::text[])[1 + floor(power(random(), 2.5) * $5)::int], ' ')
          from generate_series(1, 3 + (k * 7 + c.rank * 3) % 18) w where k > 0)
         || case when (c.rank + k) % 200 = 0 then ' pedido ' || 7000000 + c.rank * 250 + k % 250 else '' end,
       now() - make_interval(secs => c.rank * 20 + (c.count - k) * 400), case when k % 3 = 0 then 'read' else 'received' end,
       case when k % 3 = 0 then ($8::bigint[])[1 + c.id % cardinality($8::bigint[])] end, now()
     from (
       select id, rank, case when rank = 1 then $7::int else $6::int end as count
       from unnest($3::bigint[]) with ordinality t (id, rank)
     ) c cross join lateral generate_series(1, c.count) k`,
    [tenantId, channelId, chatIds, words, words.length, messages, large, attendants],
  );
  await client.query(`set maintenance_work_mem = '512MB'`);
  await client.query(rows[0].indexdef);
  await client.query(
    `update support_chat x set last_message_id = m.id, last_message_at = m.at, last_inbound_at = m.at, read_id = m.id
     from (select distinct on (chat_id) chat_id, id, at from support_message where tenant_id = $1 and channel_id = $2
       order by chat_id, at desc, id desc) m
     where x.tenant_id = $1 and x.id = m.chat_id and x.profile_name like 'Cliente %'`,
    [tenantId, channelId],
  );
  await client.query('vacuum analyze support_message, support_chat, support_contact, support_contact_info');
}
