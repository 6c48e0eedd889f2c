// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const text = (id: string, words: string, more: object = {}) => ({
  id,
  type: 'text',
  props: { text: words },
  ...more,
});
const tabs = (props: object = {}) => ({
  id: 'tabs',
  type: 'tabs',
  props: {
    label: 'Pessoa',
    items: [
      { child: 'data', title: 'Dados', icon: 'person' },
      { child: 'groups', title: 'Grupos', badge: { $expr: 'state.count' } },
      { child: 'secret', title: 'Segredos' },
    ],
    ...props,
  },
  children: [
    text('data', 'dos dados'),
    text('groups', 'dos grupos'),
    text('secret', 'dos segredos', { visible: { $expr: 'state.open' } }),
  ],
});
const names = () => screen.getAllByRole('tab').map((tab) => tab.id.replace('tabs-tab-', ''));

describe('tabs', () => {
  it('should show the first child, mount another when its tab is opened, and keep both mounted', async () => {
    const user = userEvent.setup();
    renderScreen(screenOf([tabs()], { state: { count: 3 } }));
    expect(await screen.findByText('dos dados')).toBeTruthy();
    const panel = screen.getByRole('tabpanel', { name: 'Dados' });
    expect(panel.textContent).toBe('dos dados');
    expect(names()).toEqual(['data', 'groups']);
    expect(screen.getByRole('tab', { name: 'Grupos 3' })).toBeTruthy();
    expect(screen.queryByText('dos grupos')).toBeNull();
    await user.click(screen.getByRole('tab', { name: /Grupos/ }));
    expect((await screen.findByText('dos grupos')).closest('[hidden]')).toBeNull();
    expect(screen.getByText('dos dados').closest('[hidden]')).toBe(panel);
    expect(screen.getByRole('tab', { name: /Grupos/ }).getAttribute('aria-selected')).toBe('true');
  });

  it('should be used by keyboard', async () => {
    const user = userEvent.setup();
    renderScreen(screenOf([tabs()], { state: { count: 0, open: true } }));
    await screen.findByText('dos dados');
    // Arrow keys need a layout and are tested in the browser.
    screen.getByRole('tab', { name: 'Segredos' }).focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('tabpanel', { name: 'Segredos' }).textContent).toBe('dos segredos');
    expect(screen.getByRole('tabpanel').tabIndex).toBe(0);
  });

  it('should follow the bound state, write it, and fire change', async () => {
    const user = userEvent.setup();
    const { host } = renderScreen(
      screenOf(
        [
          {
            ...tabs({ bind: 'state.tab' }),
            on: { change: [{ toast: { info: { $expr: 'event' } } }] },
          },
          text('where', '', { props: { text: { $expr: 'state.tab' } } }),
        ],
        { state: { tab: 'groups', count: 0 } },
      ),
    );
    expect(await screen.findByRole('tabpanel', { name: 'Grupos' })).toBeTruthy();
    expect(host.toasts).toEqual([]);
    await user.click(screen.getByRole('tab', { name: 'Dados' }));
    expect(document.querySelector('#where')?.textContent).toBe('data');
    expect(host.toasts).toEqual([{ kind: 'info', text: 'data' }]);
  });

  it('should remove the tab of a hidden child, and open the first one instead', async () => {
    const user = userEvent.setup();
    renderScreen(
      screenOf(
        [
          {
            id: 'lock',
            type: 'button',
            props: { text: 'Trancar' },
            on: { press: [{ set: { 'state.open': false } }] },
          },
          tabs({ bind: 'state.tab' }),
        ],
        { state: { count: 0, open: true, tab: 'secret' } },
      ),
    );
    await screen.findByRole('tabpanel', { name: 'Segredos' });
    await user.click(await screen.findByRole('button', { name: 'Trancar' }));
    expect(names()).toEqual(['data', 'groups']);
    expect(screen.getByRole('tabpanel').textContent).toBe('dos dados');
  });

  it('should render its slots before and after the tabs', async () => {
    renderScreen(
      screenOf(
        [
          {
            ...tabs({ look: 'bar' }),
            slots: { start: [text('name', 'Nome')], end: [text('done', 'Pronto')] },
          },
        ],
        { state: { count: 0, open: true } },
      ),
    );
    const start = await screen.findByText('Nome');
    const end = await screen.findByText('Pronto');
    const list = screen.getByRole('tablist');
    expect(start.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(list.compareDocumentPosition(end)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('should render nothing without a visible child', async () => {
    renderScreen(
      screenOf([
        { ...tabs(), children: [text('data', 'x', { access: { verb: 'delete' } })] },
        text('end', 'fim'),
      ]),
      { can: (access) => !('verb' in access && access.verb === 'delete') },
    );
    await screen.findByText('fim');
    expect(document.querySelector('#tabs')).toBeNull();
  });

  it('should display the child of narrow windows alone there', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const slots = { end: [text('after', 'no fim')] };
    renderScreen(screenOf([{ ...tabs({ narrow: 'groups' }), slots }], { state: { count: 1 } }));
    expect(await screen.findByText('dos grupos')).toBeTruthy();
    expect(screen.getByRole('tabpanel', { name: 'Grupos' })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByText('no fim')).toBeNull();
  });
});
