// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../src/engine/react/testing/render.tsx';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 0, 1200, 50),
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const tile = (id: string, at: object, more: object = {}) => ({
  id,
  type: 'text',
  props: { text: `texto ${id}` },
  at: { x: 0, y: 0, w: 6, h: 2, ...at },
  ...more,
});

it('renders the rest of a view whose other tiles are broken, each with its reason', async () => {
  const { host } = renderScreen(
    {
      kind: 'dashboard',
      formatVersion: 2,
      id: 'dash-9',
      title: 'Quadro',
      access: { screen: 'dash-9', verb: 'read' },
      sources: { down: { get: '/down', rows: 'data' }, up: { get: '/up', rows: 'data' } },
      body: [
        tile('unknown', { y: 0 }, { type: 'hologram' }),
        tile('negative', { x: -1, y: 2 }),
        tile('half', { x: 0.5, y: 4 }),
        tile('twice', { y: 6 }),
        tile('twice', { y: 8 }),
        tile('throws', { y: 10 }, { props: { text: { $expr: "$error('de propósito')" } } }),
        tile(
          'failed',
          { y: 12, h: 4 },
          { type: 'table', source: 'down', props: { columns: [{ field: 'n', title: 'N' }] } },
        ),
        tile(
          'alive',
          { y: 16, h: 4 },
          { type: 'table', source: 'up', props: { columns: [{ field: 'n', title: 'N' }] } },
        ),
      ],
    },
    {
      answer: (path) => {
        if (path === '/down') throw { code: 'INTERNAL', status: 500, message: 'Fora do ar', errors: [] };
        return { data: [{ n: 'viva' }] };
      },
    },
  );
  await screen.findByText('viva');
  await screen.findByText('texto twice');
  await screen.findByText('Fora do ar');
  await waitFor(() => expect(host.reports.map(({ node }) => node)).toContain('throws'));
  const text = (id: string) => document.querySelector(`[data-tile="${id}"]`)?.textContent ?? '';
  expect(text('unknown')).toContain('hologram');
  expect(text('negative')).toContain('negative');
  expect(text('half')).toContain('half');
  expect(text('throws')).toContain('de propósito');
});
