import { sql, type Transaction } from 'kysely';
import { numberKey } from '../../contracts/phone-number.ts';
import type { Tables } from '../../server/db/tables.ts';
import { numberTexts } from '../../server/domains/support/index.ts';

/** A fictional contact of the support chat of the first sample tenant. */
export interface DemoContact {
  name: string;
  surname: string;
  company: string;
  /** Digits with the country code, the main one first. */
  numbers: readonly string[];
  additionalInfo: string;
  birthdate: string | null;
  consent: 'given' | 'withdrawn' | null;
  consentSource: string;
  isActive: boolean;
  /** Days before the start on which it was created. */
  daysAgo: number;
}

/** Name, surname, company, numbers; those with whom the sample chats are come first. */
const people: readonly (readonly [string, string, string, string, string?])[] = [
  ['Renato', 'Siqueira', 'Atacado Três Irmãos', '5534988771204', 'Recebe só até as 15h. Prefere boleto.'],
  ['Dona', 'Lurdes', 'Mercearia da Lurdes', '5531987324410', 'Manda áudio; responder por texto curto.'],
  ['Cláudia', 'Nunes', 'Nunes Distribuidora', '5562991450087'],
  ['Paulo Henrique', 'Assis', 'Construtora Horizonte', '5531996610233 553135550171'],
  ['Simone', 'Barreto', 'Barreto Materiais', '5562982217745'],
  ['Wagner', 'Lopes', 'Transportes Canastra', '5535991180062'],
  ['Tereza', 'Fontoura', 'Hotel Serra Verde', '5531984460918 553132910044', 'Compras do hotel e do spa.'],
  ['Anselmo', 'Teixeira', 'Padaria Pão da Serra', '5531975503318'],
  ['Marlene', 'Couto', 'Atacado Três Irmãos', '5534991207733'],
  ['Jorge Luiz', 'Machado', 'Auto Peças Machado', '5511973318820'],
  ['Ivone', 'Prates', 'Clínica Vida Plena', '5531988230417'],
  ['Edvaldo', 'Rios', 'Rios Irrigação', '5577981146509'],
  ['Beatriz', 'Yamamoto', 'Hortifruti Yamamoto', '5511988104423'],
  ['Cícero', 'Feitosa', 'Feitosa Construções', '5585986712290'],
  ['Lorena', 'Paiva', 'Papelaria Arco-Íris', '5571991823346'],
  ['Murilo', 'Drummond', 'Drummond Arquitetura', '5531971094456'],
  ['Neuza', 'Gouveia', 'Gouveia Uniformes', '5541998007162'],
  ['Otacílio', 'Braga', 'Fazenda Boa Vista', '5538991560043'],
  ['Rosângela', 'Pimentel', 'Escola Pequeno Mundo', '5521980034517'],
  ['Sebastião', 'Quintela', 'Quintela Pneus', '5527997712038'],
  ['Tatiane', 'Bittencourt', 'Studio Tati', '5548991440276'],
  ['Ulisses', 'Moreno', 'Moreno Advocacia', '5561981905534'],
  ['Vanda', 'Schmitt', 'Schmitt Laticínios', '5554996308821'],
  ['Zuleica', 'Amorim', 'Amorim Eventos', '5581982360017'],
  ['Abílio', 'Tavares', 'Tavares Ferragens', '5591981127743'],
  ['Creusa', 'Damasceno', '', '5571987450912'],
  ['Damião', 'Lacerda', 'Lacerda Refrigeração', '5583991006254'],
  ['Eliane', 'Vasques', 'Vasques Turismo', '5521996714408'],
  ['Florisvaldo', 'Pacheco', '', '5574981330067'],
  ['Gilberto', 'Nogueira', 'Construtora Horizonte', '5531985217790'],
  ['Hilda', 'Rezende', 'Hotel Serra Verde', '5531993008145'],
  ['Ivan', 'Kowalski', 'Kowalski Móveis', '5541987720316'],
  ['Jussara', 'Medeiros', 'Farmácia Central', '5584988013372'],
  ['Laerte', 'Bonfim', 'Transportes Canastra', '5535984120098'],
  ['Margarida', 'Sousa', 'Quinta do Lago', '351912045678', 'Cliente de Portugal.'],
  ['Nivaldo', 'Peixoto', '', '5582981774420'],
  ['Odete', 'Falcão', 'Falcão Bijuterias', '5511965508231'],
  ['Pedro', 'Anjos', 'Anjos Contabilidade', '5531990456612'],
  // The same person a second time, from a private number.
  ['Tereza', 'Fontoura', 'Hotel Serra Verde', '5531972218830'],
  ['Silvana', 'Prado', 'Prado Embalagens', '5519981043357'],
];

const sources = [
  'Formulário do site',
  'Contrato de fornecimento',
  'Feira do Atacado 2025',
  'Por telefone',
] as const;

/** The contacts of the first sample tenant, the same for every first start. */
export const demoContacts: readonly DemoContact[] = people.map(
  ([name, surname, company, numbers, info = ''], at) => ({
    name,
    surname,
    company,
    numbers: numbers.split(' '),
    additionalInfo: info,
    birthdate:
      at % 4 === 1
        ? `19${58 + ((at * 7) % 40)}-${String(1 + ((at * 5) % 12)).padStart(2, '0')}-1${at % 9}`
        : null,
    consent: at === 9 || at === 28 ? 'withdrawn' : at % 3 === 2 ? null : 'given',
    consentSource: at % 3 === 2 ? '' : sources[at % sources.length]!,
    isActive: at % 13 !== 12,
    daysAgo: at === 0 ? 651 : 20 + ((at * 37) % 600),
  }),
);

const DAY = 86_400_000;

/** Adds the contacts. @returns their ids, in the order of `demoContacts` */
export async function seedContacts(db: Transaction<Tables>, tenantId: number): Promise<number[]> {
  const start = Date.now();
  const rows = demoContacts.map((contact, at) => {
    const created = new Date(start - contact.daysAgo * DAY - at * 311_000);
    const infos = contact.numbers.map((data, n) => ({ data, isMain: n === 0 }));
    return {
      ...contact,
      ...numberTexts(infos),
      created,
      updated: new Date(created.getTime() + (at % 3) * 4 * DAY),
      consentAt: contact.consent && created.toISOString().slice(0, 10),
    };
  });
  const { rows: made } = await sql<{ id: number }>`
    insert into support_contact (tenant_id, name, surname, company, additional_info, birthdate, is_active, consent,
      consent_at, consent_source, numbers, number_words, created_at, updated_at)
    select ${tenantId}, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(name text, surname text,
      company text, "additionalInfo" text, birthdate date, "isActive" boolean, consent text, "consentAt" date,
      "consentSource" text, numbers text, number_words text, created timestamptz, updated timestamptz)
    returning id`.execute(db);
  const ids = made.map(({ id }) => id);
  const infos = demoContacts.flatMap(({ numbers }, at) =>
    numbers.map((data, n) => ({ contact: ids[at], data, key: numberKey(data), main: n === 0 })),
  );
  await sql`insert into support_contact_info (tenant_id, contact_id, type, data, key, is_main)
    select ${tenantId}, r.contact, 'WHATSAPP', r.data, r.key, r.main
    from jsonb_to_recordset(${JSON.stringify(infos)}::jsonb) as r(contact bigint, data text, key text, main boolean)`.execute(
    db,
  );
  return ids;
}
