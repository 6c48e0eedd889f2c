// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('icon', () => {
  it('should be decoration without a label, and an image with one', async () => {
    renderScreen(
      screenOf([
        { id: 'a', type: 'icon', props: { name: 'add' } },
        { id: 'b', type: 'icon', props: { name: 'warning', label: 'Atenção', tone: 'warning', tile: true } },
        { id: 'c', type: 'icon', props: { name: 'constructor', label: 'Nada' } },
      ]),
    );
    expect((await screen.findByRole('img', { name: 'Atenção' })).closest('#b')).toBeTruthy();
    expect(document.querySelector('#a svg')?.getAttribute('aria-hidden')).toBe('true');
    expect(await screen.findByRole('img', { name: 'Nada' })).toBeTruthy();
  });

  it('should stand on a square of its own colour, or of the tenant, with readable contrast', async () => {
    renderScreen(
      screenOf([
        { id: 'a', type: 'icon', props: { name: 'board', color: '#4f3277', label: 'Roxo' } },
        { id: 'b', type: 'icon', props: { name: 'board', color: '#ffd400', label: 'Amarelo' } },
        { id: 'c', type: 'icon', props: { name: 'board', color: 'primary', label: 'Empresa' } },
      ]),
    );
    await screen.findByRole('img', { name: 'Empresa' });
    const styleOf = (id: string) => document.querySelector(`#${id}`)!.getAttribute('style');
    expect(styleOf('a')).toBe('background-color: rgb(79, 50, 119); color: rgb(255, 255, 255);');
    expect(styleOf('b')).toBe('background-color: rgb(255, 212, 0); color: rgb(36, 36, 36);');
    expect(styleOf('c')).toBeNull();
  });
});
