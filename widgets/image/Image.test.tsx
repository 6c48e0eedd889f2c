// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRegistry, loadSpecs, validateDocument } from '../../src/engine/core/index.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { widgets } from '../index.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const image = (src: unknown, more: object = {}) =>
  screenOf([{ id: 'a', type: 'image', props: { src, alt: 'Fachada', ...more } }], {
    state: { src: 'javascript:alert(1)' },
  });

describe('image', () => {
  it('should keep its place, and let pictures of ours in', async () => {
    renderScreen(image('/files/1.png', { ratio: '4:3', fit: 'contain', caption: 'Loja' }));
    const picture = await screen.findByRole('img', { name: 'Fachada' });
    expect(picture.getAttribute('src')).toBe('/files/1.png');
    expect(picture.getAttribute('loading')).toBe('lazy');
    expect(picture.parentElement?.style.aspectRatio).toBe('4 / 3');
    expect(screen.getByText('Loja').tagName).toBe('FIGCAPTION');
  });

  it('should show its words in the same place when it fails', async () => {
    renderScreen(image('/files/gone.png'));
    const picture = await screen.findByRole('img', { name: 'Fachada' });
    fireEvent.error(picture);
    const instead = screen.getByRole('img', { name: 'Fachada' });
    expect(instead.tagName).toBe('DIV');
    expect(instead.parentElement?.style.aspectRatio).toBe('16 / 9');
  });

  it('should load a picture of another site only after a press, in a frame without scripts and origin', async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
    renderScreen(image('https://acme.example/1.png?a="><script>'));
    const placeholder = await screen.findByRole('group', { name: 'Fachada' });
    expect(placeholder.textContent).toContain('Imagem de acme.example');
    expect(document.querySelector('img, iframe')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Carregar imagem' }));
    const frame = screen.getByTitle('Fachada');
    expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    const form = submit.mock.contexts[0] as HTMLFormElement;
    expect([form.target, form.getAttribute('action')]).toEqual([
      frame.getAttribute('name'),
      '/adm/remote-content',
    ]);
    expect(form.querySelector('textarea')?.value).toContain(
      '<img src="https://acme.example/1.png?a=&quot;&gt;&lt;script&gt;" alt="Fachada">',
    );
  });

  it('should not load what an expression says when it is no address of ours or https', async () => {
    renderScreen(image({ $expr: 'state.src' }));
    await screen.findByRole('img', { name: 'Fachada' });
    expect(document.querySelector('img')).toBeNull();
  });

  it.each(['javascript:alert(1)', 'data:image/png;base64,AA', '//evil.example/x.png', '/\\evil', 'x.png'])(
    'should be refused when %j is written in its definition',
    async (src) => {
      const registry = createRegistry(await loadSpecs(widgets));
      const diagnostics = await validateDocument(image(src), registry);
      expect(diagnostics.map(({ pointer, code }) => [pointer, code])).toEqual([['/body/0/props/src', 'url']]);
    },
  );
});
