import { describe, expect, it, vi } from 'vitest';
import type { WidgetSpec } from '../contract.ts';
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

describe('a registry that loads specs on demand', () => {
  it('should load only the specs of a document’s widgets, each once', async () => {
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

  it('should provide a placeholder for a widget that failed to load, and notify once it is loaded', async () => {
    const broken = entry('broken');
    broken.load.mockRejectedValueOnce(new Error('offline'));
    const registry = createLazyRegistry([broken]);
    const listener = vi.fn();
    registry.subscribe(listener);
    await registry.prepare(['broken']);
    const before = registry.revision;
    const placeholder = registry.get('broken')!;
    expect(registry.loaded('broken')).toBeUndefined();
    expect(registry.get('broken')).toBe(placeholder);
    const rendered = vi.fn();
    void placeholder.load().then(rendered);
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
    expect(registry.get('broken')?.title).toBe('$t');
    expect(registry.revision).not.toBe(before);
    expect(rendered).not.toHaveBeenCalled();
  });

  it('should reject the load of a placeholder whose widget fails again', async () => {
    const registry = createLazyRegistry([
      { type: 'broken', load: async () => Promise.reject(new Error('offline')) },
    ]);
    await registry.prepare(['broken']);
    await expect(registry.get('broken')!.load()).rejects.toThrow('offline');
  });
});

describe('a list of widgets', () => {
  it('should be rejected when it repeats a type or lists a widget under another type', async () => {
    expect(() => createLazyRegistry([entry('a'), entry('a')])).toThrow('"a"');
    expect(() => createRegistry([spec('a'), spec('a')])).toThrow('"a"');
    expect(() => createRegistry([spec('a', 1.5)])).toThrow('"a"');
    const wrong = { type: 'a', load: async () => ({ default: spec('b') }) };
    await expect(loadSpecs([entry('c'), wrong])).rejects.toThrow('"a" has the type "b"');
  });
});
