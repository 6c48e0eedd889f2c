import { describe, expect, it, vi } from 'vitest';
import { resolveText, resolveTextResult, type Texts } from './texts.ts';

const texts: Texts = {
  lang: 'en',
  strings: { pt: { hi: 'Olá', only: 'Só {{name}}' }, en: { hi: 'Hello {{name}}' } },
  translate: (key, values) => (key === 'app.bye' ? `Bye ${String(values?.name ?? '')}` : null),
};

describe('texts', () => {
  it('are what is written', () => expect(resolveText('Plain', texts)).toBe('Plain'));

  it('that are keys come from the document, then from Portuguese there, then from locales', () => {
    expect(resolveText('$hi', texts, { name: 'Ana' })).toBe('Hello Ana');
    expect(resolveText('$only', texts, { name: 'ela' })).toBe('Só ela');
    expect(resolveText('$app.bye', texts, { name: 'Ana' })).toBe('Bye Ana');
  });

  it('begin with one dollar when two are written', () => expect(resolveText('$$5', texts)).toBe('$5'));

  it('show a key nobody has, and report it', () => {
    const missing = vi.fn();
    expect(resolveText('$nobody.has', { ...texts, reportMissing: missing })).toBe('$nobody.has');
    expect(missing).toHaveBeenCalledWith('nobody.has');
  });

  it('find nothing on a prototype', () => expect(resolveText('$constructor', texts)).toBe('$constructor'));

  it('put values in once: a value with braces stays as it is', () => {
    expect(resolveText('{{a}}', texts, { a: '{{b}}', b: 'x' })).toBe('{{b}}');
    expect(resolveText('{{constructor}}', texts, {})).toBe('{{constructor}}');
  });

  it('of an expression may be keys or anything else, without a report', () => {
    const missing = vi.fn();
    expect(resolveTextResult('$hi', { ...texts, reportMissing: missing })).toBe('Hello {{name}}');
    expect(resolveTextResult('$100', { ...texts, reportMissing: missing })).toBe('$100');
    expect(resolveTextResult(undefined, texts)).toBe('');
    expect(resolveTextResult(3, texts)).toBe('3');
    expect(missing).not.toHaveBeenCalled();
  });
});
