// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { compileDocument, createRegistry, createScreen } from '../core/index.ts';
import type { Query } from '../core/index.ts';
import { createFakeHost } from './testing/host.ts';
import { screenOf } from './testing/render.tsx';
import { useAddressQuery } from './useAddressQuery.ts';

afterEach(cleanup);

function renderAddressQuery(query: Query = {}) {
  const document = screenOf([], { state: { page: 1 }, query: { page: 'state.page' } });
  const compiled = compileDocument(document, createRegistry([]));
  const screen = createScreen(compiled, createFakeHost({}), {}, query);
  const reported: Query[] = [];
  const onQuery = (next: Query) => void reported.push(next);
  const view = renderHook((given: Query) => useAddressQuery(screen, given, onQuery), { initialProps: query });
  const setPage = (page: number) => act(() => screen.store.set(['state', 'page'], page));
  return { ...view, reported, setPage, page: () => screen.store.get(['state', 'page']) };
}

describe('address and state', () => {
  it('should report a change of the state once', () => {
    const { reported, setPage, rerender } = renderAddressQuery();
    expect(reported).toEqual([]);
    setPage(2);
    rerender({ page: '2' });
    expect(reported).toEqual([{ page: '2' }]);
  });

  it('should update the state when the address changes', () => {
    const { reported, rerender, page } = renderAddressQuery({ page: '2' });
    rerender({ page: '5' });
    expect(page()).toBe(5);
    rerender({});
    expect(page()).toBe(1);
    expect(reported).toEqual([]);
  });

  it('should not go back when the address carries its earlier reports', () => {
    const { setPage, rerender, page, reported } = renderAddressQuery();
    setPage(2);
    setPage(3);
    rerender({ page: '2' });
    expect(page()).toBe(3);
    rerender({ page: '3' });
    expect(page()).toBe(3);
    expect(reported).toEqual([{ page: '2' }, { page: '3' }]);
    rerender({});
    expect(page()).toBe(1);
  });

  it('should correct an address with an invalid value', () => {
    const { reported } = renderAddressQuery({ page: 'x' });
    expect(reported).toEqual([{}]);
  });
});
