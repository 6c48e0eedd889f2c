import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import type * as browser from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import { forgetAll, ProductPage, startProduct } from './Product.tsx';
import type { Product, ProductOptions } from './Product.tsx';

declare module 'vitest/internal/browser' {
  interface BrowserCommands {
    /** .storybook/vitest.config.ts */
    emulate(media: { touch: boolean; print: boolean }): Promise<void>;
  }
}

/** Means of a story's steps: locators, real pointer and keyboard, and the product that is shown. */
export interface Steps extends Pick<typeof browser, 'page' | 'userEvent'> {
  product: Product;
  /** Gives the window another size. */
  resize(width: number, height: number): Promise<void>;
  /** Makes the window that of a phone, touched by a finger. */
  bePhone(width?: number, height?: number): Promise<void>;
  /** Stops the timers of the page, which then run when the story says so. */
  clock(): Promise<{ run(milliseconds: number): Promise<void> }>;
  /** Shows the page as on paper. */
  bePaper(): Promise<void>;
}

/** The settings of all stories of the product. */
export const productStories = {
  tags: ['!autodocs'],
  beforeEach: () => forgetAll,
} satisfies Meta;

/**
 * A story of the whole product over a server in memory: what its shell and its screens do in a real browser, without a server.
 * Its steps need a real pointer and windows of several sizes, so they run in tests only.
 */
export function productStory(
  { viewport, ...options }: ProductOptions & { viewport?: 'laptop' },
  steps: (browser: Steps) => Promise<void>,
): StoryObj {
  return {
    ...(viewport && { globals: { viewport: { value: viewport, isRotated: false } } }),
    // The axe of each page is in the journeys. As in the built product, effects run once.
    parameters: { a11y: { test: 'off' }, react: { rootOptions: { unstable_strictMode: false } } },
    loaders: [async () => ({ product: await startProduct(options) })],
    render: (_, { loaded }) => <ProductPage product={loaded.product as Product} />,
    async play({ loaded }) {
      if (!('__vitest_browser__' in globalThis)) return;
      const { page, userEvent, commands } = await import('vitest/browser');
      const resize = async (width: number, height: number) => {
        await page.viewport(width, height);
        await frames();
      };
      const bePhone = async (width = 390, height = 844) => {
        emulates = true;
        await commands.emulate({ touch: true, print: false });
        await resize(width, height);
      };
      const bePaper = async () => {
        emulates = true;
        await commands.emulate({ touch: false, print: true });
        await frames();
      };
      const clock = async () => {
        const { vi } = await import('vitest');
        // Intervals go on: the steps wait with them.
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        return {
          async run(milliseconds: number) {
            await vi.advanceTimersByTimeAsync(milliseconds);
            await frames();
          },
        };
      };
      let emulates = false;
      if (!viewport) await resize(1440, 900);
      try {
        await steps({ page, userEvent, product: loaded.product as Product, resize, bePhone, bePaper, clock });
      } finally {
        (await import('vitest')).vi.useRealTimers();
        if (emulates) await commands.emulate({ touch: false, print: false });
      }
    },
  };
}

/** Waits for two frames: what reacts to sizes does so in the frame after the layout. */
export async function frames(): Promise<void> {
  for (let waited = 0; waited < 2; waited += 1) await new Promise(requestAnimationFrame);
}

/** The timer of the browser, also while a story has stopped the page's. */
const { setTimeout: later } = globalThis;
/** Long enough for a busy machine; it only ends a check that hangs. Milliseconds. */
const patience = 50_000;
/** Milliseconds between two attempts. */
const pause = 50;

/** Repeats a check until it holds. */
export async function until<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  for (const end = performance.now() + patience; ;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => later(resolve, pause));
  }
}

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;

/** Waits until one element is there and visible. */
export async function shown(locator: Locator): Promise<HTMLElement> {
  return until(() => {
    const [element, ...more] = locator.elements();
    expect([locator.selector, element !== undefined && isShown(element), more]).toEqual([
      locator.selector,
      true,
      [],
    ]);
    return element as HTMLElement;
  });
}

/** Waits until an element is not there. */
export async function gone(locator: Locator): Promise<void> {
  await until(() => expect(locator.elements().filter(isShown)).toEqual([]));
}

/** Where an element stands once it has come in. */
export async function placeOf(locator: Locator | Element): Promise<DOMRect> {
  const element = locator instanceof Element ? locator : await shown(locator);
  await frames();
  const moving = document
    .getAnimations()
    .filter(
      ({ effect, timeline }) =>
        timeline === document.timeline &&
        effect?.getComputedTiming().endTime !== Infinity &&
        effect instanceof KeyframeEffect &&
        effect.target?.contains(element),
    );
  await Promise.allSettled(moving.map(({ finished }) => finished));
  return element.getBoundingClientRect();
}

/** The part of an element that is in view, 0 to 1: not clipped by the window or by what scrolls. */
export async function ratioInView(locator: Locator | Element): Promise<number> {
  const element = locator instanceof Element ? locator : locator.query();
  if (!element) return 0;
  return new Promise((resolve) => {
    new IntersectionObserver(([entry], observer) => {
      observer.disconnect();
      resolve(entry?.intersectionRatio ?? 0);
    }).observe(element);
  });
}

/** Waits until the whole element is in view. */
export async function wholeInView(locator: Locator): Promise<void> {
  await shown(locator);
  await until(async () => expect(await ratioInView(locator)).toBeGreaterThan(0.99));
}

/** Waits until something of an element is in view. */
export async function inView(locator: Locator): Promise<void> {
  await shown(locator);
  await until(async () => expect(await ratioInView(locator)).toBeGreaterThan(0));
}

/** Waits until nothing of an element is in view. */
export async function outOfView(locator: Locator): Promise<void> {
  await until(async () => expect(await ratioInView(locator)).toBe(0));
}

/** Pixels that an element could be scrolled by, sideways and down. */
export function hiddenIn(selector: string): { x: number; y: number } {
  const box = document.querySelector(selector)!;
  return { x: box.scrollWidth - box.clientWidth, y: box.scrollHeight - box.clientHeight };
}

/** A promise, and what resolves it. */
export function held() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { released, release: () => release() };
}

/** Whether the page can be scrolled sideways. */
export const scrollsSideways = (): boolean =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth;
