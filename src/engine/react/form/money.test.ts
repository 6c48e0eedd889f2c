import { expect, test } from 'vitest';
import { amountText, shownMoney, typedMoney } from './money.ts';

const plain = (text: string) => text.replace(/\u00a0/g, ' ');

test('an amount is written by language and currency', () => {
  expect(plain(shownMoney(1234.5, {}, 'pt-BR'))).toBe('R$ 1.234,50');
  expect(plain(shownMoney(123450, { cents: true }, 'pt-BR'))).toBe('R$ 1.234,50');
  expect(plain(shownMoney(1234.5, { currency: 'USD' }, 'en-US'))).toBe('$1,234.50');
  expect(amountText(1234, { currency: 'JPY', cents: true }, 'en-US')).toBe('1,234');
});

test('a typed amount is kept as a decimal or in whole cents', () => {
  expect(typedMoney('1.234,5', {}, 'pt-BR')).toBe(1234.5);
  expect(typedMoney('R$ 0,29', { cents: true }, 'pt-BR')).toBe(29);
  expect(typedMoney('-10', { cents: true }, 'pt-BR')).toBe(-1000);
  expect(typedMoney('1,234', {}, 'pt-BR')).toBeNull();
  expect(typedMoney('muito', {}, 'pt-BR')).toBeNull();
  expect(typedMoney('99999999999999999999', {}, 'pt-BR')).toBeNull();
});
