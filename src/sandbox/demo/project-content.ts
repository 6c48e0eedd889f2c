/** A sample project: its stories with the titles of their tasks, in the order in which they are worked on. */
export interface DemoProject {
  key: string;
  title: string;
  summaryTitle: string;
  summaryDesc: string;
  organizer: string;
  board: string;
  icon: { name: string; color: string };
  /** Weeks before the start at which its first sprint began; sprints take two weeks. */
  weeks: number;
  tags: readonly string[];
  stories: Readonly<Record<string, readonly string[]>>;
}

/** Projects of the sample tenant, all of which go on. */
export const demoProjects: readonly DemoProject[] = [
  {
    key: 'WMS',
    title: 'Implantação do WMS',
    summaryTitle: 'Gestão do armazém de Betim',
    summaryDesc: 'Coletores, endereçamento e inventário rotativo no centro de distribuição de Betim.',
    organizer: 'Logística',
    board: 'CD Betim',
    icon: { name: 'box', color: '#0f6cbd' },
    weeks: 12,
    tags: ['coletor', 'piloto', 'regra', 'API', 'qualidade', 'impressão'],
    stories: {
      Recebimento: [
        'Mapear as docas e os horários de descarga',
        'Conferência cega no recebimento',
        'Etiquetas de palete com código GS1-128',
        'Registrar avaria com foto no coletor',
        'Agendamento de transportadoras pela portaria',
        'Devolução de cliente com motivo',
        'Painel de fila das docas',
        'Treinar conferentes do turno da manhã',
      ],
      Endereçamento: [
        'Desenhar ruas, níveis e posições',
        'Cadastrar endereços do mezanino',
        'Curva ABC por giro dos últimos seis meses',
        'Bloquear endereço em manutenção',
        'Relatório de ocupação por rua',
        'Sugestão de endereço por peso e altura',
        'Imprimir placas das ruas com QR code',
      ],
      Separação: [
        'Onda de separação por transportadora',
        'Definir regra de reposição por ponto mínimo',
        'Bloqueio de lote vencido na separação',
        'Separação por voz em piloto',
        'Conferência de volume por peso',
        'Dividir pedido entre dois separadores',
        'Medir linhas separadas por hora',
      ],
      Inventário: [
        'Inventário rotativo por curva ABC',
        'Tela de divergências do inventário',
        'Recontagem obrigatória acima de 2 %',
        'Ajuste de saldo com aprovação',
        'Histórico de contagens por endereço',
      ],
      Integração: [
        'Integrar saldo por lote com o ERP',
        'Receber pedidos do ERP a cada minuto',
        'Fila de erros da integração',
        'Devolver peso e volumes à transportadora',
        'Reprocessar notas recusadas',
        'Monitorar atraso da fila',
      ],
      Implantação: [
        'Treinar turno da noite no coletor',
        'Virada do estoque no fim de semana',
        'Plano de retorno da virada',
        'Acompanhar a primeira semana no CD',
        'Pesquisa com os operadores',
      ],
      Indicadores: [
        'Tempo de doca por transportadora',
        'Acuracidade do estoque por rua',
        'Pedidos atrasados por onda',
        'Produtividade por turno',
        'Custo por linha separada',
        'Avarias por fornecedor',
        'Painel do gestor do armazém',
        'Alerta de estoque negativo',
      ],
    },
  },
  {
    key: 'RSE',
    title: 'Reforma da sede',
    summaryTitle: 'Térreo e dois andares da sede',
    summaryDesc: 'Projeto, licenças e obra da sede, sem parar o atendimento ao público.',
    organizer: 'Obras',
    board: 'Engenharia',
    icon: { name: 'building', color: '#8764b8' },
    weeks: 9,
    tags: ['externo', 'licença', 'compra', 'estrutura', 'hidráulica'],
    stories: {
      Projeto: [
        'Levantamento planialtimétrico da quadra',
        'Sondagem do terreno do anexo',
        'Anteprojeto dos dois andares',
        'Revisar memorial de cálculo do bloco B',
        'Cruzar hidráulica e estrutura no térreo',
        'Projeto de acessibilidade',
        'Caderno de acabamentos',
      ],
      Licenças: [
        'Protocolar o projeto na prefeitura',
        'Vistoria do corpo de bombeiros',
        'Outorga do poço junto ao órgão ambiental',
        'Alvará de demolição do anexo',
        'Responder às exigências da prefeitura',
      ],
      Suprimentos: [
        'Cotar aço CA-50 com três fornecedores',
        'Contrato da esquadria de alumínio',
        'Comprar elevador com entrega em abril',
        'Cotar divisórias acústicas',
        'Pedido de luminárias do térreo',
        'Fechar o fornecimento de concreto',
      ],
      Fundação: [
        'Locar as estacas do bloco A',
        'Ensaio de carga nas estacas',
        'Validar medição 11 da fundação',
        'Blocos de coroamento do eixo 3',
        'Impermeabilizar a cortina do subsolo',
      ],
      Mudança: [
        'Planejar a mudança do atendimento',
        'Sinalização provisória do térreo',
        'Mover o arquivo morto para o galpão',
        'Avisar clientes do novo acesso',
      ],
      Obra: [
        'Montar o canteiro e os tapumes',
        'Demolir o anexo dos fundos',
        'Alvenaria do primeiro andar',
        'Prumadas de água do bloco A',
        'Quadros elétricos do térreo',
        'Dutos do ar-condicionado',
        'Forro e iluminação da recepção',
        'Pintura da fachada norte',
        'Relatório fotográfico da semana',
      ],
    },
  },
  {
    key: 'PDC',
    title: 'Portal do cliente',
    summaryTitle: 'Segunda via, chamados e contratos num só lugar',
    summaryDesc: 'O cliente resolve sozinho o que hoje pede por telefone.',
    organizer: 'Tecnologia',
    board: 'Produto digital',
    icon: { name: 'globe', color: '#038387' },
    weeks: 11,
    tags: ['segurança', 'UX', 'API', 'conteúdo', 'dívida técnica'],
    stories: {
      Acesso: [
        'Entrar com CPF ou CNPJ',
        'Recuperar a senha por e-mail',
        'Convidar outra pessoa da mesma empresa',
        'Confirmar o e-mail no primeiro acesso',
        'Encerrar sessões de outros aparelhos',
        'Aceite dos termos de uso com versão',
      ],
      Faturas: [
        'Listar faturas com situação',
        'Segunda via em PDF',
        'Código de barras e Pix copia e cola',
        'Aviso três dias antes do vencimento',
        'Parcelar fatura vencida',
        'Exportar faturas do ano',
        'Contestar um lançamento',
      ],
      Chamados: [
        'Abrir chamado com anexo',
        'Acompanhar a situação do chamado',
        'Conversa com o atendimento no chamado',
        'Avaliar o atendimento',
        'Reabrir chamado em sete dias',
        'Perguntas frequentes antes de abrir',
      ],
      Contratos: [
        'Consultar contrato e aditivos',
        'Assinatura eletrônica do aditivo',
        'Alterar o endereço de cobrança',
        'Aviso de reajuste anual',
        'Linha do tempo do contrato',
      ],
      Atendimento: [
        'Horário de atendimento na página inicial',
        'Botão de ajuda com o assunto da página',
        'Pesquisa de satisfação por mensagem',
        'Respostas prontas para dúvidas de fatura',
        'Transferir a conversa com o histórico',
        'Relatório de assuntos mais pedidos',
        'Aviso de indisponibilidade programada',
      ],
      Plataforma: [
        'Página em menos de dois segundos no celular',
        'Auditoria de acessibilidade',
        'Textos em espanhol',
        'Monitorar erros do navegador',
        'Modo escuro',
        'Teste de carga com mil pessoas',
        'Política de retenção de dados',
      ],
    },
  },
];

