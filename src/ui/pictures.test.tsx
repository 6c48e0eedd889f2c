// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PersonAvatar } from './marks/PersonAvatar.tsx';
import { setPictureLoader } from './pictures.ts';

const address = '/photos/1';
const load = vi.fn<(address: string, pixels: number) => Promise<Blob>>();

beforeEach(() => {
  let number = 0;
  URL.createObjectURL = () => `blob:${(number += 1)}`;
  URL.revokeObjectURL = vi.fn();
  load.mockReset();
  setPictureLoader({ needsToken: (one) => one.startsWith('/photos/'), load });
});
afterEach(() => setPictureLoader(null));

const source = () => screen.queryByRole('presentation')?.getAttribute('src');

it('a picture that needs the token is loaded once for all places of a size, with the initials until then', async () => {
  load.mockResolvedValue(new Blob(['x']));
  const { container } = render(
    <>
      <PersonAvatar name="Ana Lima" image={address} size={24} />
      <PersonAvatar name="Ana Lima" image={address} size={24} />
    </>,
  );
  expect(container.textContent).toBe('ALAL');
  await waitFor(() => expect(container.querySelectorAll('img[src="blob:1"]')).toHaveLength(2));
  expect(load.mock.calls).toEqual([[address, 24]]);
  const again = render(<PersonAvatar name="Ana Lima" image={address} size={24} />);
  expect(again.container.querySelector('img')?.getAttribute('src')).toBe('blob:1');
});

it('the initials stay for one that does not load, which is not asked for again', async () => {
  load.mockRejectedValue(new Error('gone'));
  const { container, rerender } = render(<PersonAvatar name="Ana Lima" image={address} />);
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  rerender(<PersonAvatar name="Ana Lima" image={address} size={28} />);
  expect([container.textContent, source()]).toEqual(['AL', undefined]);
});

it('pictures are forgotten with the person who loaded them', async () => {
  load.mockResolvedValue(new Blob(['x']));
  const { container } = render(<PersonAvatar name="Ana Lima" image={address} />);
  await waitFor(() => expect(container.querySelector('img')).not.toBeNull());
  setPictureLoader(null);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1');
});

it('other pictures load by their own address', () => {
  const { container } = render(<PersonAvatar name="Ana Lima" image="/other.png" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/other.png');
  expect(load).not.toHaveBeenCalled();
});
