import { expect, test } from 'vitest';
import { matches, pieces } from './match.ts';

const marked = (text: string, query: string) =>
  pieces(text, query)
    .map((piece) => (piece.matched ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['Usuários', 'us', '[Us]uários'],
  ['Usuários', 'USUARIOS', '[Usuários]'],
  ['Augusto Lima', 'us li', 'Aug[us]to [Li]ma'],
  ['Usuários', '', 'Usuários'],
  ['👩‍👩‍👧 Ícaro', 'ica', '👩‍👩‍👧 [Íca]ro'],
  ['Éric', 'eric', '[Éric]'],
  ['محمد علي', 'علي', 'محمد [علي]'],
  ['ooo', 'o', '[ooo]'],
])('%s searched by %j is %s', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
});

test('each word is found in one of the texts', () => {
  expect(matches('usu seg', 'Usuários', 'Segurança')).toBe(true);
  expect(matches('usu xyz', 'Usuários', 'Segurança')).toBe(false);
});
