import { expect, it } from 'vitest';
import { offeredPeople, searchedName } from './mention-search.ts';

it('reads the name behind an @ that begins a word', () => {
  expect(searchedName('Oi @')).toBe('');
  expect(searchedName('Oi @Âng')).toBe('Âng');
  expect(searchedName('@ana so')).toBe('ana so');
  expect(searchedName('ana@firma')).toBe(null);
  expect(searchedName('@ana souza viu')).toBe(null);
  expect(searchedName('Oi')).toBe(null);
});

it('offers people by the beginnings of their names, without accents', () => {
  const people = [
    { id: 1, name: 'Ana Souza' },
    { id: 2, name: 'Ângelo Dias' },
    { id: 3, name: 'Bruno Andrade' },
  ];
  expect(offeredPeople(people, '').map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(offeredPeople(people, 'an').map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(offeredPeople(people, 'ana s').map(({ id }) => id)).toEqual([1]);
  expect(offeredPeople(people, 'uza')).toEqual([]);
});
