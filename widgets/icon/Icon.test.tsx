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
});
