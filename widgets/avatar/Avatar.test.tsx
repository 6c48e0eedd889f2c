// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('avatar', () => {
  it('should show initials under the name of the person', async () => {
    renderScreen(screenOf([{ id: 'a', type: 'avatar', props: { name: 'Ícaro de Vasconcelos' } }]));
    expect((await screen.findByRole('img', { name: 'Ícaro de Vasconcelos' })).textContent).toBe('ÍV');
  });

  it('should fall back to the initials when the picture fails', async () => {
    renderScreen(
      screenOf([{ id: 'a', type: 'avatar', props: { name: 'Ana', image: '/p.png', showName: true } }]),
    );
    await screen.findByText('Ana');
    fireEvent.error(document.querySelector('#a img') as Element);
    expect(screen.getByText('A')).toBeTruthy();
  });
});
