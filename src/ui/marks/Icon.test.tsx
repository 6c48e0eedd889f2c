// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(cleanup);

const svgOf = (name: string) => screen.getByRole('img', { name }).innerHTML;

it('renders the bundled icons at once, the others when they are loaded', async () => {
  vi.resetModules();
  const { Icon } = await import('./Icon.tsx');
  render(
    <>
      <Icon name="search" label="usual" />
      {/* Of the group of a tenant's own screens, on each of its pages. */}
      <Icon name="apps" label="own screens" />
      <Icon name="receipt" label="other" />
      <Icon name="no-such-icon" label="unknown" />
      <Icon name="square" label="square" />
    </>,
  );
  expect(svgOf('usual')).toContain('<path');
  expect(svgOf('own screens')).toContain('<path');
  expect(svgOf('other')).toBe('');
  // Pressed while it is replaced, it would take the click with it.
  const pointerEvents = (name: string) => getComputedStyle(screen.getByRole('img', { name })).pointerEvents;
  expect([pointerEvents('other'), pointerEvents('usual')]).toEqual(['none', 'auto']);
  await waitFor(() => expect(svgOf('other')).toContain('<path'));
  expect(svgOf('other')).not.toBe(svgOf('square'));
  expect(svgOf('unknown')).toBe(svgOf('square'));
});
