import { describe, expect, it, vi } from 'vitest';
import type { WidgetSpec } from './contract.ts';
import { createLazyRegistry, createRegistry, loadSpecs } from './registry.ts';

const spec = (type: string, version = 1): WidgetSpec => ({
  type,
  version,
  title: '$t',
  description: '$d',
  icon: 'document',
  group: 'content',
  size: { w: 1, h: 1 },
  propsSchema: {},
  defaults: {},
  data: 'nothing',
  load: async () => ({ default: type }),
});

const entry = (type: string) => ({ type, load: vi.fn(async () => ({ default: spec(type) })) });

describe('a registry that loads what is asked for', () => {
  it('should load only the widgets that a document has, each once', async () => {
    const [a, b, c] = [entry('a'), entry('b'), entry('c')];
    const registry = createLazyRegistry([a, b, c]);
    expect(registry.types).toEqual(['a', 'b', 'c']);
    const { revision } = registry;
    await Promise.all([registry.prepare(['a', 'b', 'a', 'nobody']), registry.prepare(['b'])]);
    expect(registry.prepare(['a', 'b'])).toBeNull();
    expect([a, b, c].map(({ load }) => load.mock.calls.length)).toEqual([1, 1, 0]);
    expect(registry.loaded('a')?.type).toBe('a');
    expect(registry.loaded('c')).toBeUndefined();
    expect(registry.get('nobody')).toBeUndefined();
    expect(registry.revision).toBe(revision);
  });

  it('should let a stand-in wait for a widget that fails, and tell when it is there', async () => {
    const broken = entry('broken');
    broken.load.mockRejectedValueOnce(new Error('offline'));
    const registry = createLazyRegistry([broken]);
    const told = vi.fn();
    registry.subscribe(told);
    await registry.prepare(['broken']);
    const before = registry.revision;
    const placeholder = registry.get('broken')!;
    expect(registry.loaded('broken')).toBeUndefined();
    expect(registry.get('broken')).toBe(placeholder);
    const drawn = vi.fn();
    void placeholder.load().then(drawn);
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
    expect(registry.get('broken')?.title).toBe('$t');
    expect(registry.revision).not.toBe(before);
    expect(drawn).not.toHaveBeenCalled();
  });

  it('should tell the one who asks of a stand-in that it still fails', async () => {
    const registry = createLazyRegistry([
      { type: 'gone', load: async () => Promise.reject(new Error('offline')) },
    ]);
    await registry.prepare(['gone']);
    await expect(registry.get('gone')!.load()).rejects.toThrow('offline');
  });
});

describe('a list of widgets', () => {
  it('should be refused when it names one twice, or by another type than its own', async () => {
    expect(() => createLazyRegistry([entry('a'), entry('a')])).toThrow('"a"');
    expect(() => createRegistry([spec('a'), spec('a')])).toThrow('"a"');
    expect(() => createRegistry([spec('a', 1.5)])).toThrow('"a"');
    const wrong = { type: 'a', load: async () => ({ default: spec('b') }) };
    await expect(loadSpecs([entry('c'), wrong])).rejects.toThrow('"a" has the type "b"');
  });
});
