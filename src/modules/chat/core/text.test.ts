import { describe, expect, it } from 'vitest';
import { linksOf, pieces } from './text.ts';

describe('the text of a message', () => {
  it('has links of http and https alone, without the end of a sentence', () => {
    expect(linksOf('veja https://a.example/x?y=1, e http://b.example.')).toEqual([
      { text: 'veja ', href: null },
      { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
      { text: ', e ', href: null },
      { text: 'http://b.example', href: 'http://b.example' },
      { text: '.', href: null },
    ]);
    expect(linksOf('javascript:alert(1) data:text/html,x').every(({ href }) => href === null)).toBe(true);
    expect(linksOf('')).toEqual([]);
  });

  it.each(['', 'curto', ' a  b\n c ', 'W'.repeat(65_536), '👩‍👩‍👧'.repeat(500), `x ${'y'.repeat(99)}  `])(
    'is the same in pieces, of which none has a long word',
    (text) => {
      expect(pieces(text).join('')).toBe(text);
      for (const piece of pieces(text)) expect([...piece.trim()].length).toBeLessThanOrEqual(40);
    },
  );
});
