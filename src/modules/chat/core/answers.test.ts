import { describe, expect, it } from 'vitest';
import { answersFor, fillAnswer, type CannedAnswer } from './answers.ts';

const answer = (id: number, shortcut: string, title: string): CannedAnswer => ({
  id,
  shortcut,
  title,
  text: 'x',
});
const all = [
  answer(1, 'boleto', 'Segunda via'),
  answer(2, 'saudação', 'Boas-vindas'),
  answer(3, 'prazo', 'Prazo do boleto'),
];
const ids = (text: string): number[] => answersFor(all, text).map(({ id }) => id);

describe('canned answers', () => {
  it.each([
    ['/', [1, 2, 3]],
    ['/bol', [1, 3]],
    ['/SAUDACAO', [2]],
    ['/nada', []],
    ['boleto', []],
    ['/bol eto', []],
    ['', []],
  ])('are asked for by %j', (text, expected) => expect(ids(text)).toEqual(expected));

  it('are filled in with what the chat knows, once', () => {
    expect(
      fillAnswer('Olá, {{nome}} da {{ empresa }}. {{outro}}', { nome: '{{empresa}}', empresa: '' }),
    ).toBe('Olá, {{empresa}} da . {{outro}}');
  });
});
