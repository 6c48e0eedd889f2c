// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { sanitiseRichText } from './rich-text.ts';

test.each([
  ['<p>a <strong>b</strong></p>', '<p>a <strong>b</strong></p>'],
  ['<p style="color:red" class="x" onclick="x()">a</p>', '<p>a</p>'],
  ['<script>x()</script><p>a</p>', '<p>a</p>'],
  ['<a href="javascript:x()">a</a>', '<a>a</a>'],
  ['<a href="https://molde.app" target="_blank">a</a>', '<a href="https://molde.app">a</a>'],
  ['<a href="//evil.test">a</a>', '<a>a</a>'],
  ['<img src=x onerror=x()>', ''],
  // As word processors put it on the clipboard.
  [
    '<meta charset="utf-8"><style>p{color:red}</style><p class="MsoNormal"><b style="mso-x:y">a</b><o:p></o:p></p>',
    '<p>a</p>',
  ],
  ['<table><tr><td>a</td></tr></table>', 'a'],
  ['<p data-x="1" id="x" aria-label="y">a</p>', '<p>a</p>'],
  ['<a href="mailto:a@b.c">a</a><a href="/own">b</a>', '<a href="mailto:a@b.c">a</a><a href="/own">b</a>'],
  ['<svg><a href="javascript:x()">a</a></svg>', ''],
])('%s is sanitised to %s', (html, sanitised) => expect(sanitiseRichText(html)).toBe(sanitised));
