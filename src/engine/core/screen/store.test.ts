import { valueAt } from '../../../contracts/json-pointer.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { writePath } from '../language/paths.ts';
import { createStore } from './store.ts';

describe('a store', () => {
  it('notifies only listeners whose paths changed: at, above and below', () => {
    const store = createStore({ state: { a: { b: 1 }, c: 2 }, data: {} });
    const [at, above, below, beside] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    store.subscribe([['state', 'a', 'b']], at);
    store.subscribe([['state']], above);
    store.subscribe([['state', 'a', 'b', 'x']], below);
    store.subscribe([['state', 'c']], beside);
    store.set(['state', 'a', 'b'], { x: 5 });
    expect([at, above, below, beside].map((one) => one.mock.calls.length)).toEqual([1, 1, 1, 0]);
  });

  it('keeps the identity of everything beside the path, and of the whole when nothing changes', () => {
    const store = createStore({ state: { a: { b: 1 }, c: { d: 2 } } });
    const before = store.snapshot();
    store.set(['state', 'a', 'b'], 1);
    expect(store.snapshot()).toBe(before);
    store.set(['state', 'a', 'b'], 3);
    expect(store.get(['state', 'c'])).toBe((before.state as { c: object }).c);
  });

  it('notifies once for a batch, and not for one without an effect', () => {
    const store = createStore({ state: { a: 1 } });
    const listener = vi.fn();
    store.subscribe(
      [
        ['state', 'a'],
        ['state', 'b'],
      ],
      listener,
    );
    store.batch(() => {
      store.set(['state', 'a'], 2);
      store.set(['state', 'b'], 2);
    });
    expect(listener).toHaveBeenCalledTimes(1);
    store.batch(() => {
      store.set(['state', 'a'], 7);
      store.set(['state', 'a'], 2);
    });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('does not notify unsubscribed listeners, even those removed during a notification', () => {
    const store = createStore({ state: {} });
    const second = vi.fn();
    const releases: (() => void)[] = [];
    store.subscribe([['state', 'a']], () => releases.forEach((release) => release()));
    releases.push(store.subscribe([['state', 'a']], second));
    store.set(['state', 'a'], 1);
    expect(second).not.toHaveBeenCalled();
  });

  it('accepts changes from its listeners', () => {
    const store = createStore({ state: { a: 0, b: 0 } });
    store.subscribe([['state', 'a']], () => store.set(['state', 'b'], store.get(['state', 'a'])));
    store.set(['state', 'a'], 4);
    expect(store.get(['state', 'b'])).toBe(4);
  });
});

describe('paths', () => {
  it('never read or write a property of a prototype', () => {
    expect(valueAt({}, ['constructor', 'name'])).toBeUndefined();
    expect(valueAt('text', ['length'])).toBeUndefined();
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      expect(() => writePath({}, [key, 'polluted'], 1)).toThrow(key);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('read the value that was written', () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const tree = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.dictionary(key, tie('node'))),
    })).node;
    fc.assert(
      fc.property(
        fc.dictionary(key, tree),
        fc.array(key, { minLength: 1, maxLength: 4 }),
        tree,
        (value, path, next) => {
          const before = JSON.stringify(value);
          expect(valueAt(writePath(value, path, next), path)).toEqual(next);
          expect(JSON.stringify(value)).toBe(before);
        },
      ),
    );
  });

  it('write into lists at an item or at the end only', () => {
    expect(writePath({ list: [1, 2] }, ['list', '1'], 5)).toEqual({ list: [1, 5] });
    expect(writePath({ list: [1] }, ['list', '1'], 5)).toEqual({ list: [1, 5] });
    expect(() => writePath({ list: [1] }, ['list', '7'], 5)).toThrow('7');
  });
});
