import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOwnPath, pictureUrl, safeUrl } from './url.ts';

const accepted: [string, string][] = [
  ['/', 'own'],
  ['/admin-user/12?tab=a:b#c', 'own'],
  ['/x/%2F..a', 'own'],
  ['http://example.com', 'web'],
  ['HTTPS://Example.com:8443/a?b=c#d', 'web'],
  ['https://exämple.com/ç', 'web'],
  ['https://[::1]:80/x', 'web'],
  ['https://a.example/x@y', 'web'],
  ['mailto:ana@acme.example?subject=Oi', 'mail'],
  ['tel:+5511999990000', 'phone'],
  ['TEL:(11)9999-0000', 'phone'],
];

const refused: unknown[] = [
  '',
  ' ',
  'x',
  'a/b',
  '#top',
  '?q=1',
  './x',
  '../x',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript\u00a0:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/png;base64,AAAA',
  'DATA:image/svg+xml,<svg/>',
  'blob:https://a.example/1',
  'file:///etc/passwd',
  'filesystem:https://a/x',
  'about:blank',
  'view-source:https://a.example',
  'ftp://a.example',
  'ws://a.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/x\u0000',
  '/x y',
  '/a/../b',
  '/a/..',
  '/./a',
  '/a/%2e%2E/b',
  '/a/.%2e',
  'http:evil.example',
  'http:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'https://',
  'https://molde.app@evil.example',
  'https://molde.app:x@evil.example',
  'https://evil.example\u202egpj.x',
  'https://ev\u200bil.example',
  'http s://a.example',
  'mailto:',
  'mailto:nobody',
  'tel:',
  'tel:javascript:alert(1)',
  `/${'x'.repeat(2000)}`,
  null,
  undefined,
  12,
  {},
  ['/x'],
];

describe('addresses from outside', () => {
  it.each(accepted)('%j is accepted, as %s', (text, kind) => {
    expect(safeUrl(text)).toEqual({ kind, href: text });
  });

  it.each(refused.map((value) => [value]))('%j is refused', (value) => {
    expect(safeUrl(value)).toBeNull();
    expect(pictureUrl(value)).toBeNull();
  });

  it('stay on the same origin, whatever follows the slash', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', '.', '%2e', '%5c', '\t', 'a', ':', '@') }),
        (rest) => {
          if (!isOwnPath(`/base/${rest}`)) return;
          const url = new URL(`/base/${rest}`, 'https://home.example');
          expect(url.origin).toBe('https://home.example');
          expect(url.pathname.startsWith('/base/')).toBe(true);
        },
      ),
    );
  });

  it('have an allowed scheme or are refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const url = safeUrl(text);
        if (!url) return;
        const { protocol } = new URL(url.href, 'https://home.example');
        expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(protocol);
      }),
    );
  });

  it('of pictures are own paths or https', () => {
    expect(pictureUrl('/files/1.png')).toBe('/files/1.png');
    expect(pictureUrl('https://a.example/1.png')).toBe('https://a.example/1.png');
    expect(pictureUrl('http://a.example/1.png')).toBeNull();
    expect(pictureUrl('mailto:ana@acme.example')).toBeNull();
  });
});
