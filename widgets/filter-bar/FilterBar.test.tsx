// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen, screenOf, stubMedia } from '../../src/engine/react/testing/render.tsx';
import { choose } from '../../src/ui/testing/choice.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const status = {
  field: 'isActive',
  control: 'select',
  label: 'Status',
  options: [
    { value: '', label: 'Todos' },
    { value: 'Y', label: 'Ativo' },
    { value: 'N', label: 'Inativo' },
  ],
};
const search = {
  field: 'name',
  control: 'search',
  label: 'Busca',
  placeholder: 'Pesquise uma palavra chave.',
};

const show = (fields: unknown[] = [status, search], can = () => true) =>
  renderScreen(
    screenOf(
      [
        { id: 'filters', type: 'filter-bar', props: { bind: 'state.filters', fields } },
        {
          id: 'seen',
          type: 'text',
          props: { text: { $expr: '$string(state.filters) & " " & $string(state.page)' } },
        },
      ],
      { state: { page: 3, filters: { isActive: 'Y' } } },
    ),
    { can },
  );
const seen = (text: string) => waitFor(() => expect(document.querySelector('#seen')?.textContent).toBe(text));

describe('filter-bar', () => {
  it('should apply the draft with the button, and go to page 1', async () => {
    show();
    await choose(await screen.findByLabelText('Status'), 'Inativo');
    fireEvent.change(screen.getByLabelText('Busca'), { target: { value: '  ana ' } });
    await seen('{"isActive":"Y"} 3');
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    await seen('{"isActive":"N","name":"ana"} 1');
  });

  it('should find what is empty, or is not, of a field that offers it', async () => {
    show([{ ...status, emptiness: true }, search]);
    const menu = async () =>
      userEvent.click(await screen.findByRole('button', { name: /^Com ou sem valor: Status/ }));
    await screen.findByLabelText('Status');
    await menu();
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Sem valor' }));
    expect(screen.getByLabelText('Status').textContent).toBe('Sem valor');
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    await seen('{"isActive":{"empty":true}} 1');
    await menu();
    expect(screen.getByRole('menuitemradio', { name: 'Sem valor' }).getAttribute('aria-checked')).toBe(
      'true',
    );
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Com algum valor' }));
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    await seen('{"isActive":{"empty":false}} 1');
    await menu();
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Qualquer valor' }));
    await choose(screen.getByLabelText('Status'), 'Ativo');
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    await seen('{"isActive":"Y"} 1');
  });

  it('should show what is in force while the page is printed, and the draft again after it', async () => {
    show();
    await screen.findByLabelText('Status');
    const text = () => (screen.getByLabelText('Busca') as HTMLInputElement).value;
    fireEvent.change(screen.getByLabelText('Busca'), { target: { value: 'ana' } });
    await choose(screen.getByLabelText('Status'), 'Inativo');
    act(() => void globalThis.dispatchEvent(new Event('beforeprint')));
    expect([text(), screen.getByLabelText('Status').textContent]).toEqual(['', 'Ativo']);
    act(() => void globalThis.dispatchEvent(new Event('afterprint')));
    expect([text(), screen.getByLabelText('Status').textContent]).toEqual(['ana', 'Inativo']);
  });

  it('should name what a source still needs through the host, so that an editor says nothing', async () => {
    const { host } = renderScreen(
      screenOf(
        [
          {
            id: 'filters',
            type: 'filter-bar',
            props: { bind: 'state.filters', notice: true, fields: [search] },
          },
          {
            id: 'rows',
            type: 'table',
            source: 'rows',
            props: { columns: [{ field: 'name', title: 'Nome' }] },
          },
        ],
        {
          state: { filters: {} },
          sources: { rows: { get: '/rows', rows: 'data', needs: ['state.filters.name'] } },
        },
      ),
    );
    await waitFor(() => expect(host.toasts).toEqual([expect.objectContaining({ kind: 'info' })]));
    expect(host.toasts[0]!.text).toContain('Busca');
    // Its button applies what was typed meanwhile, and says again what is still missing.
    const { text, run } = host.toasts[0]!.action!;
    expect(text).toBe('Recarregar');
    act(run);
    await waitFor(() => expect(host.toasts).toHaveLength(2));
    expect(host.loads).toEqual([]);
    fireEvent.change(screen.getByLabelText('Busca'), { target: { value: 'ana' } });
    act(host.toasts[1]!.action!.run);
    await waitFor(() => expect(host.loads).toEqual(['/rows']));
    expect(host.toasts).toHaveLength(2);
  });

  it('should take several choices and a range of dates, and leave them out when they are emptied', async () => {
    const user = userEvent.setup();
    show([
      { ...status, field: 'states', control: 'choices', label: 'Estados' },
      { field: 'period', control: 'daterange', label: 'Período' },
    ]);
    await user.click(await screen.findByRole('combobox', { name: 'Estados' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Ativo/ }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: /Inativo/ }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('combobox', { name: 'Estados' }).textContent).toBe('2 selecionados');
    await user.type(screen.getByRole('textbox', { name: 'Período: De' }), '05/03/2026');
    await user.click(screen.getByRole('button', { name: 'Aplicar' }));
    await seen('{"isActive":"Y","states":["Y","N"],"period":{"from":"2026-03-05"}} 1');
    await user.clear(screen.getByRole('textbox', { name: 'Período: De' }));
    await user.click(screen.getByRole('button', { name: 'Aplicar' }));
    await seen('{"isActive":"Y","states":["Y","N"]} 1');
  });

  it('should not apply a day that no calendar has, and say so', async () => {
    const user = userEvent.setup();
    show([{ field: 'from', control: 'date', label: 'De' }]);
    const box = await screen.findByRole('textbox', { name: 'De' });
    await user.type(box, '31/02/2026{Enter}');
    await screen.findByText(/Data inválida/);
    await seen('{"isActive":"Y"} 3');
    await user.clear(box);
    await user.type(box, '28/02/2026{Enter}');
    await seen('{"isActive":"Y","from":"2026-02-28"} 1');
  });

  it('should not apply a period that ends before it begins, and say so at both dates', async () => {
    const user = userEvent.setup();
    show([
      { field: 'from', control: 'date', label: 'De' },
      { field: 'to', control: 'date', label: 'Até', notBefore: 'from' },
      { field: 'period', control: 'daterange', label: 'Período' },
    ]);
    const from = await screen.findByRole('textbox', { name: 'De' });
    const to = screen.getByRole('textbox', { name: 'Até' });
    await user.type(from, '02/02/2026');
    await user.type(to, '01/02/2026{Enter}');
    await screen.findByText('Não pode vir depois de “Até”');
    await screen.findByText('Não pode vir antes de “De”');
    expect([from, to].map((box) => box.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
    await seen('{"isActive":"Y"} 3');
    await user.clear(to);
    await user.type(to, '02/02/2026{Enter}');
    await seen('{"isActive":"Y","from":"2026-02-02","to":"2026-02-02"} 1');
    expect(screen.queryByText(/Não pode vir/)).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Período: De' }), '05/03/2026');
    await user.type(screen.getByRole('textbox', { name: 'Período: Até' }), '04/03/2026{Enter}');
    await screen.findByText('O fim não pode ser anterior ao início');
    await seen('{"isActive":"Y","from":"2026-02-02","to":"2026-02-02"} 1');
  });

  it('should apply with Enter, and leave out empty filters', async () => {
    const user = userEvent.setup();
    show();
    await choose(await screen.findByLabelText('Status'), 'Todos');
    await user.type(screen.getByLabelText('Busca'), 'caio{Enter}');
    await seen('{"name":"caio"} 1');
  });

  it('should clear to the initial filters', async () => {
    show();
    fireEvent.change(await screen.findByLabelText('Busca'), { target: { value: 'ana' } });
    await choose(screen.getByLabelText('Status'), 'Inativo');
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    await seen('{"isActive":"N","name":"ana"} 1');
    fireEvent.click(screen.getByRole('button', { name: 'Limpar Filtros' }));
    await seen('{"isActive":"Y"} 1');
    expect((screen.getByLabelText('Busca') as HTMLInputElement).value).toBe('');
    expect(screen.getByLabelText('Status').textContent).toBe('Ativo');
  });

  it('should count the filters that differ from the initial ones, until they are cleared', async () => {
    show();
    fireEvent.change(await screen.findByLabelText('Busca'), { target: { value: 'ana' } });
    expect(screen.queryByTitle(/ativo/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    expect(await screen.findByTitle('1 filtro ativo')).toBeTruthy();
    // A removed initial filter differs, too.
    await choose(screen.getByLabelText('Status'), 'Todos');
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    expect(await screen.findByTitle('2 filtros ativos')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Limpar Filtros' }));
    await waitFor(() => expect(screen.queryByTitle(/ativo/)).toBeNull());
  });

  it('should apply all edits with a live field, once, after 500 ms without a change', async () => {
    show([status, { ...search, live: true }]);
    const field = await screen.findByLabelText('Busca');
    await seen('{"isActive":"Y"} 3');
    fireEvent.click(screen.getByLabelText('Status'));
    const inactive = await screen.findByRole('option', { name: 'Inativo' });
    vi.useFakeTimers();
    fireEvent.click(inactive);
    fireEvent.change(field, { target: { value: 'a' } });
    await act(() => vi.advanceTimersByTimeAsync(400));
    fireEvent.change(field, { target: { value: 'an' } });
    await act(() => vi.advanceTimersByTimeAsync(499));
    expect(document.querySelector('#seen')?.textContent).toBe('{"isActive":"Y"} 3');
    await act(() => vi.advanceTimersByTimeAsync(1));
    vi.useRealTimers();
    await seen('{"isActive":"N","name":"an"} 1');
    expect(screen.getByLabelText('Status').textContent).toBe('Inativo');
  });

  it('should leave out fields that the person may not use', async () => {
    show([status, { ...search, access: { verb: 'delete' } }], () => false);
    await screen.findByLabelText('Status');
    expect(screen.queryByLabelText('Busca')).toBeNull();
  });

  it('should keep the type of option values', async () => {
    show([
      {
        field: 'level',
        control: 'select',
        label: 'Nível',
        options: [
          { value: '', label: '-' },
          { value: 2, label: 'Dois' },
        ],
      },
    ]);
    await choose(await screen.findByLabelText('Nível'), 'Dois');
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    await seen('{"isActive":"Y","level":2} 1');
  });
});

describe('filter-bar on narrow screens', () => {
  let back: () => void;
  beforeEach(() => {
    back = stubMedia((query) => query.includes('max-width'));
  });
  afterEach(() => back());

  it('should show the search, and the other filters in a sheet with their count', async () => {
    show();
    const box = await screen.findByLabelText('Busca');
    expect(screen.queryByRole('radio')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Filtros' }));
    // Up to three options stand side by side.
    fireEvent.click(await screen.findByRole('radio', { name: 'Inativo' }));
    // The button says how many filters there will be.
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar · 1' }));
    await seen('{"isActive":"N"} 1');
    await waitFor(() => expect(screen.queryByRole('radio')).toBeNull());
    fireEvent.change(box, { target: { value: 'ana' } });
    fireEvent.submit(screen.getByRole('search'));
    expect(await screen.findByRole('button', { name: 'Filtros: 2 filtros ativos' })).toBeTruthy();
  });

  it('should say the limit of a text, and apply nothing beyond it', async () => {
    show();
    const box = await screen.findByRole<HTMLInputElement>('searchbox');
    fireEvent.change(box, { target: { value: 'a'.repeat(201) } });
    expect((await screen.findByRole('alert')).textContent).toBe('Busque no máximo 200 caracteres.');
    expect(box.getAttribute('aria-invalid')).toBe('true');
    fireEvent.submit(screen.getByRole('search'));
    expect(box.value).toHaveLength(201);
    await seen('{"isActive":"Y"} 3');
    fireEvent.change(box, { target: { value: 'a'.repeat(200) } });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.submit(screen.getByRole('search'));
    await seen(`{"isActive":"Y","name":"${'a'.repeat(200)}"} 1`);
  });
});
