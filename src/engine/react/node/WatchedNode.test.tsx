// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../core/testing/live.ts';
import { createFakeHost } from '../testing/host.ts';
import { renderScreen, screenOf } from '../testing/render.tsx';

/** The browser's observer, where the test says which elements are in view. */
class FakeIntersectionObserver {
  static readonly all = new Set<FakeIntersectionObserver>();
  static isInView: (element: Element) => boolean = () => true;
  private readonly seen = new Map<Element, boolean | null>();

  constructor(private readonly callback: (entries: Partial<IntersectionObserverEntry>[]) => void) {
    FakeIntersectionObserver.all.add(this);
  }
  observe(target: Element): void {
    this.seen.set(target, null);
  }
  unobserve(target: Element): void {
    this.seen.delete(target);
  }
  disconnect(): void {
    FakeIntersectionObserver.all.delete(this);
    this.seen.clear();
  }
  report(): void {
    const changed = [...this.seen].flatMap(([target, before]) => {
      const isIntersecting = target.isConnected && FakeIntersectionObserver.isInView(target);
      this.seen.set(target, isIntersecting);
      return isIntersecting === before ? [] : [{ target, isIntersecting }];
    });
    if (changed.length > 0) this.callback(changed);
  }
}

/** Scrolls so that these elements are in view. */
async function scrollTo(isInView: (element: Element) => boolean): Promise<void> {
  FakeIntersectionObserver.isInView = isInView;
  await act(async () => FakeIntersectionObserver.all.forEach((one) => one.report()));
}

const shows = (text: string) => (element: Element) => element.textContent?.includes(text) === true;
const nothing = () => false;

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
  FakeIntersectionObserver.isInView = () => true;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const text = (id: string, $expr: string, more = {}) => ({
  id,
  type: 'text',
  props: { text: { $expr } },
  ...more,
});

async function open(body: object[]) {
  const clock = createFakeClock('2026-11-21T12:00:00Z');
  let total = 0;
  const host = createFakeHost({ answer: () => ({ data: { rows: [], total: (total += 1) } }) });
  host.now = clock.now;
  host.after = clock.after;
  const sources = {
    people: { get: '/people', rows: 'data.rows', total: 'data.total', every: 10 },
    twice: { value: { $expr: 'data.people.total * 2' } },
  };
  renderScreen(screenOf(body as never, { sources, state: { open: true } }), { host });
  await screen.findByText('first');
  await vi.waitFor(() => expect(clock.waiting()).toBe(1));
  const advance = (seconds: number) => act(() => clock.advance(seconds * 1_000));
  return { host, clock, advance, loads: () => host.loads.length };
}

describe('a source with `every`', () => {
  const one = text('one', "'people: ' & $string(data.people.total)");
  const first = text('first', "'first'");

  it('should not be loaded while its node is out of view, and at once when it is seen late', async () => {
    const { clock, advance, loads } = await open([first, one]);
    await screen.findByText('people: 1');
    await advance(10);
    expect(loads()).toBe(2);
    await scrollTo(shows('first'));
    expect(clock.waiting()).toBe(0);
    await advance(60);
    expect(loads()).toBe(2);
    await scrollTo(() => true);
    await advance(0);
    expect(loads()).toBe(3);
    // Seen again before its time has passed.
    await scrollTo(nothing);
    await advance(4);
    await scrollTo(() => true);
    await advance(5);
    expect(loads()).toBe(3);
    await advance(1);
    expect(loads()).toBe(4);
  });

  it('should be loaded while any of its readers is in view, also one of a computed source', async () => {
    const { advance, loads } = await open([
      first,
      one,
      text('other', "'twice: ' & $string(data.twice.value)"),
    ]);
    await screen.findByText('twice: 2');
    await scrollTo(shows('twice'));
    await advance(10);
    expect(loads()).toBe(2);
    await scrollTo(shows('first'));
    await advance(60);
    expect(loads()).toBe(2);
  });

  it('should be loaded for a node that appears only with its data', async () => {
    const { advance, loads } = await open([
      first,
      {
        id: 'many',
        type: 'text',
        visible: { $expr: 'data.people.total > 1' },
        props: { text: 'many people' },
      },
    ]);
    await advance(10);
    expect(loads()).toBe(2);
    expect(await screen.findByText('many people')).toBeTruthy();
    await scrollTo(shows('first'));
    await advance(60);
    expect(loads()).toBe(2);
  });

  it('should wait for the page as well', async () => {
    const { host, advance, loads } = await open([first, one]);
    await scrollTo(nothing);
    const presence = host.presence as unknown as { set(present: boolean): void };
    presence.set(false);
    await scrollTo(() => true);
    await advance(60);
    expect(loads()).toBe(1);
    presence.set(true);
    await advance(0);
    expect(loads()).toBe(2);
  });
});

it('adds no element to a node whose sources are loaded once', async () => {
  const sources = { people: { get: '/people', total: 'data.total' } };
  renderScreen(screenOf([text('one', "'people: ' & $string(data.people.total)")], { sources }), {
    answer: () => ({ data: { total: 7 } }),
  });
  expect((await screen.findByText('people: 7')).closest('[style*="contents"]')).toBeNull();
});
