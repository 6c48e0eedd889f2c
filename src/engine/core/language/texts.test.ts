import { describe, expect, it, vi } from 'vitest';
import { resolveText, resolveTextResult, type Texts } from './texts.ts';

const texts: Texts = {
  lang: 'en',
  strings: { pt: { hi: 'Olá', only: 'Só {{name}}' }, en: { hi: 'Hello {{name}}' } },
  translate: (key, values) => (key === 'app.bye' ? `Bye ${String(values?.name ?? '')}` : null),
};

describe('texts', () => {
  it('without a key stay unchanged', () => expect(resolveText('Plain', texts)).toBe('Plain'));

  it('with a key come from the document in this language, then in Portuguese, then from locales', () => {
    expect(resolveText('$hi', texts, { name: 'Ana' })).toBe('Hello Ana');
    expect(resolveText('$only', texts, { name: 'ela' })).toBe('Só ela');
    expect(resolveText('$app.bye', texts, { name: 'Ana' })).toBe('Bye Ana');
  });

  it('have plural forms, which a count chooses, in the language whose text it is', () => {
    const forms: Texts = {
      ...texts,
      strings: {
        pt: { n_one: '{{count}} nota', n_other: '{{count}} notas', only_other: '{{count}} só' },
        en: { n_one: '{{count}} note', n_other: '{{count}} notes', n_zero: 'No notes' },
      },
    };
    const all = (lang: Texts['lang'], counts: unknown[]) =>
      counts.map((count) => resolveText('$n', { ...forms, lang }, { count }));
    expect(all('en', [0, 1, 2])).toEqual(['No notes', '1 note', '2 notes']);
    // A million has a form of its own in Portuguese, which this text has not.
    expect(all('pt', [0, 1, 2, 1_000_000])).toEqual(['0 notas', '1 nota', '2 notas', '1000000 notas']);
    expect(resolveText('$only', forms, { count: 1 })).toBe('1 só');
    expect(resolveText('$n', forms, { count: 'x' })).toBe('$n');
  });

  it('escape a dollar sign by doubling it', () => expect(resolveText('$$5', texts)).toBe('$5'));

  it('without a translation show and report their key', () => {
    const missing = vi.fn();
    expect(resolveText('$nobody.has', { ...texts, reportMissing: missing })).toBe('$nobody.has');
    expect(missing).toHaveBeenCalledWith('nobody.has');
  });

  it('never come from a prototype', () => expect(resolveText('$constructor', texts)).toBe('$constructor'));

  it('insert values once: braces in a value stay', () => {
    expect(resolveText('{{a}}', texts, { a: '{{b}}', b: 'x' })).toBe('{{b}}');
    expect(resolveText('{{constructor}}', texts, {})).toBe('{{constructor}}');
  });

  it('of an expression may be keys or other text, without a report', () => {
    const missing = vi.fn();
    expect(resolveTextResult('$hi', { ...texts, reportMissing: missing })).toBe('Hello {{name}}');
    expect(resolveTextResult('$100', { ...texts, reportMissing: missing })).toBe('$100');
    expect(resolveTextResult(undefined, texts)).toBe('');
    expect(resolveTextResult(3, texts)).toBe('3');
    expect(missing).not.toHaveBeenCalled();
  });
});
