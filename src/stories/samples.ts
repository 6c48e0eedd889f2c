import type { Json, JsonObject } from '../contracts/json.ts';

const people = [
  'Helena Drummond',
  'Otávio Guimarães',
  'Beatriz Nakamura',
  'Íris Çelik',
  'João Pedro de Alcântara Vasconcelos',
  "Siobhán O'Connor",
  'Wanderley Žižka',
  'Ana Luz',
] as const;
const cities = ['São Paulo', 'Belo Horizonte', 'Manaus', 'Porto Alegre', 'Recife'] as const;
const statuses = ['open', 'paid', 'late', 'canceled'] as const;
const files = ['contrato.pdf', 'planta baixa.dwg', 'equipe.jpg', 'orçamento 2026.xlsx', 'ata.docx'] as const;

const pick = <Item>(list: readonly Item[], at: number): Item => list[at % list.length]!;
const day = (at: number) => new Date(Date.UTC(2026, 10, 20 - (at % 300), 12, (at * 7) % 60)).toISOString();
const login = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.');

/** Generates the row of a number, always the same. */
type Shape = (at: number) => JsonObject;

const person: Shape = (at) => {
  const name = pick(people, at);
  return {
    id: at + 1,
    name,
    login: login(name),
    email: `${login(name)}@molde.test`,
    isActive: at % 4 === 3 ? 'N' : 'Y',
    city: pick(cities, at),
    age: 21 + ((at * 13) % 44),
    manager: at % 3 === 0 ? null : { id: 1, name: pick(people, at + 3) },
    updatedAt: day(at),
    version: 1,
  };
};

const order: Shape = (at) => ({
  id: 4000 + at,
  code: `PED-${4000 + at}`,
  customer: `${pick(people, at + 2)} ME`,
  status: pick(statuses, at),
  total: ((at * 73_737) % 1_000_000) / 100 + 9.9,
  items: 1 + (at % 40),
  done: (at * 17) % 101,
  dueDate: day(at).slice(0, 10),
  note:
    at % 2 === 0 ? null : `Entregar na portaria de ${pick(cities, at)}, aos cuidados de ${pick(people, at)}.`,
  version: 1,
});

const file: Shape = (at) => ({
  id: `file-${at + 1}`,
  name: pick(files, at),
  size: 1024 * (1 + ((at * 377) % 9000)),
  type: 'application/octet-stream',
  author: { name: pick(people, at), email: null },
  createdAt: day(at),
  tags: at % 2 === 0 ? [] : ['2026', pick(cities, at)],
});

const place: Shape = (at) => ({
  id: at + 1,
  // A tree in which each node has up to three children.
  parentId: at === 0 ? null : Math.ceil(at / 3),
  name: at === 0 ? 'Grupo Molde' : `${pick(cities, at)} ${at}`,
  people: (at * 31) % 400,
  isActive: at % 5 === 4 ? 'N' : 'Y',
});

const shapes = { person, order, file, place };

/** The subject of a story's rows. */
export type ShapeName = keyof typeof shapes;

/** Returns generated rows of one shape: with accents, long names, missing and nested values, dates and amounts. */
export function sampleRows(shape: ShapeName, count: number): JsonObject[] {
  return Array.from({ length: count }, (_, at) => shapes[shape](at));
}

/** A word without a space, wider than a phone, which must not break a layout. */
const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** Lengthens a text. */
export function lengthen(text: string): string {
  return text === '' ? '' : `${text} ${`${text} · `.repeat(Math.ceil(90 / (text.length + 3)))}${unbroken}`;
}

/** Lengthens the readable texts of a row; keys, dates and codes (texts without a space) stay. */
export function lengthenRow(value: Json): Json {
  if (typeof value === 'string') return value.includes(' ') ? lengthen(value) : value;
  if (Array.isArray(value)) return value.map(lengthenRow);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lengthenRow(inner)]));
}
