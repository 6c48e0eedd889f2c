import { expect, it } from 'vitest';
import { cleanRichText, plainTextOf } from './rich-text.ts';

it.each([
  ['<p>Uma <strong>nova</strong> visão</p>', '<p>Uma <strong>nova</strong> visão</p>'],
  ['texto & <b>negrito</b>', 'texto &amp; negrito'],
  ['<p onclick="x()">a</p><script>alert(1)</script>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  [
    '<a href="https://a.example/?a=1&amp;b=2" target="_top">x</a>',
    '<a href="https://a.example/?a=1&amp;b=2">x</a>',
  ],
  ['<ul><li>um', '<ul><li>um</li></ul>'],
  ['</p>solto', 'solto'],
  ['1 < 2 > 0', '1 &lt; 2 &gt; 0'],
  ['<img src=x onerror=alert(1)>', ''],
])('cleans %s', (html, cleaned) => {
  expect(cleanRichText(html)).toEqual(cleaned);
});

it('leaves no tag that appears once another one is removed', () => {
  expect(cleanRichText('<scr<script>ipt>alert(1)</script>')).not.toContain('<s');
});

it('reads the text of blocks', () => {
  expect(plainTextOf('<p>Primeira</p><p>Segunda &amp; última<br></p>')).toBe('Primeira\nSegunda & última');
  expect(plainTextOf('<p>&nbsp; </p><p><br></p>')).toBe('');
});
