import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import { compileDocument } from './compile.ts';
import { replaceState } from './definition-replacement.ts';
import { registry, screenDocument, startScreen } from './testing/fixtures.ts';

const compiled = (more: JsonObject) => compileDocument(screenDocument(more), registry);

describe('the state of a renewed screen', () => {
  it('keeps what was changed, takes what was not, drops what is gone', () => {
    const base = { page: 1, order: 'name', filters: { active: 'Y', old: 'x' }, list: [1] };
    const mine = {
      page: 3,
      order: 'name',
      filters: { active: 'N', old: 'typed', extra: 1 },
      list: [1],
      form: { changes: 2 },
    };
    const theirs = {
      page: 1,
      order: 'date',
      filters: { active: 'Y', company: null },
      list: { a: 1 },
      more: 1,
    };
    expect(replaceState(base, mine, theirs)).toEqual({
      page: 3,
      order: 'date',
      filters: { active: 'N', company: null, extra: 1 },
      list: { a: 1 },
      more: 1,
      form: { changes: 2 },
    });
  });

  it('takes the new start where the value would no longer fit', () => {
    expect(replaceState({ a: 'x' }, { a: 'typed' }, { a: [] })).toEqual({ a: [] });
    expect(replaceState({ a: null }, { a: 'typed' }, { a: null })).toEqual({ a: 'typed' });
  });

  it('is the same object when nothing becomes different, and never reaches a prototype', () => {
    const mine = { a: { b: 2 } };
    expect(replaceState({ a: { b: 1 } }, mine, { a: { b: 1 } })).toBe(mine);
    const hostile: unknown = JSON.parse('{"__proto__": {"x": 1}, "a": {"constructor": 1, "b": 1}}');
    expect(replaceState({}, mine, hostile)).toEqual({ a: { b: 2 } });
  });

  it('loses nothing of what was typed while the definition keeps its places', () => {
    const values = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer());
    fc.assert(
      fc.property(values, values, (start, typed) => {
        const mine = { ...start, ...typed };
        expect(replaceState(start, mine, { ...start, added: 1 })).toEqual({ ...mine, added: 1 });
      }),
    );
  });
});

describe('a screen that is published anew', () => {
  const sources = {
    kept: { get: '/kept', query: { page: { $expr: 'state.page' } }, rows: 'data' },
    gone: { get: '/gone', rows: 'data' },
    other: { get: '/other', rows: 'data' },
  };
  const dialogs = [
    { id: 'd', type: 'dialog' },
    { id: 'e', type: 'dialog' },
  ];

  it('keeps state, open dialogs and loaded sources, and begins what is new', () => {
    const { screen, host } = startScreen({ state: { page: 1 }, sources, dialogs });
    host.loads.get('/kept?page=1')!.answer({ data: [{ a: 1 }] });
    host.loads.get('/gone')!.answer({ data: [] });
    screen.store.set(['state', 'page'], 2);
    host.loads.get('/kept?page=2')!.answer({ data: [{ a: 2 }] });
    screen.open('d');
    screen.open('e');
    const rows = screen.source('kept').rows;
    const told = vi.fn();
    screen.observedDefinition.subscribe(told);
    const next = compiled({
      state: { page: 1, more: 'x' },
      sources: { kept: sources.kept, other: { ...sources.other, get: '/another' }, fresh: { get: '/fresh' } },
      dialogs: [dialogs[0]!],
      strings: { pt: { t: 'neu' } },
    });
    screen.replaceDefinition(next);
    expect(told).toHaveBeenCalledTimes(1);
    expect(screen.observedDefinition.get()).toBe(next);
    expect(screen.compiled).toBe(next);
    expect(screen.store.get(['state'])).toEqual({ page: 2, more: 'x' });
    expect(screen.source('kept').rows).toBe(rows);
    expect(screen.source('other').status).toBe('loading');
    expect(Object.keys(screen.store.get(['data']) as object).sort()).toEqual(['fresh', 'kept', 'other']);
    expect([screen.isOpen('d').get(), screen.isOpen('e').get()]).toEqual([true, false]);
    expect(screen.texts.strings?.pt).toEqual({ t: 'neu' });
    host.loads.get('/another')!.answer({ data: [{ b: 1 }] });
    expect(screen.source('other').rows).toEqual([{ b: 1 }]);
    host.loads.get('/gone')!.answer({ data: [{ late: 1 }] });
    expect(screen.source('gone').status).toBe('idle');
  });

  it('carries in its address what the new definition names', () => {
    const { screen } = startScreen({ state: { page: 1, order: 'a' }, query: { page: 'state.page' } });
    screen.store.set(['state', 'page'], 4);
    screen.store.set(['state', 'order'], 'b');
    screen.replaceDefinition(compiled({ state: { page: 1, order: 'a' }, query: { order: 'state.order' } }));
    expect(screen.query.get()).toEqual({ order: 'b' });
    const listener = vi.fn();
    screen.query.subscribe(listener);
    screen.visit({ order: 'c' });
    expect(listener).toHaveBeenCalled();
    expect(screen.store.get(['state'])).toEqual({ page: 4, order: 'c' });
  });

  it('goes on with what was running, still not to be started twice', async () => {
    const { screen, host } = startScreen({});
    let release: (value: unknown) => void = () => undefined;
    host.onRun = () => new Promise((resolve) => (release = resolve));
    const trigger = { node: 'b', event: 'press' };
    const first = screen.run(trigger, [{ request: { post: '/x' } }, { navigate: '/done' }]);
    await vi.waitFor(() => expect(host.runs).toHaveLength(1), { timeout: 60_000 });
    screen.replaceDefinition(compiled({ title: 'New' }));
    expect(await screen.run(trigger, [])).toEqual({ status: 'busy' });
    expect(screen.busy(trigger).get()).toBe(true);
    release({});
    expect((await first).status).toBe('done');
    expect(host.visited).toEqual(['/done']);
  });

  it('shows what its permissions are by now', () => {
    const { screen, host } = startScreen({});
    host.allowed = () => false;
    screen.replaceDefinition(compiled({ access: { screen: 'others', verb: 'read' } }));
    expect(screen.store.get(['can', 'update'])).toBe(false);
    expect(screen.can({ verb: 'update' })).toBe(false);
  });
});
