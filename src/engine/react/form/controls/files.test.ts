import { expect, test } from 'vitest';
import { isAccepted, nameOfKept, shownSize } from './files.ts';

const file = (name: string, type: string) => ({ name, type, size: 1 });

test('a file is accepted by its ending, its media type or its family', () => {
  expect(isAccepted(file('a.PDF', ''), ['.pdf'])).toBe(true);
  expect(isAccepted(file('a.png', 'image/png'), ['image/*'])).toBe(true);
  expect(isAccepted(file('a.csv', 'text/csv'), ['text/csv'])).toBe(true);
  expect(isAccepted(file('a.exe', 'application/octet-stream'), ['image/*', '.pdf'])).toBe(false);
  expect(isAccepted(file('pdf', ''), ['.pdf'])).toBe(false);
  expect(isAccepted(file('a.exe', ''), [])).toBe(true);
});

test('sizes are written as the language does', () => {
  expect(shownSize(1_500_000, 'pt-BR')).toBe('1,5 MB');
  expect(shownSize(2_000, 'en-US')).toBe('2 kB');
});

test('a kept file is called what it says', () => {
  expect(nameOfKept({ id: 3, name: 'Contrato.pdf' })).toBe('Contrato.pdf');
  expect(nameOfKept(7)).toBe('7');
});
