// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { cleanRichText } from './rich-text.ts';

test.each([
  ['<p>a <strong>b</strong></p>', '<p>a <strong>b</strong></p>'],
  ['<p style="color:red" class="x" onclick="x()">a</p>', '<p>a</p>'],
  ['<script>x()</script><p>a</p>', '<p>a</p>'],
  ['<a href="javascript:x()">a</a>', '<a>a</a>'],
  ['<a href="https://molde.app" target="_blank">a</a>', '<a href="https://molde.app">a</a>'],
  ['<a href="//evil.test">a</a>', '<a>a</a>'],
  ['<img src=x onerror=x()>', ''],
  ['<svg><a href="javascript:x()">a</a></svg>', ''],
])('%s is kept as %s', (html, kept) => expect(cleanRichText(html)).toBe(kept));
