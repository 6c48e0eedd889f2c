import { describe, expect, it } from 'vitest';
import { formatterFor } from '../format.ts';
import { valueText } from './value-text.ts';
import type { ValueSettings } from './value-text.ts';

const t = (key: string) => key.replace('widgets.value.', '');
const now = new Date('2026-11-21T12:00:00Z');
const pt = formatterFor('pt', 'America/Sao_Paulo');
const text = (settings: ValueSettings, raw: unknown, format = pt) =>
  valueText(settings, raw, format, t, now).replaceAll(/[\u00a0\u202f]/g, ' ');

const cases: [ValueSettings, unknown, string][] = [
  [{}, 'Ana', 'Ana'],
  [{}, null, '–'],
  [{}, [], '–'],
  [{ blank: 'nada' }, '', 'nada'],
  [{}, ['a', 1], 'a, 1'],
  [{ map: { Y: 'Sim!' } }, 'Y', 'Sim!'],
  [{ map: {} }, 'constructor', 'constructor'],
  [{ format: 'number' }, 1234.5, '1.234,5'],
  [{ format: 'number', decimals: 2 }, '7', '7,00'],
  [{ format: 'number' }, 'x', 'x'],
  [{ format: 'number' }, { a: 1 }, '{"a":1}'],
  [{ format: 'money' }, -1234.5, '-R$ 1.234,50'],
  [{ format: 'money', currency: 'USD', decimals: 0 }, 12, 'US$ 12'],
  [{ format: 'percent' }, 0.255, '26%'],
  [{ format: 'percent', decimals: 1 }, 0.255, '25,5%'],
  [{ format: 'date' }, '2026-02-01', '01/02/2026'],
  [{ format: 'datetime' }, '2026-11-18T12:42:00Z', '18/11/2026 09:42'],
  [{ format: 'relative' }, '2026-11-20T12:00:00Z', 'ontem'],
  [{ format: 'relative' }, '2026-11-21T15:00:00Z', 'em 3 horas'],
  [{ format: 'relative' }, '2026-11-21T12:00:20Z', 'agora'],
  [{ format: 'relative' }, 'x', 'x'],
  [{ format: 'boolean' }, true, 'yes'],
  [{ format: 'boolean' }, 'N', 'no'],
  [{ format: 'boolean' }, 0, 'no'],
  [{ format: 'phone' }, '11999990000', '(11) 99999-0000'],
  [{ format: 'phone' }, '+551133334444', '+55 (11) 3333-4444'],
  [{ format: 'phone' }, '0800', '0800'],
  [{ format: 'cpf' }, '12345678909', '123.456.789-09'],
  [{ format: 'cpf' }, '123', '123'],
  [{ format: 'cnpj' }, '12ABC34501DE35', '12.ABC.345/01DE-35'],
  [{ format: 'cep' }, '01310100', '01310-100'],
  [{ format: 'cep' }, 1310100, '1310100'],
];

describe('formatted values', () => {
  it.each(cases)('%j of %j is %j', (settings, raw, expected) => {
    expect(text(settings, raw)).toBe(expected);
  });

  it('follow the language', () => {
    const en = formatterFor('en', 'UTC');
    expect(text({ format: 'money' }, 1234.5, en)).toBe('R$1,234.50');
    expect(text({ format: 'relative' }, '2026-11-20T12:00:00Z', en)).toBe('yesterday');
  });

  it('are cut when they are JSON', () => {
    expect(text({}, { long: 'x'.repeat(1000) }).length).toBeLessThan(210);
  });
});
