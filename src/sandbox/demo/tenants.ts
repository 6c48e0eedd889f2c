import type { JsonObject } from '../../contracts/json.ts';
import { demoPartners, type DemoCompany } from './companies.ts';

export interface DemoGroup {
  name: string;
  description: string;
  /** Screen key to letters of read, create, update, delete. */
  screens: Record<string, string>;
}

/** Content of a sample tenant. */
export interface DemoTenant {
  key: string;
  name: string;
  hosts: string[];
  domain: string;
  /** Hosts whose pictures load without asking. */
  pictureHosts: string[];
  adminName: string;
  appearance: JsonObject;
  /** Organizational units, each after the one above it. */
  units: { title: string; parent?: string }[];
  /** Companies in the order of their numbers; those with a parent are subsidiaries of its number. */
  companies: DemoCompany[];
  groups: DemoGroup[];
  /** Accounts beside the administrator's, each in a group. */
  accounts: { login: string; name: string; group: string }[];
  /** Number of people beside the accounts. */
  people: number;
  /** Sign-ins of a usual day. */
  signInsPerDay: number;
  namesFrom: number;
  /** Whether it has contacts and canned answers of the support chat. */
  hasSupport: boolean;
}

const readers: DemoGroup = {
  name: 'Somente leitura',
  description: 'Consulta a pessoas, acessos, empresas, projetos e atendimento, sem alterar nada',
  screens: {
    'admin-user': 'r',
    'admin-grupoacesso': 'r',
    'basic-company': 'r',
    'basic-uo': 'r',
    'ppm-projects': 'r',
    'ppm-boards': 'r',
    kanban: 'r',
    support: 'r',
    'support-supervision': 'r',
    'dash-1': 'r',
    'dash-2': 'r',
    'dash-6': 'r',
  },
};
const projects: DemoGroup = {
  name: 'Gestão de projetos',
  description: 'Projetos, atividades, quadros e sprints',
  screens: { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud', kanban: 'rcud' },
};
export const support: DemoGroup = {
  name: 'Atendimento',
  description: 'Conversas com clientes, contatos, respostas prontas e etiquetas',
  screens: {
    support: 'rcud',
    'chatbot-contato': 'rcud',
    'support-answer': 'rcud',
    'support-tag': 'rcud',
    'support-queue': 'r',
    'support-rule': 'r',
  },
};
const people: DemoGroup = {
  name: 'Gestão de pessoas',
  description: 'Cadastra e altera pessoas, sem excluir',
  screens: { 'admin-user': 'rcu' },
};

export const tenants: readonly DemoTenant[] = [
  {
    key: 'acme',
    name: 'Acme Engenharia',
    hosts: ['localhost', '127.0.0.1', 'acme.localhost'],
    domain: 'acme.example',
    pictureHosts: ['pictures.acme.example'],
    adminName: 'Administração Acme',
    appearance: {
      loginLayout: { selectedLayout: 1, coverText: 'Obras, projetos e pessoas em um só lugar.' },
    },
    units: [
      { title: 'Diretoria' },
      { title: 'Engenharia', parent: 'Diretoria' },
      { title: 'Operações', parent: 'Diretoria' },
      { title: 'Comercial', parent: 'Diretoria' },
      { title: 'Atendimento', parent: 'Comercial' },
      { title: 'Financeiro', parent: 'Diretoria' },
      { title: 'Recursos Humanos', parent: 'Financeiro' },
      { title: 'Tecnologia', parent: 'Engenharia' },
    ],
    companies: [
      { name: 'Acme Engenharia Ltda.', tradeName: 'Acme', cnpj: '11222333000181', state: 'SP' },
      {
        name: 'Acme Engenharia Ltda. Filial Recife',
        tradeName: 'Acme Recife',
        cnpj: '11222333000262',
        parent: 1,
        state: 'PE',
      },
      {
        name: 'Acme Engenharia Ltda. Filial Curitiba',
        tradeName: 'Acme Curitiba',
        cnpj: '11222333000343',
        parent: 1,
        state: 'PR',
      },
      ...demoPartners(44, 0),
    ],
    groups: [readers, projects, support, people],
    accounts: [
      { login: 'leitor', name: 'Lauro Leitão', group: readers.name },
      { login: 'gestor', name: 'Gisele Estevão', group: projects.name },
      { login: 'atendente', name: 'Átila Tenório', group: support.name },
    ],
    people: 100,
    signInsPerDay: 26,
    namesFrom: 0,
    hasSupport: true,
  },
  {
    key: 'beta',
    name: 'Beta Alimentos',
    hosts: ['beta.localhost'],
    domain: 'beta.example',
    pictureHosts: [],
    adminName: 'Administração Beta',
    appearance: {
      menuColor: '#2B1A3B',
      actionColor: '#B3266C',
      secondaryColor: '#32774F',
      loginLayout: { selectedLayout: 2, coverText: 'Do campo à mesa.' },
    },
    units: [
      { title: 'Direção' },
      { title: 'Produção', parent: 'Direção' },
      { title: 'Qualidade', parent: 'Produção' },
      { title: 'Logística', parent: 'Produção' },
      { title: 'Vendas', parent: 'Direção' },
    ],
    companies: [
      { name: 'Beta Alimentos S.A.', tradeName: 'Beta', cnpj: '44555666000181', state: 'MG' },
      ...demoPartners(12, 60),
    ],
    groups: [readers, people],
    accounts: [],
    people: 29,
    signInsPerDay: 9,
    namesFrom: 41,
    hasSupport: false,
  },
];
