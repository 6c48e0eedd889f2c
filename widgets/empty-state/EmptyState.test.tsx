// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('empty-state', () => {
  it('should show its title, text and button', async () => {
    renderScreen(
      screenOf([
        {
          id: 'e',
          type: 'empty-state',
          props: { title: 'Sem dados disponíveis', text: 'Crie o primeiro.' },
          children: [{ id: 'b', type: 'button', props: { text: 'Criar' } }],
        },
      ]),
    );
    expect(await screen.findByText('Sem dados disponíveis')).toBeTruthy();
    expect(screen.getByText('Crie o primeiro.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Criar' })).toBeTruthy();
  });
});
