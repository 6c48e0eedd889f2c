import type { Locator, Page } from '@playwright/test';

/** Lets the page render, then waits for the motion that ends by itself: of all elements, or of one and what it stands in. */
async function motionEnds(page: Page, moving?: Locator): Promise<void> {
  const element = await moving?.elementHandle();
  await page.evaluate(async (one) => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    const ending = document.getAnimations().filter(({ effect, timeline }) => {
      // One that follows the scroll position ends when somebody scrolls.
      if (timeline !== document.timeline || effect?.getComputedTiming().endTime === Infinity) return false;
      return !one || (effect instanceof KeyframeEffect && effect.target?.contains(one));
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }, element);
  await element?.dispose();
}

/** Waits until the page is rendered and nothing changes its colour or place any more. */
export const settled = (page: Page): Promise<void> => motionEnds(page);

/** Where an element stands once it has come in. A surface that comes is smaller while it moves, for a moment with less motion, too. */
export async function placeOf(locator: Locator) {
  await motionEnds(locator.page(), locator);
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${String(locator)} has no place: it is hidden`);
  return box;
}
