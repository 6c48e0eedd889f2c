// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { createParts } from './parts.ts';

afterEach(cleanup);

const props = { category: 'name', value: 'n' };
const parts = (given: object, rows: { name: string | null; n: unknown; nameRest?: boolean }[]) =>
  createParts({ ...props, ...given }, rows as never, String, 'Outros', new Map());

describe('the parts of a pie', () => {
  it('should add up the smallest ones and the rest of the source, and leave out what has no share', () => {
    const rows = [7, 5, 4, 3, 2, 1, 0, -3, null].map((n, at) => ({ name: `p${at}`, n }));
    const made = parts({}, [...rows, { name: null, nameRest: true, n: 8 }]);
    expect(made.parts.map(({ name, value, color }) => [name, value, color])).toEqual([
      ['p0', 7, 0],
      ['p1', 5, 1],
      ['p2', 4, 2],
      ['p3', 3, 3],
      ['Outros', 11, null],
    ]);
    expect(made.total).toBe(30);
  });

  it('should name what it cannot read', () => {
    expect(parts({ value: 'x' }, [{ name: 'a', n: 1 }]).problem).toEqual({ kind: 'unknown', field: 'x' });
    expect(parts({ category: 'x' }, [{ name: 'a', n: 1 }]).problem).toEqual({ kind: 'unknown', field: 'x' });
    expect(parts({}, [{ name: 'a', n: 'b' }]).problem).toEqual({ kind: 'text', field: 'n' });
    expect(parts({}, [{ name: 'a', n: 0 }]).parts).toEqual([]);
  });
});

describe('pie', () => {
  const rows = [
    { id: 1, name: 'A', n: 75 },
    { id: 2, name: 'B', n: 25 },
  ];
  const document = (data: object[]) =>
    screenOf(
      [
        {
          id: 'it',
          type: 'pie',
          source: 'rows',
          props: { ...props, title: 'Partes', valueLabel: 'Pedidos' },
          on: { select: [{ navigate: '/p/{row.id}' }] },
        },
      ],
      { sources: { rows: { value: { $expr: JSON.stringify(data) } } } },
    );

  it('should have its total and shares in words, its parts by keyboard, and a table', async () => {
    const { host } = renderScreen(document(rows));
    const plot = await screen.findByRole('application', { name: 'Partes' });
    expect(plot.textContent).toContain('100');
    expect(window.document.body.textContent).toContain('Total 100. A 75%, B 25%.');
    plot.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(window.document.querySelector('figure [role="status"]')!.textContent).toBe('B, 25%, 25, 2 de 2');
    await userEvent.keyboard('{Enter}');
    expect(host.navigations).toEqual(['/p/2']);
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar como tabela' }));
    expect(within(screen.getByRole('table')).getAllByRole('row')[1]!.textContent).toBe('A7575%');
  });

  it('should say that there is nothing to show', async () => {
    renderScreen(document([{ name: 'A', n: 0 }]));
    expect(await screen.findByText('Sem valores para mostrar')).toBeTruthy();
  });
});
