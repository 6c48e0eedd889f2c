// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

async function draw(text: string, more: object = {}): Promise<HTMLElement> {
  renderScreen(
    screenOf([{ id: 'm', type: 'markdown', props: { text: { $expr: 'state.text' }, ...more } }], {
      state: { text },
    }),
  );
  return waitFor(() => {
    const found = document.querySelector<HTMLElement>('#m');
    if (!found) throw new Error('not rendered yet');
    return found;
  });
}

const hostile = [
  '<script>globalThis.hit = 1</script>',
  '<img src=x onerror="globalThis.hit = 1">',
  '<iframe src="https://evil.example"></iframe>',
  '<style>body { display: none }</style>',
  '<svg onload=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#x6A;avascript:alert(1))',
  '[a](java&Tab;script:alert(1))',
  '[a](data:text/html,x)',
  '[a](vbscript:x)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '<javascript:alert(1)>',
  '![a](javascript:alert(1))',
  '![a](data:image/svg+xml,x)',
  '![a](http://evil.example/x.png)',
  '![a](//evil.example/x.png)',
  '[a][x]\n\n[x]: javascript:alert(1)',
  '[a](https://acme.example "t\\" onmouseover=\\"alert(1)")',
];

describe('markdown', () => {
  it('should begin its headings where the screen has room for them', async () => {
    await draw('# Um\n\n## Dois\n\n###### Seis', { heading: 3 });
    expect(screen.getAllByRole('heading').map((one) => one.tagName)).toEqual(['H3', 'H4', 'H6']);
  });

  it('should draw tables that scroll, lists of tasks, and links that leave as strangers', async () => {
    const root = await draw(
      '| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] feito\n- [ ] falta\n\n[nós](/admin-user) [fora](https://acme.example) ~~não~~',
    );
    expect(screen.getByRole('table').parentElement?.tabIndex).toBe(0);
    expect(root.querySelector('td[data-align="right"]')?.textContent).toBe('2');
    expect(root.querySelector('[style]')).toBeNull();
    expect(screen.getByRole('link', { name: 'nós' }).hasAttribute('target')).toBe(false);
    expect(screen.getByRole('link', { name: 'fora' }).getAttribute('rel')).toBe(
      'noopener noreferrer nofollow',
    );
    expect(root.querySelector('del')?.textContent).toBe('não');
    expect(root.querySelector('input')).toBeNull();
  });

  it('should show own pictures, those of other sites only after a press, and their words where they are off', async () => {
    const root = await draw('![a](/x.png) ![b](https://acme.example/x.png) ![c](http://acme.example/x.png)');
    expect([...root.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual(['/x.png']);
    expect(root.querySelector('[role=group][aria-label=b]')?.textContent).toContain('acme.example');
    cleanup();
    const words = await draw('![a](/x.png)', { images: false });
    expect(words.querySelector('img')).toBeNull();
    expect(words.textContent).toBe('a');
  });

  it.each([
    ['[![logo](https://other.example/a.png)](https://other.example/page)', 'logo'],
    ['[**see** ![logo](https://other.example/a.png)](https://other.example/page)', 'see logo'],
    ['[![](https://other.example/a.png)](https://other.example/page)', 'https://other.example/page'],
  ])('should load the picture of a link without following the link: %s', async (text, name) => {
    const root = await draw(text);
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe('https://other.example/page');
    expect(root.querySelector('a button, a iframe')).toBeNull();
    const navigated: Event[] = [];
    link.addEventListener('click', (event) => navigated.push(event));
    fireEvent.click(screen.getByRole('button', { name: 'Carregar imagem' }));
    expect(root.querySelector('iframe')).not.toBeNull();
    expect(root.querySelector('a iframe')).toBeNull();
    expect(navigated).toEqual([]);
  });

  it('should keep a picture of this product inside its link', async () => {
    await draw('[![logo](/x.png)](/admin-user)');
    expect(screen.getByRole('link', { name: 'logo' }).querySelector('img')).not.toBeNull();
  });

  it.each(hostile)('should make nothing of %j', async (text) => {
    const root = await draw(text);
    expect(root.querySelector('script, iframe, style, svg, img, object, form')).toBeNull();
    for (const one of root.querySelectorAll('*')) {
      expect([...one.attributes].filter(({ name }) => name.startsWith('on'))).toEqual([]);
      // A backslash arrives percent-encoded: a path of ours, that nobody has.
      const { origin } = new URL(one.getAttribute('href') ?? '/', 'https://acme.example');
      expect(origin).toBe('https://acme.example');
    }
    expect((globalThis as { hit?: number }).hit).toBeUndefined();
  });

  it('should show as written what is too long to read, and survive what is nested deep', async () => {
    const long = await draw(`# ${'x'.repeat(100_001)}`);
    expect(long.querySelector('h2')).toBeNull();
    expect(long.textContent).toHaveLength(100_003);
  });

  it('should say so when there is none', async () => {
    expect((await draw('  ')).textContent).toBe('–');
  });
});
