import type { BrowserContext, Page } from '@playwright/test';

/** How many times slower the pages of a journey run: `SLOWED=6 npx playwright test board`. */
const rate = Number(process.env['SLOWED'] ?? 1);

/** Lets the pages of a context run as slowly as on an old computer, when that is asked for. */
export function slowDown(context: BrowserContext): void {
  if (rate > 1) context.on('page', (page) => void throttle(page));
}

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
