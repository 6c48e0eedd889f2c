// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shellPatience } from './lazy-source.ts';
import { SkeletonGroup } from './Skeleton.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('shows what it waits for once nothing has come for long', async () => {
  render(<SkeletonGroup label="Carregando o formulário">…</SkeletonGroup>);
  await act(() => vi.advanceTimersByTimeAsync(shellPatience - 1));
  expect(screen.queryByText('Carregando o formulário')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('Carregando o formulário')).toBeTruthy();
});
