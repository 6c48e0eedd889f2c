import type { Page } from 'playwright-core';

/** Waits until a page has loaded nothing for half a second. */
export function filesLoaded(page: Page): Promise<void>;
