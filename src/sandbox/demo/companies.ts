import { cnpjOf } from '../../contracts/formats.ts';

/** A fictional company of a sample tenant. */
export interface DemoCompany {
  name: string;
  tradeName: string;
  cnpj: string;
  /** Number of the company that it is a subsidiary of. */
  parent?: number;
  state: string;
  isActive?: boolean;
}

const trades = [
  'Construtora',
  'Engenharia',
  'Incorporadora',
  'Materiais',
  'Metalúrgica',
  'Instalações',
  'Transportes',
  'Locações',
  'Projetos',
] as const;
const names = [
  'Horizonte',
  'Serra Azul',
  'Atlântica',
  'Bandeirante',
  'Ipê Amarelo',
  'Jacarandá',
  'Mandacaru',
  'Araucária',
  'Guararapes',
  'Aroeira',
  'Pantanal',
  'Cerrado Vivo',
  'Tapajós',
  'Iguaçu',
  'Borborema',
  'Itamaracá',
  'Jequitibá',
  'Canastra',
  'Mantiqueira',
  'Sertaneja',
] as const;
/** States of the partners: the larger ones more often, as in the country. */
const states =
  'SP MG SP RJ PR SP RS BA SC SP PE MG CE GO SP RJ DF PR ES SP PA MG BA RS AM SC SP MT RN PE MS PB RJ MA GO SP PR SE CE MG AL TO PI RO'.split(
    ' ',
  );

/** Creates the same partners of a sample tenant for every first start. @param from index in the lists of names */
export function demoPartners(count: number, from: number): DemoCompany[] {
  return Array.from({ length: count }, (_, at) => {
    const trade = trades[(from + at * 5) % trades.length]!;
    const name = names[(from + at * 7) % names.length]!;
    return {
      name: `${trade} ${name} Ltda.`,
      tradeName: name,
      cnpj: demoCnpj(from + at),
      state: states[at % states.length]!,
      isActive: at % 11 !== 8,
    };
  });
}

/** A valid fictional CNPJ: eight digits from the seed, a first branch, and their check digits. */
const demoCnpj = (seed: number): string =>
  cnpjOf(((seed * 7_919_317 + 31_415_926) % 100_000_000) * 10_000 + 1);
