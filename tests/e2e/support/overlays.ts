import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** One kind of overlay: a line of a list below is all that a new one needs. */
export interface Overlay {
  name: string;
  opener(page: Page): Locator;
  surface(page: Page): Locator;
  /** The key that opens it at its opener. */
  key?: string;
  /** Preparation that the opener needs before it is there. */
  before?(page: Page): Promise<void>;
  /** Where the focus is afterwards, where not at the opener. */
  back?(page: Page): Locator;
}

/** Opens the overlay, leaves it with Escape, and expects it closed and the focus where it came from. */
export async function tryOut(
  page: Page,
  overlay: Overlay,
  open: (opener: Locator) => Promise<void>,
): Promise<void> {
  const { name, opener, surface, before, back = opener } = overlay;
  await before?.(page);
  const isList = (await opener(page).getAttribute('role')) === 'combobox';
  await open(opener(page));
  await expect(surface(page), `${name} opens`).toBeVisible();
  // The focus goes into it; only lists leave it where it is typed.
  const takesFocus = () =>
    surface(page).evaluate(
      (one) => !one.matches('[role=dialog], [role=menu]') || one.contains(document.activeElement),
    );
  if (!isList) await expect.poll(takesFocus, `the focus goes into ${name}`).toBe(true);
  await page.keyboard.press('Escape');
  await expect(surface(page), `${name} closes with Escape`).toBeHidden();
  await expect(back(page), `the focus is back after ${name}`).toBeFocused();
}

/** Tries out each overlay with the mouse and with the keyboard. */
export async function tryOutAll(page: Page, overlays: readonly Overlay[]): Promise<void> {
  for (const overlay of overlays) {
    await test.step(`${overlay.name} by mouse`, () => tryOut(page, overlay, (opener) => opener.click()));
    await test.step(`${overlay.name} by keyboard`, () =>
      tryOut(page, overlay, async (opener) => {
        await opener.focus();
        await page.keyboard.press(overlay.key ?? 'Enter');
      }));
  }
}
