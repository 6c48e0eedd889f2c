// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { compileDocument, createRegistry, createScreen } from '../../core/index.ts';
import type { Query } from '../../core/index.ts';
import { createFakeHost } from '../testing/host.ts';
import { screenOf } from '../testing/render.tsx';
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

function renderOpening(query: Query = {}) {
  const document = screenOf([], {
    state: { page: 1, open: null },
    query: { page: 'state.page', open: 'state.open' },
  });
  const screen = createScreen(compileDocument(document, createRegistry([])), createFakeHost({}), {}, query);
  const steps: string[] = [];
  const onQuery = (_: Query, step: string) => void steps.push(step);
  const opening = new Set(['open']);
  const view = renderHook((given: Query) => useAddressQuery(screen, given, onQuery, opening), {
    initialProps: query,
  });
  const set = (name: string) => (value: string | number | null) =>
    act(() => screen.store.set(['state', name], value));
  return {
    ...view,
    steps,
    setOpen: set('open'),
    setPage: set('page'),
    open: () => screen.store.get(['state', 'open']),
  };
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

  it('should open by a new history entry and close by going back to the one before', () => {
    const { steps, setOpen, setPage, rerender } = renderOpening();
    setOpen('7');
    rerender({ open: '7' });
    setOpen('8');
    rerender({ open: '8' });
    setOpen(null);
    rerender({});
    expect(steps).toEqual(['push', 'replace', 'back']);
    // A value that changed meanwhile stays: going back would undo it.
    setOpen('7');
    rerender({ open: '7' });
    setPage(2);
    rerender({ open: '7', page: '2' });
    setOpen(null);
    expect(steps.slice(3)).toEqual(['push', 'replace', 'replace']);
  });

  it('should close in place what an address has opened', () => {
    const { steps, setOpen, open, rerender } = renderOpening({ open: '7' });
    expect(open()).toBe('7');
    setOpen(null);
    rerender({});
    expect(steps).toEqual(['replace']);
    setOpen('8');
    rerender({ open: '8' });
    // The browser's button.
    rerender({});
    expect(open()).toBeNull();
    expect(steps).toEqual(['replace', 'push']);
  });
});
