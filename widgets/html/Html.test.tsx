// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { sanitiseHtml } from './sanitise.ts';
import { hostileHtml } from './hostile.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Sanitised HTML after a browser has parsed it twice, since mutations appear with the second time. */
function parseTwice(html: string): Document {
  const once = new DOMParser().parseFromString(html, 'text/html');
  return new DOMParser().parseFromString(once.body.innerHTML, 'text/html');
}

const allowed = new Set(['http:', 'https:', 'mailto:', 'tel:']);

describe('sanitised HTML', () => {
  it.each(hostileHtml)('holds nothing that runs, styles, asks or loads: %s', (html) => {
    for (const remote of [false, true]) {
      const { body, head } = parseTwice(sanitiseHtml(html, remote).html);
      expect(head.children).toHaveLength(0);
      const elements = [...body.querySelectorAll('*')];
      const names = elements.map((one) => one.localName);
      const never = ['script', 'style', 'link', 'meta', 'base', 'iframe', 'object', 'embed', 'form', 'input'];
      expect(
        names.filter((name) => [...never, 'button', 'svg', 'math', 'template', 'video'].includes(name)),
      ).toEqual([]);
      for (const one of elements) {
        for (const { name, value } of one.attributes) {
          expect(name).not.toMatch(
            /^(on|style|srcset|background|poster|action|formaction|xlink|id|name|class)/,
          );
          if (name !== 'href' && name !== 'src') continue;
          expect(allowed.has(new URL(value, 'https://home.example').protocol)).toBe(true);
          expect(value).not.toMatch(/^\/\/|\\/);
        }
        const source = one.getAttribute('src') ?? '/';
        expect(source.startsWith('/') || (remote && source.startsWith('https:'))).toBe(true);
      }
    }
  });

  it('keeps words, tables and safe links', () => {
    const { html } = sanitiseHtml(
      '<h1>Olá</h1><p style="color:red">Um <b>dois</b> <a href=" https://acme.example/x ">três</a></p><table><tr><td colspan=2>4</td></tr></table>',
      false,
    );
    expect(html).toContain('<h1>Olá</h1>');
    expect(html).toContain('<b>dois</b>');
    expect(html).toContain('colspan="2"');
    expect(html).not.toContain('style');
    const link = parseTwice(html).querySelector('a');
    expect(link?.getAttribute('href')).toBe('https://acme.example/x');
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });

  it('counts the pictures of other sites', () => {
    const html =
      '<img src="https://t.example/1.gif"><img src="http://t.example/2.gif"><img src="/files/3.png" alt="c">';
    expect(sanitiseHtml(html, false)).toMatchObject({ blocked: 1 });
    const { html: all, blocked } = sanitiseHtml(html, true);
    expect(blocked).toBe(0);
    expect(all).toContain('https://t.example/1.gif');
    expect(all).not.toContain('http://t.example');
  });
});

describe('html', () => {
  const node = (html: unknown) =>
    screenOf([{ id: 'h', type: 'html', props: { html, label: 'Carta' } }], { state: { html } });

  it('should shut what it shows into a frame without scripts and without our origin', async () => {
    renderScreen(node('<p>Olá</p><script>1</script>'));
    const frame = await screen.findByTitle('Carta');
    expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    const page = frame.getAttribute('srcdoc') ?? '';
    expect(page).toContain('<p>Olá</p>');
    expect(page).not.toContain('<script');
    expect(page).toContain("default-src 'none'");
    expect(page).toContain("form-action 'none'");
  });

  it('should load pictures of other sites only once asked', async () => {
    renderScreen(node('<img src="https://t.example/1.gif" alt="um">'));
    const page = async () => (await screen.findByTitle('Carta')).getAttribute('srcdoc') ?? '';
    expect(await page()).not.toContain('t.example');
    expect(await page()).not.toContain(' https:');
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Carregar imagens' }));
    expect(screen.getByTitle('Carta').getAttribute('srcdoc')).toBeNull();
    const form = submit.mock.contexts[0] as HTMLFormElement;
    expect(form.querySelector('textarea')?.value).toContain('https://t.example/1.gif');
    expect(screen.queryByRole('button', { name: 'Carregar imagens' })).toBeNull();
  });

  it('should say so when nothing is left', async () => {
    renderScreen(node('<script>1</script>'));
    expect(await screen.findByText('Sem conteúdo')).toBeTruthy();
  });
});