/** A project that has ended. */
export const closedProject = {
  key: 'ERP',
  title: 'Migração do ERP',
  summaryTitle: 'Do sistema antigo ao novo, filial por filial',
  summaryDesc: 'Encerrado com as doze filiais no sistema novo.',
  organizer: 'Tecnologia',
  icon: { name: 'database', color: '#ca5010' },
} as const;

export const demoComments: readonly string[] = [
  'Combinado com a operação: começamos na segunda.',
  'Falta o retorno do fornecedor. Cobrei hoje por telefone.',
  'Testado com dois usuários, sem surpresa.',
  'A regra mudou: vale a partir do próximo mês.',
  'Deixei o passo a passo no anexo da ata.',
  'Doca 2 validada com 140 volumes. Falta a doca 3 com palete misto.',
  'Podemos fechar depois da visita de quinta?',
  'O número bateu com o relatório do mês passado.',
];

export const demoChecklist: readonly string[] = [
  'Levantar o que já existe',
  'Escrever a regra com quem usa',
  'Validar com dois usuários',
  'Atualizar o manual',
  'Avisar os envolvidos',
  'Medir depois de uma semana',
];

export const demoDescriptions: readonly string[] = [
  '<p>Pedido da operação na reunião de segunda. O que vale hoje está na planilha do turno, que deixa de ser usada quando isto estiver pronto.</p>',
  '<p>Pronto quando:</p><ul><li>quem usa fizer o caminho inteiro sem ajuda;</li><li>o número bater com o do relatório atual;</li><li>o manual estiver atualizado.</li></ul>',
  '<p>O fornecedor entrega uma primeira versão. <strong>Antes de aceitar</strong>, testar com os dados da última semana cheia.</p>',
  '<p>Hoje se perde perto de uma hora por dia com isto. Meta: dez minutos.</p>',
  '<p>Começar pelo caso mais comum e deixar as exceções para depois da visita:</p><ol><li>conversar com dois operadores;</li><li>desenhar o caminho novo;</li><li>testar em um turno.</li></ol>',
];
