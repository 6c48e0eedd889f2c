// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const menu = (items: unknown[]) => ({ id: 'more', type: 'menu-button', props: { text: 'Mais', items } });

describe('menu-button', () => {
  it('should offer the allowed actions, and run them', async () => {
    const { host } = renderScreen(
      screenOf(
        [
          menu([
            { id: 'a', text: 'Abrir', do: [{ navigate: '/a' }] },
            { id: 'b', text: 'Apagar', access: { verb: 'delete' }, do: [] },
            { id: 'c', text: 'Oculto', visible: { $expr: 'state.no' }, do: [] },
            { id: 'd', text: 'Parado', disabled: true, do: [{ navigate: '/d' }] },
          ]),
        ],
        { state: { no: false } },
      ),
      { can: (access) => !('verb' in access && access.verb === 'delete') },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Mais' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Abrir',
      'Parado',
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Parado' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Abrir' }));
    await waitFor(() => expect(host.navigations).toEqual(['/a']));
  });

  it('should render nothing without an entry', async () => {
    renderScreen(
      screenOf([
        menu([{ id: 'b', text: 'Apagar', access: { verb: 'delete' }, do: [] }]),
        { id: 't', type: 'text', props: { text: 'fim' } },
      ]),
      { can: () => false },
    );
    await screen.findByText('fim');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('should keep its room while no entry is visible, where that is asked for', async () => {
    const hidden = [{ id: 'c', text: 'Oculto', visible: { $expr: 'state.yes' }, do: [] }];
    const more = (keepRoom: boolean) => {
      const { id, type, props } = menu(hidden);
      return { id: `${id}${keepRoom}`, type, props: { ...props, icon: 'add', iconOnly: true, keepRoom } };
    };
    const show = {
      id: 'show',
      type: 'button',
      props: { text: 'Mostrar' },
      on: { press: [{ set: { 'state.yes': true } }] },
    };
    const row = { id: 'row', type: 'stack', children: [more(true), more(false)] };
    renderScreen(screenOf([row, show], { state: { yes: false } }));
    fireEvent.click(await screen.findByRole('button', { name: 'Mostrar' }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Mais' })).toHaveLength(2));
    cleanup();
    renderScreen(screenOf([row, show], { state: { yes: false } }));
    await screen.findByRole('button', { name: 'Mostrar' });
    await waitFor(() => expect(globalThis.document.querySelector('#row')!.childElementCount).toBe(1));
    expect(screen.queryByRole('button', { name: 'Mais' })).toBeNull();
  });
});
