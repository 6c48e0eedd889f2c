// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
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

  it('should show the icon that an expression names, and the usual one while it names none', async () => {
    renderScreen(
      screenOf(
        [
          {
            id: 'e',
            type: 'empty-state',
            props: { icon: { $expr: 'state.icon' }, title: 'Nada por aqui' },
            children: [
              {
                id: 'b',
                type: 'button',
                props: { text: 'Trocar' },
                on: { press: [{ set: { 'state.icon': 'search' } }] },
              },
            ],
          },
        ],
        { state: { icon: null } },
      ),
    );
    const drawing = () => globalThis.document.querySelector('#e svg')?.innerHTML;
    const button = await screen.findByRole('button', { name: 'Trocar' });
    await waitFor(() => expect(drawing()).toBeTruthy());
    const usual = drawing();
    fireEvent.click(button);
    await waitFor(() => expect(drawing()).not.toBe(usual));
    expect(screen.queryByText(/^e \(empty-state\)/)).toBeNull();
  });
});
