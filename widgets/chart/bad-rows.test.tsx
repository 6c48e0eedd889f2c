// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const figures: Readonly<Record<string, object>> = {
  chart: { category: 'name', unit: 'month', series: [{ field: 'value', label: 'Valor' }] },
  pie: { category: 'name', value: 'value' },
  funnel: { category: 'name', value: 'value' },
  treemap: { category: 'name', value: 'value' },
  'heat-map': { column: 'name', row: 'kind', value: 'value' },
  scatter: { x: 'value', y: 'other' },
  gauge: { label: 'Valor', field: 'value', max: 10 },
  stat: { label: 'Valor', field: 'value', trend: 'value' },
  'progress-list': { category: 'name', value: 'value' },
  'pivot-table': { rows: [{ field: 'name', label: 'Nome' }], measures: [{ field: 'value', label: 'Valor' }] },
};

const row = (name: string | null, value: unknown, other: unknown = value) => ({
  name,
  kind: 'a',
  value,
  other,
});
const cases: Readonly<Record<string, readonly object[]>> = {
  'no rows': [],
  'all null': [row('2026-01-01', null), row('2026-02-01', null)],
  'one value': [row('2026-01-01', 7)],
  'texts as figures': [row('2026-01-01', 'doze'), row('2026-02-01', 'dez')],
  'dates out of order': [row('2026-03-01', 3), row('2026-01-01', 1), row(null, 2), row('2026-02-01', 2)],
  'huge and tiny figures': [row('2026-01-01', 1e300), row('2026-02-01', -1e-300), row('2026-03-01', 0)],
};

describe.each(Object.entries(figures))('%s', (type, props) => {
  it.each(Object.entries(cases))('stands beside the rest of the view with %s', async (name, rows) => {
    const { container, host, unmount } = renderScreen(
      screenOf(
        [
          { id: 'it', type, source: 'rows', props },
          { id: 'beside', type: 'text', props: { text: 'Ao lado' } },
        ],
        { sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
      ),
    );
    expect(await screen.findByText('Ao lado')).toBeTruthy();
    // Without rows the frame says so in its place.
    if (rows.length > 0) await expect.poll(() => container.querySelector('#it')).toBeTruthy();
    expect(screen.queryByText('Este componente parou de funcionar')).toBeNull();
    expect(container.innerHTML).not.toMatch(/NaN|Infinity|undefined/);
    expect(host.reports).toEqual([]);
    // A figure that is none is a mistake of the definition: it names the field.
    if (name === 'texts as figures') expect(container.textContent).toMatch(/value/);
    unmount();
  });
});
