import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { withMillions } from './plurals.ts';

const texts = {
  users: { count_one: '{{count}} usuário', count_other: '{{count}} usuários' },
  days_one: '{{count}} dia',
  days_many: '{{count}} de dias',
  days_other: '{{count}} dias',
};

describe('withMillions', () => {
  it('has a text for every number in Portuguese and Spanish', async () => {
    const i18n = createInstance();
    await i18n.init({
      resources: { pt: { translation: withMillions(texts) }, es: { translation: withMillions(texts) } },
    });
    for (const lng of ['pt', 'es'])
      for (const count of [0, 2, 999_999, 1_000_000, 2_000_000])
        expect(i18n.t('users.count', { lng, count })).toMatch(/usuários?$/);
  });

  it('keeps the form that a text has', () => {
    expect(withMillions(texts)).toMatchObject({ days_many: '{{count}} de dias' });
  });
});
