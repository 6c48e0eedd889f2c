import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileDocument } from '../language/compile.ts';
import { replaceState } from './definition-replacement.ts';
import { registry, screenDocument, startScreen } from '../testing/fixtures.ts';

const compiled = (more: JsonObject) => compileDocument(screenDocument(more), registry);

describe('the state of a screen with a replaced definition', () => {
  it('keeps changed values, updates unchanged ones and drops removed ones', () => {
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

  it('takes the new initial value when the current one has another type', () => {
    expect(replaceState({ a: 'x' }, { a: 'typed' }, { a: [] })).toEqual({ a: [] });
    expect(replaceState({ a: null }, { a: 'typed' }, { a: null })).toEqual({ a: 'typed' });
  });

  it('is the same object when nothing changes, and never reaches a prototype', () => {
    const mine = { a: { b: 2 } };
    expect(replaceState({ a: { b: 1 } }, mine, { a: { b: 1 } })).toBe(mine);
    const hostile: unknown = JSON.parse('{"__proto__": {"x": 1}, "a": {"constructor": 1, "b": 1}}');
    expect(replaceState({}, mine, hostile)).toEqual({ a: { b: 2 } });
  });

  it('keeps all input for keys that the definition still declares', () => {
    const values = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer());
    fc.assert(
      fc.property(values, values, (start, typed) => {
        const mine = { ...start, ...typed };
        expect(replaceState(start, mine, { ...start, added: 1 })).toEqual({ ...mine, added: 1 });
      }),
    );
  });
});

describe('replacing the definition of an open screen', () => {
  const sources = {
    same: { get: '/same', query: { page: { $expr: 'state.page' } }, rows: 'data' },
    removed: { get: '/removed', rows: 'data' },
    other: { get: '/other', rows: 'data' },
  };
  const dialogs = [
    { id: 'd', type: 'dialog' },
    { id: 'e', type: 'dialog' },
  ];

  it('keeps state, open dialogs and loaded sources, and creates new sources', () => {
    const { screen, host } = startScreen({ state: { page: 1 }, sources, dialogs });
    host.loads.get('/same?page=1')!.answer({ data: [{ a: 1 }] });
    host.loads.get('/removed')!.answer({ data: [] });
    screen.store.set(['state', 'page'], 2);
    host.loads.get('/same?page=2')!.answer({ data: [{ a: 2 }] });
    screen.open('d');
    screen.open('e');
    const rows = screen.source('same').rows;
    const listener = vi.fn();
    screen.observedDefinition.subscribe(listener);
    const next = compiled({
      state: { page: 1, more: 'x' },
      sources: { same: sources.same, other: { ...sources.other, get: '/another' }, fresh: { get: '/fresh' } },
      dialogs: [dialogs[0]!],
      strings: { pt: { t: 'neu' } },
    });
    screen.replaceDefinition(next);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(screen.observedDefinition.get()).toBe(next);
    expect(screen.compiled).toBe(next);
    expect(screen.store.get(['state'])).toEqual({ page: 2, more: 'x' });
    expect(screen.source('same').rows).toBe(rows);
    expect(screen.source('other').status).toBe('loading');
    expect(Object.keys(screen.store.get(['data']) as object).sort()).toEqual(['fresh', 'other', 'same']);
    expect([screen.isOpen('d').get(), screen.isOpen('e').get()]).toEqual([true, false]);
    expect(screen.texts.strings?.pt).toEqual({ t: 'neu' });
    host.loads.get('/another')!.answer({ data: [{ b: 1 }] });
    expect(screen.source('other').rows).toEqual([{ b: 1 }]);
    host.loads.get('/removed')!.answer({ data: [{ a: 1 }] });
    expect(screen.source('removed').status).toBe('idle');
  });

  it('carries the parameters of the new definition in its address', () => {
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

  it('lets running steps continue, and still runs a trigger once at a time', async () => {
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

  it('leaves nodes whose texts left with their definition alone, while their permission is not taken yet', () => {
    const button = { id: 'new', type: 'button', access: { verb: 'create' }, props: { text: '$own.new' } };
    const { screen, host } = startScreen({
      access: { screen: 'people', verb: 'read' },
      body: [button],
      strings: { pt: { 'own.new': 'Novo' } },
    });
    const node = screen.observeNode(screen.compiled.body[0]!);
    const listener = vi.fn(() => void node.get());
    node.subscribe(listener);
    node.get();
    screen.replaceDefinition(compiled({ access: { screen: 'people', verb: 'read' }, body: [] }));
    expect(listener).not.toHaveBeenCalled();
    expect(host.reports).toEqual([]);
  });

  it('updates its permissions', () => {
    const { screen, host } = startScreen({});
    host.allowed = () => false;
    screen.replaceDefinition(compiled({ access: { screen: 'others', verb: 'read' } }));
    expect(screen.store.get(['can', 'update'])).toBe(false);
    expect(screen.can({ verb: 'update' })).toBe(false);
  });
});
