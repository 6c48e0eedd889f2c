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

/** The first ones are contacts of the sample tenant, with whom it has chats (support-contacts.ts). */
const list: DemoCustomer[] = [
  { name: 'Renato Siqueira', company: 'Atacado Três Irmãos', number: '5534988771204' },
  { name: 'Dona Lurdes', company: 'Mercearia da Lurdes', number: '5531987324410' },
  { name: 'Cláudia Nunes', company: 'Nunes Distribuidora', number: '5562991450087' },
  { name: 'Paulo Henrique Assis', company: 'Construtora Horizonte', number: '5531996610233' },
  { name: 'Simone Barreto', company: 'Barreto Materiais', number: '5562982217745' },
  { name: 'Wagner Lopes', company: 'Transportes Canastra', number: '5535991180062' },
  { name: 'Tereza Fontoura', company: 'Hotel Serra Verde', number: '5531984460918' },
  { name: 'Anselmo Teixeira', company: 'Padaria Pão da Serra', number: '5531975503318' },
  { name: 'Marlene Couto', company: 'Atacado Três Irmãos', number: '5534991207733' },
  { name: 'Jorge Luiz Machado', company: 'Auto Peças Machado', number: '5511973318820' },
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
