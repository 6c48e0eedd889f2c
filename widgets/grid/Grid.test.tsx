// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { counters, resetCounters } from '../../src/engine/core/index.ts';
import { createFakeHost } from '../../src/engine/react/testing/host.ts';
import { leaveStrictMode, renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

let width = 1200;
let bringIntoView: ((element: Element) => void) | null = null;
let measured: string[] = [];

beforeEach(() => {
  width = 1200;
  measured = [];
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const row = Number(/^\d+/.exec(this.style.gridRowStart || this.style.gridRow)?.[0] ?? 1);
    measured.push(this.dataset['tile'] ?? `#${this.id}`);
    return new DOMRect(0, (row - 1) * 62, width, 50);
  });
});
afterEach(() => {
  cleanup();
  bringIntoView = null;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Replaces the browser's observer: elements come into view only by `bringIntoView`. */
function stubObserver(): void {
  type Entry = Pick<IntersectionObserverEntry, 'isIntersecting' | 'target' | 'boundingClientRect'>;
  const observed = new Map<Element, () => void>();
  bringIntoView = (element) => act(() => observed.get(element)?.());
  class Observer {
    readonly #notify: (entries: Entry[]) => void;
    constructor(notify: (entries: Entry[]) => void) {
      this.#notify = notify;
    }
    observe(target: Element) {
      const boundingClientRect = new DOMRect(0, 900, width, 50);
      observed.set(target, () => this.#notify([{ isIntersecting: true, target, boundingClientRect }]));
    }
    unobserve(target: Element) {
      observed.delete(target);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
}

const tile = (id: string, x: number, y: number, more: object = {}) => ({
  id,
  type: 'text',
  props: { text: `texto ${id}` },
  at: { x, y, w: 6, h: 2, ...more },
});
const grid = (...children: object[]) => ({ id: 'grid', type: 'grid', children });
const placed = () =>
  [...document.querySelectorAll<HTMLElement>('[data-tile]')].map(
    (element) => `${element.dataset['tile']} ${element.style.gridColumn} ${element.style.gridRow}`,
  );

describe('grid', () => {
  it('should render each child at its position, in reading order', async () => {
    renderScreen(screenOf([grid(tile('b', 6, 0), tile('c', 0, 2), tile('a', 0, 0))]));
    await screen.findByText('texto c');
    expect(placed()).toEqual([
      'a 1 / span 6 1 / span 2',
      'b 7 / span 6 1 / span 2',
      'c 1 / span 6 3 / span 2',
    ]);
    expect(document.querySelector('#grid')?.textContent).toBe('texto atexto btexto c');
  });

  it('should place the instances of a repeated child one after the other, and close the rows of those hidden', async () => {
    const lane = {
      id: 'lane',
      type: 'text',
      at: { x: 0, y: 0, w: 6, h: 2 },
      repeat: { each: { $expr: 'state.lanes' }, as: 'lane', key: 'id' },
      visible: { $expr: 'lane.id != state.hidden' },
      props: { text: { $expr: "'Raia ' & lane.id" } },
    };
    const button = (id: string, press: object[]) => ({
      id,
      type: 'button',
      props: { text: id },
      on: { press },
    });
    const lanes = ['a', 'b', 'c'].map((id) => ({ id }));
    renderScreen(
      screenOf(
        [
          grid(lane, tile('below', 0, 2)),
          button('hide', [{ set: { 'state.hidden': 'a' } }]),
          button('none', [{ set: { 'state.lanes': [] } }]),
        ],
        { state: { lanes, hidden: '' } },
      ),
    );
    await screen.findByText('Raia c');
    expect(placed()).toEqual([
      'lane-a 1 / span 6 1 / span 2',
      'lane-b 7 / span 6 1 / span 2',
      'lane-c 1 / span 6 3 / span 2',
      'below 1 / span 6 5 / span 2',
    ]);
    const kept = screen.getByText('Raia b');
    const hide = await screen.findByText('hide');
    act(() => hide.click());
    await waitFor(() =>
      expect(placed()).toEqual([
        'lane-b 1 / span 6 1 / span 2',
        'lane-c 7 / span 6 1 / span 2',
        'below 1 / span 6 3 / span 2',
      ]),
    );
    expect(screen.getByText('Raia b')).toBe(kept);
    const none = await screen.findByText('none');
    act(() => none.click());
    await waitFor(() => expect(placed()).toEqual(['below 1 / span 6 1 / span 2']));
  });

  it('should tell that a repeated child has too many instances, in its place', async () => {
    const many = Array.from({ length: 1_001 }, (_, id) => ({ id }));
    const each = { id: 'lane', type: 'text', props: { text: 'x' }, at: { x: 0, y: 0, w: 6, h: 2 } };
    renderScreen(
      screenOf([grid({ ...each, repeat: { each: { $expr: 'state.many' }, as: 'lane' } }, tile('b', 6, 0))], {
        state: { many },
      }),
    );
    await screen.findByText('texto b');
    expect(placed()).toEqual(['lane 1 / span 6 1 / span 2', 'b 7 / span 6 1 / span 2']);
    await waitFor(() =>
      expect(document.querySelector('[data-tile="lane"]')?.textContent).toContain('code: REPEAT'),
    );
  });

  it('should be one column where it is narrow, whatever the width of the window', async () => {
    width = 700;
    renderScreen(
      screenOf([grid(tile('b', 6, 0), tile('a', 0, 0), tile('c', 0, 2, { small: { hidden: true } }))]),
    );
    await screen.findByText('texto b');
    expect(placed()).toEqual(['a 1 / span 12 1 / span 2', 'b 1 / span 12 3 / span 2']);
  });

  it('should be as high as its content where it is narrow, except for children with a height of their own there', async () => {
    width = 700;
    const body = [grid(tile('a', 0, 0), tile('b', 6, 0, { small: { h: 3 } }))];
    renderScreen(screenOf(body));
    await screen.findByText('texto b');
    const heights = () =>
      [...document.querySelectorAll<HTMLElement>('[data-tile]')].map(({ style }) => style.maxHeight);
    expect(heights()).toEqual(['', '174px']);
    cleanup();
    width = 1200;
    renderScreen(screenOf(body));
    await screen.findByText('texto b');
    expect(heights()).toEqual(['112px', '112px']);
  });

  it('should remove the row of a hidden child, and add it again', async () => {
    renderScreen(
      screenOf(
        [
          grid({ ...tile('a', 0, 0), visible: { $expr: 'state.a' } }, tile('b', 0, 2)),
          {
            id: 'show',
            type: 'button',
            props: { text: 'Mostrar' },
            on: { press: [{ set: { 'state.a': true } }] },
          },
        ],
        { state: { a: false } },
      ),
    );
    await screen.findByText('texto b');
    expect(placed()).toEqual(['b 1 / span 6 1 / span 2']);
    (await screen.findByRole('button')).click();
    await screen.findByText('texto a');
    expect(placed()).toEqual(['a 1 / span 6 1 / span 2', 'b 1 / span 6 3 / span 2']);
  });

  it('should mount a tile shortly before it is in view, and all of them for print and search', async () => {
    stubObserver();
    const many = Array.from({ length: 96 }, (_, index) =>
      tile(`n${index}`, (index % 2) * 6, (index >> 1) * 2),
    );
    const { unmount } = renderScreen(screenOf([grid(...many)]));
    await screen.findByText('texto n0');
    const made = () => screen.queryAllByText(/^texto/).length;
    // Two in each two rows of 124 px, down to 600 px below a window of 768.
    expect(made()).toBe(24);
    expect(placed()).toHaveLength(96);
    bringIntoView?.(document.querySelector('[data-tile="n40"]')!);
    expect(await screen.findByText('texto n40')).toBeTruthy();
    expect(made()).toBe(25);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(made()).toBe(96);
    unmount();
    renderScreen(screenOf([grid(...many)]));
    await screen.findByText('texto n0');
    expect(made()).toBe(24);
    act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true })));
    expect(made()).toBe(96);
  });

  it('should tell what fills a tile its size, so that it renders once and is not measured', async () => {
    leaveStrictMode();
    stubObserver();
    const figure = (id: string, y: number) => ({
      id,
      type: 'stat',
      props: { label: id, value: 7 },
      at: { x: 0, y, w: 12, h: 2 },
    });
    resetCounters();
    renderScreen(screenOf([grid(figure('near', 0), figure('far', 40))]));
    await screen.findByText('near');
    bringIntoView?.(document.querySelector('[data-tile="far"]')!);
    await screen.findByText('far');
    expect([...new Set(measured)].toSorted()).toEqual(['#grid', 'far', 'near']);
    expect(counters.renders).toMatchObject({ near: 1, far: 1 });
    cleanup();
    measured = [];
    // In a box of its own it is narrower than the tile.
    const box = {
      id: 'box',
      type: 'stack',
      at: { x: 0, y: 0, w: 12, h: 2 },
      children: [figure('within', 0)],
    };
    renderScreen(screenOf([grid(box)]));
    await screen.findByText('within');
    expect(measured).toContain('#within');
  });

  it('should show rows that are there already in the first render of their tile', async () => {
    leaveStrictMode();
    const first = vi.spyOn(document, 'createElement');
    resetCounters();
    const host = createFakeHost({ answer: () => ({ data: [{ n: 7 }] }) });
    const load = host.load.bind(host);
    host.load = (address, body) => {
      const ready = { status: 'ready' as const, reply: { data: [{ n: 7 }] }, error: null, refreshing: false };
      return { ...load(address, body), get: () => ready };
    };
    const sources = { seven: { get: '/seven', rows: 'data' } };
    const list = {
      ...tile('seven', 0, 0),
      type: 'stat',
      source: 'seven',
      props: { label: 'Sete', field: 'n' },
    };
    renderScreen(
      {
        kind: 'dashboard',
        formatVersion: 2,
        id: 'dash-9',
        title: 'Quadro',
        access: { screen: 'dash-9', verb: 'read' },
        sources,
        body: [list],
      },
      { host },
    );
    await screen.findByText('Sete');
    expect(counters.renders['seven']).toBe(1);
    // No skeleton comes before it.
    expect(
      first.mock.results.some(({ value }) => (value as HTMLElement).getAttribute('role') === 'status'),
    ).toBe(false);
  });

  it('should render only the widget that has new data', async () => {
    leaveStrictMode();
    const answer = (path: string) => ({ data: { rows: [{ n: path }], totalRows: 1 } });
    const sources = Object.fromEntries(
      ['a', 'b', 'c'].map((id) => [id, { get: `/${id}`, rows: 'data.rows', total: 'data.totalRows' }]),
    );
    const child = (id: string, y: number) => ({
      ...tile(id, 0, y),
      props: { text: { $expr: `data.${id}.rows[0].n & ' ' & state.${id}` } },
    });
    const press = {
      id: 'press',
      type: 'button',
      props: { text: 'x' },
      on: { press: [{ set: { 'state.b': '2' } }] },
    };
    renderScreen(
      screenOf([grid(child('a', 0), child('b', 2), child('c', 4)), press], {
        sources,
        state: { a: '1', b: '1', c: '1' },
      }),
      { answer },
    );
    await screen.findByText('/c 1');
    resetCounters();
    (await screen.findByRole('button')).click();
    await screen.findByText('/b 2');
    expect({ ...counters.renders }).toMatchObject({ b: 1 });
    for (const id of ['a', 'c', 'grid']) expect(Object.keys(counters.renders)).not.toContain(id);
  });
});
