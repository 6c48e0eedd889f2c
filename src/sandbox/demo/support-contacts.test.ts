import { expect, it } from 'vitest';
import { numberKey, toE164Digits } from '../../contracts/phone-number.ts';
import { demoContacts } from './support-contacts.ts';

it('are about forty contacts with numbers of their own, and one person twice', () => {
  expect(demoContacts.length).toBe(40);
  const numbers = demoContacts.flatMap((contact) => contact.numbers);
  for (const number of numbers) expect(toE164Digits(`+${number}`)).toBe(number);
  expect(new Set(numbers.map(numberKey)).size).toBe(numbers.length);
  const names = demoContacts.map(({ name, surname, company }) => `${name} ${surname}, ${company}`);
  expect(names.length - new Set(names).size).toBe(1);
  for (const { birthdate } of demoContacts)
    if (birthdate !== null) expect(new Date(birthdate).toISOString().slice(0, 10)).toBe(birthdate);
});
