import { newUserId, usualWaId, type Customer } from './customer.ts';

interface DemoCustomer {
  name: string;
  company: string;
  number: string;
  /** The account hides its number behind this name. */
  username?: string;
  /** No account of WhatsApp has the number. */
  unknown?: boolean;
}

const list: DemoCustomer[] = [
  { name: 'Renato Siqueira', company: 'Atacado Três Irmãos', number: '5534988771204' },
  { name: 'Dona Lurdes', company: 'Cantina da Lurdes', number: '5531991847730' },
  { name: 'Cláudia Nunes', company: 'Papelaria Central', number: '5511974402218' },
  { name: 'Paulo Henrique Assis', company: 'Construtora Assis', number: '5562996130457' },
  { name: 'Simone Barreto', company: 'Mercearia Barreto', number: '5531987210094' },
  { name: 'Wagner Lopes', company: 'Oficina WL', number: '5521985563311' },
  { name: 'Tereza Fontoura', company: 'Ateliê Fontoura', number: '5551993047826' },
  { name: 'João Batista Ferraz', company: 'Ferraz Transportes', number: '5541988016672' },
  { name: 'Hotel Serra Azul', company: 'Hotel Serra Azul', number: '553133214567' },
  { name: 'Grace Miller', company: 'Miller Imports', number: '14155550173' },
  { name: 'Marina Prado', company: 'Prado Eventos', number: '5585986602290', username: 'marinaprado' },
  { name: 'Sem WhatsApp', company: '', number: '5531999990000', unknown: true },
];

export function newCustomer(
  { name, company, number, username, unknown }: DemoCustomer,
  id: string,
): Customer {
  return {
    id,
    name,
    company,
    number,
    waId: usualWaId(number),
    userId: newUserId(),
    username: username ?? null,
    hasWhatsApp: !unknown,
    isPhoneOn: true,
    lastWroteAt: null,
    typingUntil: 0,
    entries: [],
  };
}

/** The customers that the demo profile starts with. */
export const demoCustomers = (): Customer[] => list.map((one, at) => newCustomer(one, String(at + 1)));
