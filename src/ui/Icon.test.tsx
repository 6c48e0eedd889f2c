// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Icon } from './Icon.tsx';

afterEach(cleanup);

const drawing = (name: string) => screen.getByRole('img', { name }).innerHTML;

it('renders the bundled icons at once, the others when they are loaded', async () => {
  render(
    <>
      <Icon name="search" label="usual" />
      <Icon name="wrench" label="other" />
      <Icon name="no-such-icon" label="unknown" />
      <Icon name="square" label="square" />
    </>,
  );
  expect(drawing('usual')).toContain('<path');
  expect(drawing('other')).toBe('');
  await waitFor(() => expect(drawing('other')).toContain('<path'));
  expect(drawing('other')).not.toBe(drawing('square'));
  expect(drawing('unknown')).toBe(drawing('square'));
});
