import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import type { CDPSession } from 'playwright-core';
import { dirname } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import { leanMonaco } from '../scripts/lib/lean-monaco.mjs';
import { ensureChromium, launchArgs } from '../scripts/lib/chromium.mjs';

const here = import.meta.dirname;

/** Lets a finger touch the story's page, or has it shown as on paper, and ends both again. */
const emulate: BrowserCommand<[{ touch: boolean; print: boolean }]> = async ({ page }, { touch, print }) => {
  // The emulation ends with its session.
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
  await page.emulateMedia({ media: print ? 'print' : null });
};
const sessions = new WeakMap<object, CDPSession>();

/** Runs the stories as tests: each is rendered in Chromium, runs its checks, and is checked by axe. */
export default defineConfig({
  root: dirname(here),
  plugins: [leanMonaco, await storybookTest({ configDir: here })],
  // Optimised before the first story, because a package found during a run reloads the page and aborts the run.
  optimizeDeps: {
    // With "test", Fluent replaces the browser's ResizeObserver by one without effect.
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"development"' } } },
    entries: ['src/{app,client,engine,stories,ui}/**/*.{ts,tsx}', 'widgets/**/*.{ts,tsx}', '!**/*.test.*'],
  },
  test: {
    name: 'storybook',
    testTimeout: 600_000,
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // Stories clean up after themselves, so two pages for all files load the engine only once each.
      isolate: false,
      provider: playwright({
        launchOptions: { executablePath: await ensureChromium(), args: launchArgs },
        contextOptions: { reducedMotion: 'reduce' },
        actionTimeout: 90_000,
      }),
      commands: { emulate },
      instances: [{ browser: 'chromium' }],
    },
  },
});
