import type { Locator, Page } from '@playwright/test';

/** Parts of names of files that a page loads for a time without a connection, when somebody touches it or some time has passed. */
const needed = ['OfflineDetails', 'ConfirmDialog', 'Toaster'];

/** Touches the page, and waits until it has the code that it needs without a connection. */
export async function touch(page: Page, on: Locator): Promise<void> {
  await on.focus();
  await page.waitForFunction((names) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    return names.every((name) => loaded.some((address) => address.includes(`/${name}`)));
  }, needed);
}
