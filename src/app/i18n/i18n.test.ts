// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { createI18n } from './i18n.ts';

it('should find the text of a key, and null for a group, a plural without its count and an unknown key', async () => {
  const { find, need } = await createI18n('pt');
  await need(['common', 'widgets', 'forms']);
  expect(find('form.datePlaceholder')).toBe('DD/MM/AAAA');
  expect(find('form.calendar', { field: 'Início' })).toBe('Abrir o calendário de Início');
  expect(find('form')).toBeNull();
  expect(find('form.summary')).toBeNull();
  expect(find('form.summary', { count: 2 })).toContain('2');
  expect(find('form.summary', { count: 12_345 })).toContain('12.345');
  expect(find('form.unknown', { field: 'Início' })).toBeNull();
});
