import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { withPluralForms } from './plurals.ts';

const texts = {
  users: { count_one: '{{count}} usuário', count_other: '{{count}} usuários' },
  days_one: '{{count}} dia',
  days_many: '{{count}} de dias',
  days_other: '{{count}} dias',
};

describe('withPluralForms', () => {
  it('has a text for every number in Portuguese and Spanish', async () => {
    const i18n = createInstance();
    await i18n.init({
      resources: { pt: { translation: withPluralForms(texts) }, es: { translation: withPluralForms(texts) } },
    });
    for (const lng of ['pt', 'es'])
      for (const count of [0, 2, 999_999, 1_000_000, 2_000_000])
        expect(i18n.t('users.count', { lng, count })).toMatch(/usuários?$/);
  });

  it('reads zero as people write it: in the plural', async () => {
    const i18n = createInstance();
    await i18n.init({ resources: { pt: { translation: withPluralForms(texts) } } });
    expect([0, 1, 2].map((count) => i18n.t('users.count', { lng: 'pt', count }))).toEqual([
      '0 usuários',
      '1 usuário',
      '2 usuários',
    ]);
  });

  it('keeps the forms that a text has', () => {
    expect(withPluralForms({ ...texts, days_zero: 'Hoje' })).toMatchObject({
      days_many: '{{count}} de dias',
      days_zero: 'Hoje',
    });
  });
});
