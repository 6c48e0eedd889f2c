// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeHost } from '../../../src/engine/react/testing/host.ts';
import { focused, orders, renderOrders, rowOf } from '../testing.ts';

afterEach(cleanup);

describe('column setup', () => {
  it('should never hide what names a row and what tells its state, whatever was stored', async () => {
    const host = createFakeHost({ answer: () => ({ data: orders }) });
    host.preferences.set('table.people.list', { order: [], hidden: ['name', 'kind', 'amount'], widths: {} });
    const columns = [
      { field: 'name', title: 'Nome' },
      { field: 'amount', title: 'Valor', cell: 'number' },
      { field: 'kind', title: 'Tipo', cell: 'badge' },
    ];
    renderOrders({ adjustable: true, columns }, { host });
    await rowOf('Bento');
    expect(heads()).toEqual(['name', 'kind']);
    fireEvent.click(screen.getByRole('button', { name: 'Colunas' }));
    const box = await screen.findByRole('checkbox', { name: 'Valor' });
    const enabled = (name: string) => !screen.getByRole<HTMLInputElement>('checkbox', { name }).disabled;
    expect(['Nome', 'Valor', 'Tipo'].map(enabled)).toEqual([false, true, false]);
    fireEvent.click(box);
    expect(heads()).toEqual(['name', 'amount', 'kind']);
  });

  const heads = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('data-key'));

  it('should show, hide, move and resize columns, and store it for the person', async () => {
    const user = userEvent.setup();
    const host = createFakeHost({ answer: () => ({ data: orders }) });
    renderOrders({ adjustable: true }, { host });
    await rowOf('Bento');
    fireEvent.click(screen.getByRole('button', { name: 'Colunas' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Tipo' }));
    expect(heads()).toEqual(['name', 'amount']);
    expect(host.preferences.get('table.people.list')).toMatchObject({ hidden: ['kind'] });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Tipo' }));
    fireEvent.click(screen.getByRole('button', { name: 'Mover Tipo para antes' }));
    expect(heads()).toEqual(['name', 'kind', 'amount']);
    cleanup();
    renderOrders({ adjustable: true }, { host });
    await rowOf('Bento');
    expect(heads()).toEqual(['name', 'kind', 'amount']);
    within(screen.getByRole('columnheader', { name: 'Valor' }))
      .getByRole('button')
      .focus();
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(heads()).toEqual(['name', 'amount', 'kind']);
    expect(focused()?.closest('th')?.getAttribute('data-key')).toBe('amount');
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(host.preferences.get('table.people.list')).toMatchObject({ widths: { amount: 48 } });
    fireEvent.click(screen.getByRole('button', { name: 'Colunas' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Mover Tipo para antes' }));
    fireEvent.click(screen.getByRole('button', { name: 'Restaurar padrão' }));
    expect(heads()).toEqual(['name', 'amount', 'kind']);
  });

  it('should keep locked columns and what is before them in place, by pointer and keyboard', async () => {
    const user = userEvent.setup();
    const columns = [
      { field: 'name', title: 'Nome', sort: true },
      { field: 'amount', title: 'Valor', cell: 'number', sort: true },
      { field: 'id', title: 'Número', cell: 'number' },
      { field: 'kind', title: 'Tipo', cell: 'badge' },
    ];
    renderOrders({ adjustable: true, columns });
    await rowOf('Bento');
    fireEvent.click(screen.getByRole('button', { name: 'Colunas' }));
    await screen.findByRole('checkbox', { name: 'Valor' });
    const item = (name: string) => screen.getByRole('checkbox', { name }).closest('li')!;
    const drag = (name: string, onto: string) => {
      fireEvent.dragStart(item(name), { dataTransfer: { setData: () => undefined } });
      const taken = !fireEvent.dragOver(item(onto));
      if (taken) fireEvent.drop(item(onto));
      fireEvent.dragEnd(item(name));
      return taken;
    };
    for (const name of ['Nome', 'Tipo']) {
      expect(within(item(name)).queryByRole('button')).toBeNull();
      expect(item(name).draggable).toBe(false);
      expect(drag('Valor', name)).toBe(false);
    }
    const first = within(item('Valor')).getByRole('button', { name: 'Mover Valor para antes' });
    expect(first.getAttribute('aria-disabled')).toBe('true');
    expect(drag('Número', 'Valor')).toBe(true);
    expect(heads()).toEqual(['name', 'id', 'amount', 'kind']);
    fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Colunas' })));
    within(screen.getByRole('columnheader', { name: 'Valor' }))
      .getByRole('button')
      .focus();
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(heads()).toEqual(['name', 'id', 'amount', 'kind']);
    expect(focused()?.closest('th')?.getAttribute('data-key')).toBe('amount');
    within(screen.getByRole('columnheader', { name: 'Nome' }))
      .getByRole('button')
      .focus();
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(heads()).toEqual(['name', 'id', 'amount', 'kind']);
  });
});
