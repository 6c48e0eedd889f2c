import { describe, expect, it, vi } from 'vitest';
import { compileDocument } from '../language/compile.ts';
import { createScreen } from './screen.ts';
import { createFakeHost } from '../testing/fake-host.ts';
import { registry, screenDocument } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

const document = screenDocument({
  state: { page: 1, open: false, filters: { status: 'Y', text: '' }, list: [], own: [] },
  query: {
    page: 'state.page',
    open: 'state.open',
    status: 'state.filters.status',
    text: 'state.filters.text',
    list: 'state.list',
    unknown: 'state.unknown.deep',
  },
});
const opened = (query: Record<string, string> = {}) =>
  createScreen(compileDocument(document, registry), createFakeHost(), {}, query);

describe('the query of a screen', () => {
  it('takes null as the initial value of a text, which sources do not send', async () => {
    const own = screenDocument({
      state: { company: null },
      query: { company: 'state.company' },
      sources: { a: { get: '/a', query: { company: { $expr: 'state.company' }, none: null } } },
    });
    expect(await validateDocument(own, registry)).toEqual([]);
    const host = createFakeHost();
    const screen = createScreen(compileDocument(own, registry), host, {});
    screen.start();
    expect([...host.loads.keys()]).toEqual(['/a']);
    expect(screen.query.get()).toEqual({});
    screen.visit({ company: '7' });
    expect(screen.store.get(['state', 'company'])).toBe('7');
    expect([...host.loads.keys()].at(-1)).toBe('/a?company=7');
    screen.store.set(['state', 'company'], null);
    expect(screen.query.get()).toEqual({});
  });

  it('should carry no value of a forbidden key', () => {
    const hostile = JSON.parse('{"constructor":"x"}') as Record<string, string>;
    const compiled = compileDocument(
      screenDocument({ state: hostile, query: { a: 'state.constructor' } }),
      registry,
    );
    const screen = createScreen(compiled, createFakeHost(), {}, { a: 'y' });
    expect(screen.query.get()).toEqual({});
  });

  it('should initialize the state from the address, by the types of the initial values', () => {
    const screen = opened({ page: '3', open: 'true', status: '', text: 'ana & bia', other: 'x' });
    expect(screen.store.get(['state'])).toEqual({
      page: 3,
      open: true,
      filters: { status: '', text: 'ana & bia' },
      list: [],
      own: [],
    });
  });

  it.each([
    [{ page: 'x' }],
    [{ page: '' }],
    [{ page: '1e9' }],
    [{ page: ' 2' }],
    [{ page: '9'.repeat(400) }],
    [{ open: 'yes' }],
    [{ list: 'a' }],
    [JSON.parse('{"__proto__":"x","unknown":"y"}')],
  ])('should keep the initial value when the address has one of another type: %j', (query) => {
    const screen = opened(query);
    expect(screen.store.get(['state'])).toEqual(document.state);
    expect(screen.query.get()).toEqual({});
  });

  it('should carry values that differ from the initial ones, emptied texts included', () => {
    const screen = opened();
    screen.store.set(['state', 'filters'], { text: 'ana' });
    screen.store.set(['state', 'page'], 2);
    expect(screen.query.get()).toEqual({ page: '2', status: '', text: 'ana' });
    screen.store.set(['state', 'page'], 1);
    screen.store.set(['state', 'filters'], { status: 'Y' });
    expect(screen.query.get()).toEqual({});
  });

  it('should notify only about carried values, and stay the same object otherwise', () => {
    const screen = opened({ page: '2' });
    const listener = vi.fn();
    screen.query.subscribe(listener);
    const before = screen.query.get();
    screen.store.set(['state', 'own'], [1]);
    expect(listener).not.toHaveBeenCalled();
    expect(screen.query.get()).toBe(before);
    screen.store.set(['state', 'page'], 3);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('should follow an address that changes from outside, with initial values for what it lacks', () => {
    const screen = opened({ page: '2', text: 'ana' });
    screen.store.set(['state', 'own'], [1]);
    screen.visit({ status: 'N' });
    expect(screen.store.get(['state'])).toMatchObject({
      page: 1,
      filters: { status: 'N', text: '' },
      own: [1],
    });
  });

  it('should carry lists and ranges that differ from the initial ones', () => {
    const own = compileDocument(
      screenDocument({
        state: { filters: { units: ['a', 'b'], days: { from: '2026-01-01', to: null } } },
        query: { units: 'state.filters.units', days: 'state.filters.days' },
      }),
      registry,
    );
    const open = (query: Record<string, string> = {}) => createScreen(own, createFakeHost(), {}, query);
    const screen = open();
    expect(screen.query.get()).toEqual({});
    screen.store.set(['state', 'filters'], { units: ['c'], days: { from: null, to: '2026-02-01' } });
    const shared = screen.query.get();
    expect(open(shared).store.get(['state', 'filters'])).toEqual({
      units: ['c'],
      days: { from: null, to: '2026-02-01' },
    });
    // A value that the address cannot hold is the initial one.
    for (const wrong of ['x', '[1'])
      expect(open({ units: wrong }).store.get(['state', 'filters', 'units'])).toEqual(['a', 'b']);
  });
});
