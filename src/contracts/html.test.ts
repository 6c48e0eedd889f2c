// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutInlineCode } from './html.ts';

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

/** Parses the text and removes inline code from its tree. */
function expected(html: string): string {
  const body = parse(html);
  for (const element of body.querySelectorAll('*')) {
    if (element.matches('script, style, base')) element.remove();
    for (const name of element.getAttributeNames()) {
      if (name === 'style' || name.startsWith('on')) element.removeAttribute(name);
    }
  }
  body.normalize();
  return body.innerHTML;
}

const actual = (html: string) => parse(withoutInlineCode(html)).innerHTML;

const pieces = `
  <p |<b>|</b>|<div/|<img |<!--|-->|<!x|<br>|</p >|<i\n|>|<td |style|onclick|title|STYLE|=| = |"|'| |/|x|&amp;|a=b|="c d"|
  <style>|</style>|<script>|</script>|<base href=x>|<textarea>|</textarea>|<title>|</title >`.split('|');

describe('HTML without inline code', () => {
  it.each([
    ['<p style="color:red" class=a>x</p>', '<p   class=a>x</p>'],
    ['<P STYLE=color:red>x</P>', '<P >x</P>'],
    ["<img src=x onerror='a()' alt=b>", '<img src=x  alt=b>'],
    ['<img/onload=a()/src=x>', '<img >'],
    ['<script>if (a < b) c("</p>")</script>x', 'x'],
    ['<style>p > a { }</style >x', 'x'],
    ['<textarea><p style="a"></textarea>', '<textarea><p style="a"></textarea>'],
    ['<!-- <p style="a"> --><b>x</b>', '<!-- <p style="a"> --><b>x</b>'],
    ['<a title="style=b">style=c</a>', '<a title="style=b">style=c</a>'],
    ['1 < 2 > style="a"', '1 < 2 > style="a"'],
    ['<p>x<b style="never ends', '<p>x'],
    ['<style>never ends', ''],
    ['<base href="https://evil.example/">x', 'x'],
  ])('should make %j into %j', (html, result) => {
    expect(withoutInlineCode(html).replaceAll(/ +/g, ' ')).toBe(result.replaceAll(/ +/g, ' '));
  });

  it('should keep the tree of the parser except for the code', () => {
    const part = fc.constantFrom(...pieces);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
        const html = parts.join('');
        expect(actual(html)).toBe(expected(html));
      }),
    );
  });

  it('should take a long text in one pass', () => {
    const html = `${'<p style="a" title=b>x</p>'.repeat(20_000)}${'<'.repeat(50_000)}${' '.repeat(50_000)}`;
    expect(withoutInlineCode(html)).not.toContain('style');
  });
});
