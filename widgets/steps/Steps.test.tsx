// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { stateOf } from './state.ts';

afterEach(cleanup);

const items = [
  { id: 'data', title: 'Dados' },
  { id: 'pay', title: 'Pagamento', text: 'Cartão recusado', state: { $expr: "state.failed ? 'error'" } },
  { id: 'send', title: 'Envio' },
];

describe('steps', () => {
  it('should show the state of each step, also as text', async () => {
    renderScreen(
      screenOf(
        [{ id: 's', type: 'steps', props: { items, label: 'Pedido', current: { $expr: 'state.at' } } }],
        {
          state: { at: 'pay', failed: false },
        },
      ),
    );
    const list = await screen.findByRole('list', { name: 'Pedido' });
    expect([...list.children].map((item) => item.textContent)).toEqual([
      'Dados, concluída',
      '2Pagamento, etapa atualCartão recusado',
      '3Envio, a fazer',
    ]);
    expect(list.children[1]?.getAttribute('aria-current')).toBe('step');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('should be buttons where the node has steps for press', async () => {
    const user = userEvent.setup();
    const { host } = renderScreen(
      screenOf(
        [
          {
            id: 's',
            type: 'steps',
            props: { items, current: 'send' },
            on: { press: [{ toast: { info: { $expr: 'event' } } }] },
          },
        ],
        { state: { failed: true } },
      ),
    );
    await user.click(await screen.findByRole('button', { name: /Pagamento, com erro/ }));
    expect(host.toasts).toEqual([{ kind: 'info', text: 'pay' }]);
  });

  it('should prefer the state that a step declares to its position', () => {
    expect([0, 1, 2].map((index) => stateOf(undefined, index, 1))).toEqual(['done', 'current', 'todo']);
    expect([0, 1].map((index) => stateOf(undefined, index, -1))).toEqual(['todo', 'todo']);
    expect(stateOf('error', 0, 1)).toBe('error');
    expect(stateOf('constructor', 0, 1)).toBe('done');
  });
});
