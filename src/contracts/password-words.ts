import { foldText } from './text.ts';

/**
 * Words that people here begin a password with. Lists of leaked passwords are mostly English, so the server refuses these
 * with a usual ending, and the strength meter counts them as guessable.
 */
export const passwordWords: readonly string[] = (
  'senha senhas mudar trocar alterar padrao temporaria provisoria inicial novasenha minhasenha acesso entrar bemvindo ' +
  'usuario administrador admin admin123 suporte empresa escola trabalho sistema internet computador segredo secreta ' +
  'brasil brazil saopaulo riodejaneiro bahia parana minas curitiba recife salvador brasilia fortaleza ' +
  'flamengo corinthians palmeiras santos vasco gremio internacional cruzeiro atletico botafogo fluminense bahia ' +
  'amor meuamor teamo felicidade familia princesa gatinha estrela liberdade esperanca deus jesus jesuscristo deusefiel ' +
  'maria jose joao ana antonio francisco carlos paulo pedro lucas luiz marcos gabriel rafael mateus juliana fernanda ' +
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro ' +
  'verao inverno primavera outono segunda sexta domingo molde molde-demo contrasena bienvenido cambiar'
).split(' ');

const ENDINGS = [
  '',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '@1',
  '@12',
  '@123',
  '@1234',
  '!',
  '123!',
  '#123',
  '1!',
];
const YEARS = /^[@#!._-]?(19[5-9]\d|20[0-4]\d)!?$/;

/** Whether a password is one of the words, which may be doubled, with a usual ending. */
export function isWordWithEnding(password: string, words: Iterable<string>): boolean {
  const plain = foldText(password);
  for (const word of words) {
    const folded = foldText(word);
    if (folded.length < 3 || !plain.startsWith(folded)) continue;
    const ending = plain.slice(folded.length);
    if (ending === folded || ENDINGS.includes(ending) || YEARS.test(ending)) return true;
  }
  return false;
}
