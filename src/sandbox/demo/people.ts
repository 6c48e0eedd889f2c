import { cpfDigits, isCpf } from '../../contracts/formats.ts';

/** A fictional person of a sample tenant. */
export interface DemoPerson {
  name: string;
  email: string;
  login: string | null;
  cpf: string | null;
  dateBirth: string | null;
  /** Index in the tenant's list of units. */
  unit: number;
  /** Index in the list of people. */
  manager: number | null;
  delegate: number | null;
  isActive: boolean;
  isChangePwd: boolean;
  createdAt: Date;
  updatedAt: Date;
}

const firstNames = [
  'Adriana',
  'Álvaro',
  'Ana Júlia',
  'Antônio',
  'Beatriz',
  'Benício',
  'Bruno',
  'Caio',
  'Camila',
  'Cássia',
  'Cecília',
  'César',
  'Clara',
  'Conceição',
  'Daniel',
  'Débora',
  'Diego',
  'Eduarda',
  'Elisângela',
  'Emília',
  'Érica',
  'Estêvão',
  'Fábio',
  'Fernanda',
  'Flávia',
  'Frederico',
  'Gabriela',
  'Geraldo',
  'Gláucia',
  'Heitor',
  'Helena',
  'Henrique',
  'Hugo',
  'Igor',
  'Inês',
  'Isabela',
  'Ivo',
  'Jéssica',
  'João Pedro',
  'Joana',
  'José Carlos',
  'Júlia',
  'Larissa',
  'Leonardo',
  'Letícia',
  'Lívia',
  'Lúcia',
  'Luís',
  'Márcio',
  'Marcos',
  'Mariana',
  'Mateus',
  'Mônica',
  'Natália',
  'Nélson',
  'Olívia',
  'Otávio',
  'Patrícia',
  'Paulo',
  'Rafael',
  'Raíssa',
  'Renata',
  'Ricardo',
  'Rogério',
  'Sabrina',
  'Sérgio',
  'Sílvia',
  'Simone',
  'Sônia',
  'Tâmara',
  'Thiago',
  'Úrsula',
  'Valéria',
  'Vinícius',
  'Vitória',
  'Wagner',
  'Yasmin',
  'Zélia',
] as const;

const lastNames = [
  'Almeida',
  'Alves',
  'Andrade',
  'Araújo',
  'Assunção',
  'Barbosa',
  'Brandão',
  'Cardoso',
  'Carvalho',
  'Conceição',
  'Cordeiro',
  'Corrêa',
  'Costa',
  'Dias',
  'Esteves',
  'Fagundes',
  'Falcão',
  'Fernandes',
  'Fonseca',
  'Freitas',
  'Galvão',
  'Garcia',
  'Gonçalves',
  'Guimarães',
  'Lacerda',
  'Leão',
  'Lima',
  'Lopes',
  'Macêdo',
  'Magalhães',
  'Marques',
  'Martins',
  'Mendonça',
  'Menezes',
  'Moraes',
  'Moura',
  'Nascimento',
  'Nogueira',
  'Oliveira',
  'Paixão',
  'Peçanha',
  'Pereira',
  'Pinheiro',
  'Queirós',
  'Ramos',
  'Ribeiro',
  'Rocha',
  'Sá',
  'Sampaio',
  'Santana',
  'Siqueira',
  'Souza',
  'Teixeira',
  'Vasconcelos',
  'Vieira',
  'Zanetti',
] as const;

/**
 * Creates the same people for every first start. Rare states (no login, inactive, must change the password, a substitute)
 * have fixed positions, so that the first pages of a screen show each of them.
 * @param from index in the lists of names, so that two tenants have different people.
 * @param start of the demo, from which the times of the rows follow.
 */
export function demoPeople(
  count: number,
  domain: string,
  units: number,
  from: number,
  start: Date,
): DemoPerson[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, at) => {
    const first = pick(firstNames, from + at * 29);
    const last = [pick(lastNames, from + at * 17), pick(lastNames, from + at * 23 + 7)];
    const handle = freeHandle(`${fold(first.split(' ')[0] ?? first)}.${fold(last[1] ?? '')}`, taken);
    const isUser = at % 7 !== 3;
    return {
      name: `${first} ${last.join(' ')}`,
      email: `${handle}@${domain}`,
      login: isUser ? handle : null,
      cpf: at % 6 === 5 ? null : demoCpf(from * 1000 + at),
      dateBirth: at % 9 === 8 ? null : demoBirth(from + at),
      unit: at % units,
      // The first person of each unit manages it, and the very first one manages those.
      manager: at === 0 ? null : at < units ? 0 : at % units,
      delegate: at % 16 === 9 ? at - 1 : null,
      isActive: at % 13 !== 11,
      isChangePwd: isUser && at % 31 === 14,
      ...demoTimes(start, from + at),
    };
  });
}

/** Times of creation and last change of a row. Every fourth row was never changed. */
export function demoTimes(start: Date, seed: number): { createdAt: Date; updatedAt: Date } {
  const daysAgo = 3 + ((seed * 37) % 700);
  const createdAt = officeTime(start, daysAgo, seed);
  if (seed % 4 === 1) return { createdAt, updatedAt: createdAt };
  const changedAt = officeTime(start, Math.min(daysAgo - 1, 1 + ((seed * 11) % 40)), seed * 7 + 3);
  return { createdAt, updatedAt: changedAt < createdAt ? createdAt : changedAt };
}

/** A minute between 8 and 18 o'clock in São Paulo on a working day, so many days before the start and at least one. */
function officeTime(start: Date, daysAgo: number, seed: number): Date {
  const time = new Date(start);
  time.setUTCDate(time.getUTCDate() - daysAgo);
  time.setUTCHours(11, (seed * 67) % 600, (seed * 23) % 60, 0);
  const sinceFriday = (time.getUTCDay() + 2) % 7;
  if (sinceFriday === 1 || sinceFriday === 2) time.setUTCDate(time.getUTCDate() - sinceFriday);
  return time;
}

function pick<T>(list: readonly T[], at: number): T {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
}

function freeHandle(handle: string, taken: Set<string>): string {
  let free = handle;
  for (let number = 2; taken.has(free); number += 1) free = `${handle}${number}`;
  taken.add(free);
  return free;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

/** A valid fictional CPF: nine digits from the seed, and their check digits. */
function demoCpf(seed: number): string {
  const nine = String((seed * 7_919_317 + 123_456_789) % 1_000_000_000).padStart(9, '0');
  for (let check = 0; check < 100; check += 1) {
    const cpf = cpfDigits(nine + String(check).padStart(2, '0'));
    if (isCpf(cpf)) return cpf;
  }
  throw new Error(`no check digits for ${nine}`);
}

function demoBirth(seed: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${1960 + ((seed * 13) % 45)}-${two(1 + ((seed * 5) % 12))}-${two(1 + ((seed * 11) % 28))}`;
}
