import { expect, test } from 'vitest';
import { isAccepted, isPicture, nameOfKept, shownSize } from './files.ts';

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

test('a picture is recognised by the first bytes of its content', async () => {
  const holding = (start: string, type = 'image/png') =>
    isPicture(new File([Uint8Array.from(start, (letter) => letter.charCodeAt(0))], 'a.png', { type }));
  expect(await holding('\x89PNG\r\n\x1a\n0000')).toBe(true);
  expect(await holding('\xff\xd8\xff\xe0')).toBe(true);
  expect(await holding('RIFF0000WEBPVP8 ')).toBe(true);
  expect(await holding('just a text')).toBe(false);
  expect(await holding('')).toBe(false);
  expect(await holding('RIFF0000WAVEfmt ')).toBe(false);
  expect(await holding('<svg/>', 'image/svg+xml')).toBe(true);
});
