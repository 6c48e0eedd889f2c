/**
 * Waits until a page has loaded nothing for half a second. Playwright's "networkidle" waits for ever where a worker's file is
 * loaded, whose end it does not learn.
 *
 * @param {import('playwright-core').Page} page
 */
export async function filesLoaded(page) {
  let before = -1;
  for (;;) {
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').length);
    if (loaded === before) return;
    before = loaded;
    await page.waitForTimeout(500);
  }
}
