import { foldText } from '../../src/contracts/text.ts';

/** A state of Brazil, or its federal district. */
export interface State {
  uf: string;
  name: string;
  /** Number that IBGE gives it. */
  code: number;
  column: number;
  row: number;
}

const state = (uf: string, name: string, code: number, column: number, row: number): State => ({
  uf,
  name,
  code,
  column,
  row,
});

/** The 27 of them, each at the square that keeps most of its neighbours, in reading order. */
export const states: readonly State[] = [
  state('RR', 'Roraima', 14, 1, 0),
  state('AP', 'Amapá', 16, 2, 0),
  state('AM', 'Amazonas', 13, 1, 1),
  state('PA', 'Pará', 15, 2, 1),
  state('MA', 'Maranhão', 21, 3, 1),
  state('PI', 'Piauí', 22, 4, 1),
  state('CE', 'Ceará', 23, 5, 1),
  state('RN', 'Rio Grande do Norte', 24, 6, 1),
  state('AC', 'Acre', 12, 0, 2),
  state('RO', 'Rondônia', 11, 1, 2),
  state('MT', 'Mato Grosso', 51, 2, 2),
  state('TO', 'Tocantins', 17, 3, 2),
  state('BA', 'Bahia', 29, 4, 2),
  state('PE', 'Pernambuco', 26, 5, 2),
  state('PB', 'Paraíba', 25, 6, 2),
  state('MS', 'Mato Grosso do Sul', 50, 2, 3),
  state('GO', 'Goiás', 52, 3, 3),
  state('DF', 'Distrito Federal', 53, 4, 3),
  state('SE', 'Sergipe', 28, 5, 3),
  state('AL', 'Alagoas', 27, 6, 3),
  state('SP', 'São Paulo', 35, 3, 4),
  state('MG', 'Minas Gerais', 31, 4, 4),
  state('ES', 'Espírito Santo', 32, 5, 4),
  state('PR', 'Paraná', 41, 3, 5),
  state('RJ', 'Rio de Janeiro', 33, 4, 5),
  state('SC', 'Santa Catarina', 42, 3, 6),
  state('RS', 'Rio Grande do Sul', 43, 3, 7),
];

export const columns = 7;
export const lines = 8;

const plain = (text: string) => foldText(text).trim();

const byName = new Map(
  states.flatMap((one, index) =>
    [one.uf, one.name, String(one.code)].map((name) => [plain(name), index] as const),
  ),
);

/** Index of the state that a value names by its letters, its name or its number; undefined for any other value. */
export function stateOf(value: unknown): number | undefined {
  return typeof value === 'string' || typeof value === 'number'
    ? byName.get(plain(String(value)))
    : undefined;
}

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Index of the nearest state in the direction of an arrow key; the same one at the edge, undefined for another key. */
export function neighbour(key: string, from: number): number | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  const [x, y] = direction;
  const { column, row } = states[from]!;
  let nearest = from;
  let least = Infinity;
  states.forEach((one, index) => {
    const across = one.column - column;
    const down = one.row - row;
    const ahead = across * x + down * y;
    if (ahead <= 0) return;
    // Straight ahead comes first, also beyond a gap; then the one that is least aside.
    const distance = ahead + 3 * Math.abs(x === 0 ? across : down);
    if (distance < least) {
      least = distance;
      nearest = index;
    }
  });
  return nearest;
}
