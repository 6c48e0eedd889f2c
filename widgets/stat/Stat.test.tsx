// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const stat = (id: string, props: object, rest: object = {}) => ({ id, type: 'stat', props, ...rest });
const text = (id: string) => document.getElementById(id)!.textContent.replaceAll(/\s/g, ' ');

describe('stat', () => {
  it('should say the change in words, with its arrow, and whether it is good for the measure', async () => {
    renderScreen(
      screenOf([
        stat('up', { label: 'Pedidos', value: 1488, previous: 1400, comparison: 'ante ontem' }),
        stat('cost', { label: 'Custo', value: 110, previous: 100, good: 'down' }),
        stat('share', { label: 'No prazo', value: 0.86, previous: 0.874, format: 'percent' }),
        stat('same', { label: 'Igual', value: 5, previous: 5 }),
        stat('zero', { label: 'De zero', value: 5, previous: 0, good: 'none' }),
      ]),
    );
    await screen.findByText('Pedidos');
    expect(text('up')).toBe('Pedidos1.488+6,3% (favorável) ante ontem');
    expect(text('cost')).toBe('Custo110+10,0% (desfavorável)');
    expect(text('share')).toBe('No prazo86%−1,4 p.p. (desfavorável)');
    expect(text('same')).toBe('Igual5Sem mudança');
    // Nothing grows by a percentage of zero.
    expect(text('zero')).toBe('De zero5+5');
    expect(document.querySelectorAll('svg[aria-hidden="true"]')).toHaveLength(5);
  });

  it('should write minutes by their two largest units', async () => {
    const minutes = { none: 0, some: 8.4, hours: 192, whole: 120, days: 3181, less: -75 };
    renderScreen(
      screenOf(
        Object.entries(minutes).map(([id, value]) => stat(id, { label: 'Tempo', value, format: 'duration' })),
      ),
    );
    await screen.findAllByText('Tempo');
    expect(Object.keys(minutes).map((id) => text(id).replace('Tempo', ''))).toEqual([
      '0 min',
      '8 min',
      '3 h 12 min',
      '2 h',
      '2 dias 5 h',
      '−1 h 15 min',
    ]);
  });

  it('should stand in the middle of a tile that is higher than its words, and be larger there', async () => {
    const height = vi.spyOn(Element.prototype, 'getBoundingClientRect');
    const classesAt = async (pixels: number) => {
      height.mockReturnValue(new DOMRect(0, 0, 400, pixels));
      renderScreen(screenOf([stat('one', { label: 'Pedidos', value: 12 })]));
      const figure = await screen.findByText('12');
      const found = [document.getElementById('one')!.className, figure.className];
      cleanup();
      return found;
    };
    const [usual, tall] = [await classesAt(112), await classesAt(240)];
    expect(usual[0]).not.toBe(tall[0]);
    expect(usual[1]).not.toBe(tall[1]);
  });

  it('should keep the room of a change below a figure without one, so that figures of a row stand at one height', async () => {
    renderScreen(
      screenOf([
        stat('with', { label: 'Com', value: 2, previous: 1 }),
        stat('without', { label: 'Sem', value: 2 }),
      ]),
    );
    await screen.findByText('Sem');
    const lines = (id: string) => [...document.getElementById(id)!.children].map(({ tagName }) => tagName);
    expect(lines('with')).toEqual(['H3', 'DIV', 'P']);
    expect(lines('without')).toEqual(['H3', 'DIV', 'DIV']);
  });

  it('should take the figure of the first or last row, or their sum, and draw the course with its gaps', async () => {
    const rows = [{ a: 1 }, { a: null }, { a: '3.5' }, { a: 4 }];
    renderScreen(
      screenOf(
        ['first', 'last', 'sum'].map((take) =>
          stat(take, { label: take, field: 'a', take, trend: 'a' }, { source: 'rows' }),
        ),
        { sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
      ),
    );
    await screen.findByText('last');
    expect(['first', 'last', 'sum'].map(text)).toEqual(['first1', 'last4', 'sum8,5']);
    expect(document.querySelectorAll('#last [data-sparkline] path')).toHaveLength(2);
  });

  it('should name what it cannot read, and say that a value is missing', async () => {
    renderScreen(
      screenOf(
        [
          stat('unknown', { label: 'A', field: 'nope' }, { source: 'rows' }),
          stat('text', { label: 'B', field: 'name' }, { source: 'rows' }),
          stat('given', { label: 'C', value: { $expr: '"many"' } }),
          stat('none', { label: 'D', value: null, comparison: 'ante ontem' }),
          stat('huge', { label: 'Enorme', value: -1.234e300 }),
          stat('short', { label: 'Curto', value: 1e300, short: true }),
        ],
        { sources: { rows: { value: { $expr: '[{"name": "Ana"}]' } } } },
      ),
    );
    await screen.findByText('A');
    expect(text('unknown')).toContain('Os dados não têm o campo “nope”.');
    expect(text('text')).toContain('O campo “name” tem textos em vez de números.');
    expect(text('given')).toContain('O campo “value” tem textos em vez de números.');
    expect(text('none')).toBe('D–Sem valorSem período anterior para comparar');
    // Its digits would run out of the tile.
    expect(text('huge')).toBe('Enorme-1,23E300');
    expect(text('short')).toBe('Curto1E300');
  });

  it('should run the steps of a press', async () => {
    const { host } = renderScreen(
      screenOf([stat('it', { label: 'Pedidos', value: 1 }, { on: { press: [{ navigate: '/orders' }] } })]),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Pedidos' }));
    expect(host.navigations).toEqual(['/orders']);
  });
});
