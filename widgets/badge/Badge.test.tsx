// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('badge', () => {
  it('should be subtle for normal states, and filled for the others', async () => {
    renderScreen(
      screenOf([
        { id: 'a', type: 'badge', props: { text: 'Ativo', tone: 'normal' } },
        { id: 'b', type: 'badge', props: { text: 'Bloqueado', tone: 'danger' } },
        { id: 'c', type: 'badge', props: { text: '' } },
      ]),
    );
    await screen.findByText('Ativo');
    expect(document.querySelector('#a svg')).toBeTruthy();
    expect(document.querySelector('#a [style*="background"]')).toBeNull();
    expect(document.querySelector('#b [style*="background"]')).toBeTruthy();
    expect(document.querySelector('#c')).toBeNull();
  });
});
