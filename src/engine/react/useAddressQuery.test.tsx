// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { compileDocument, createRegistry, createScreen } from '../core/index.ts';
import type { Query } from '../core/index.ts';
import { createFakeHost } from './testing/host.ts';
import { screenOf } from './testing/render.tsx';
import { useAddressQuery } from './useAddressQuery.ts';

afterEach(cleanup);

function opened(query: Query = {}) {
  const document = screenOf([], { state: { page: 1 }, query: { page: 'state.page' } });
  const compiled = compileDocument(document, createRegistry([]));
  const screen = createScreen(compiled, createFakeHost({}), {}, query);
  const told: Query[] = [];
  const onQuery = (next: Query) => void told.push(next);
  const view = renderHook((given: Query) => useAddressQuery(screen, given, onQuery), { initialProps: query });
  const turn = (page: number) => act(() => screen.store.set(['state', 'page'], page));
  return { ...view, told, turn, page: () => screen.store.get(['state', 'page']) };
}

describe('address and state', () => {
  it('should tell what the person changes, once', () => {
    const { told, turn, rerender } = opened();
    expect(told).toEqual([]);
    turn(2);
    rerender({ page: '2' });
    expect(told).toEqual([{ page: '2' }]);
  });

  it('should follow the address when somebody else changes it', () => {
    const { told, rerender, page } = opened({ page: '2' });
    rerender({ page: '5' });
    expect(page()).toBe(5);
    rerender({});
    expect(page()).toBe(1);
    expect(told).toEqual([]);
  });

  it('should not go back when its own words come late', () => {
    const { turn, rerender, page, told } = opened();
    turn(2);
    turn(3);
    rerender({ page: '2' });
    expect(page()).toBe(3);
    rerender({ page: '3' });
    expect(page()).toBe(3);
    expect(told).toEqual([{ page: '2' }, { page: '3' }]);
    rerender({});
    expect(page()).toBe(1);
  });

  it('should put an address right that carries what nobody can read', () => {
    const { told } = opened({ page: 'x' });
    expect(told).toEqual([{}]);
  });
});
