// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('breadcrumb', () => {
  it('should link the levels above, but not the current page', async () => {
    const user = userEvent.setup();
    const items = [
      { name: 'Empresa', link: '/companies/{state.id}' },
      { name: 'Sudeste' },
      { name: { $expr: 'state.name' }, link: '/units/1' },
    ];
    const { host } = renderScreen(
      screenOf([{ id: 'b', type: 'breadcrumb', props: { items } }], { state: { id: 7, name: 'Filial' } }),
    );
    expect((await screen.findByRole('navigation', { name: 'Caminho' })).textContent).toBe(
      'EmpresaSudesteFilial',
    );
    expect(screen.getByText('Filial').getAttribute('aria-current')).toBe('page');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/companies/7']);
    await user.click(screen.getByRole('link'));
    expect(host.navigations).toEqual(['/companies/7']);
  });

  it('should render nothing without items', async () => {
    renderScreen(
      screenOf([
        { id: 'b', type: 'breadcrumb', props: { items: [] } },
        { id: 'end', type: 'text', props: { text: 'fim' } },
      ]),
    );
    await screen.findByText('fim');
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
