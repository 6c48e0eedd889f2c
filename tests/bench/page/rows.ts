export interface BenchColumn {
  key: string;
  title: string;
  width: number;
}

export type BenchRow = Record<string, string | number>;

export const firstColumns: readonly BenchColumn[] = [
  { key: 'id', title: 'ID', width: 80 },
  { key: 'name', title: 'Nome', width: 180 },
  { key: 'email', title: 'E-mail', width: 230 },
  { key: 'status', title: 'Status', width: 120 },
  { key: 'city', title: 'Cidade', width: 140 },
  { key: 'amount', title: 'Valor', width: 110 },
  { key: 'createdAt', title: 'Criado em', width: 120 },
  { key: 'active', title: 'Ativo', width: 80 },
];

const states = ['Início', 'Em progresso', 'Validação', 'Bloqueado', 'Concluído', 'Cancelado'];
const cities = ['São Paulo', 'Recife', 'Curitiba', 'Manaus', 'Porto Alegre', 'Salvador', 'Goiânia'];
const two = (number: number) => String(number).padStart(2, '0');

/** Rows that are the same in each run; amounts are unique and unordered. */
export function makeRows(count: number, columns: readonly BenchColumn[]): BenchRow[] {
  const further = columns.slice(firstColumns.length);
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `Pessoa ${String(at).padStart(6, '0')}`,
    email: `pessoa${at}@exemplo.com.br`,
    status: states[at % states.length]!,
    city: cities[(at * 3) % cities.length]!,
    amount: ((at * 618_034 + 500_000) % 1_000_003) / 100,
    createdAt: `${two((at % 28) + 1)}/${two((at % 12) + 1)}/${2000 + (at % 26)}`,
    active: at % 5 ? 'Y' : 'N',
    ...Object.fromEntries(further.map(({ key }) => [key, `${key} ${at}`])),
  }));
}
