export type TemplateStatus = 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED';

export interface TemplateButton {
  type: 'QUICK_REPLY' | 'URL' | 'PHONE_NUMBER';
  text: string;
  url?: string;
  phone_number?: string;
  example?: string[];
}

export interface TemplateComponent {
  type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS';
  format?: 'TEXT' | 'IMAGE' | 'VIDEO' | 'DOCUMENT';
  text?: string;
  buttons?: TemplateButton[];
  example?: Record<string, unknown>;
}

/** A message template in the shape of GET /{business}/message_templates. */
export interface Template {
  id: string;
  name: string;
  language: string;
  status: TemplateStatus;
  category: 'UTILITY' | 'MARKETING';
  parameter_format: 'NAMED' | 'POSITIONAL';
  components: TemplateComponent[];
}

/** A body with named parameters, and a value of each as the example that the provider asks for. */
function body(text: string, examples: Record<string, string> = {}): TemplateComponent {
  const named = Object.entries(examples).map(([param_name, example]) => ({ param_name, example }));
  return {
    type: 'BODY',
    text,
    ...(named.length > 0 ? { example: { body_text_named_params: named } } : {}),
  };
}

const footer: TemplateComponent = { type: 'FOOTER', text: 'Acme Comercial' };

const defaults = {
  language: 'pt_BR',
  status: 'APPROVED',
  category: 'UTILITY',
  parameter_format: 'NAMED',
} as const;

const list: Omit<Template, 'id'>[] = [
  {
    ...defaults,
    name: 'aviso_atraso_entrega',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Sobre a sua entrega' },
      body(
        'Olá, {{nome}}. O pedido {{pedido}} terá nova data de entrega: {{data}}. Responda esta mensagem para falar com a gente.',
        { nome: 'Renato', pedido: 'PV-48198', data: '20/11/2026' },
      ),
      footer,
    ],
  },
  {
    ...defaults,
    name: 'retomar_atendimento',
    components: [
      body(
        'Olá, {{nome}}! Aqui é {{atendente}}, da Acme. Podemos continuar o seu atendimento sobre {{assunto}}?',
        {
          nome: 'Cláudia',
          atendente: 'Ana Beatriz',
          assunto: 'o boleto de novembro',
        },
      ),
      footer,
    ],
  },
  {
    ...defaults,
    name: 'boas_vindas',
    components: [
      body('Olá, {{nome}}! Boas-vindas à Acme Comercial. Por aqui você fala com a nossa equipe.', {
        nome: 'Tereza',
      }),
    ],
  },
  {
    ...defaults,
    name: 'fora_do_horario',
    components: [
      body(
        'Recebemos a sua mensagem. Nosso horário é de segunda a sexta, das 8h às 18h. Responderemos assim que possível.',
      ),
      footer,
    ],
  },
  {
    ...defaults,
    name: 'catalogo_do_mes',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://acme.example/catalogo.png'] } },
      body('{{nome}}, o catálogo de {{mes}} chegou, com condições para {{empresa}}.', {
        nome: 'Simone',
        mes: 'dezembro',
        empresa: 'Mercearia Barreto',
      }),
      footer,
    ],
  },
  {
    ...defaults,
    name: 'segunda_via_boleto',
    components: [
      { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['https://acme.example/boleto.pdf'] } },
      body('{{nome}}, segue a segunda via do boleto, com vencimento em {{vencimento}}.', {
        nome: 'Cláudia',
        vencimento: '05/12/2026',
      }),
    ],
  },
  {
    ...defaults,
    name: 'confirmar_visita',
    components: [
      body('{{nome}}, confirmamos a visita técnica em {{data}}, às {{hora}}?', {
        nome: 'Wagner',
        data: '02/12/2026',
        hora: '14h30',
      }),
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Sim, confirmo' },
          { type: 'QUICK_REPLY', text: 'Quero remarcar' },
        ],
      },
    ],
  },
  {
    ...defaults,
    name: 'rastrear_pedido',
    components: [
      body('O pedido {{pedido}} saiu para entrega, {{nome}}. Acompanhe pelo botão abaixo.', {
        pedido: 'PV-48220',
        nome: 'Paulo',
      }),
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Rastrear',
            url: 'https://acme.example/rastreio/{{1}}',
            example: ['https://acme.example/rastreio/PV-48220'],
          },
          { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+553135550142' },
        ],
      },
    ],
  },
  {
    ...defaults,
    name: 'codigo_retirada',
    parameter_format: 'POSITIONAL',
    components: [
      {
        type: 'BODY',
        text: 'Olá, {{1}}. O seu código de retirada é {{2}} e vale até {{3}}.',
        example: { body_text: [['Lurdes', '7741', '30/11/2026']] },
      },
      footer,
    ],
  },
  {
    ...defaults,
    name: 'delivery_delay',
    language: 'en_US',
    components: [
      body('Hello {{name}}, order {{order}} will arrive on {{date}}. Reply to talk to us.', {
        name: 'Grace',
        order: 'PV-48301',
        date: '12/01/2026',
      }),
    ],
  },
  {
    ...defaults,
    name: 'pesquisa_satisfacao',
    status: 'PAUSED',
    category: 'MARKETING',
    components: [body('{{nome}}, que nota você dá ao nosso atendimento, de 0 a 10?', { nome: 'Renato' })],
  },
  {
    ...defaults,
    name: 'cobranca_amigavel',
    status: 'PENDING',
    components: [
      body('{{nome}}, o boleto {{boleto}} venceu em {{data}}. Precisa da segunda via?', {
        nome: 'Paulo',
        boleto: '3417',
        data: '15/11/2026',
      }),
    ],
  },
];

/** The templates of the demo's business. */
export const demoTemplates = (): Template[] =>
  structuredClone(list).map((template, at) => ({ id: `3${String(at + 1).padStart(14, '0')}`, ...template }));
