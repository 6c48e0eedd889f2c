import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { dirname } from 'node:path';
import { defineConfig } from 'vitest/config';
import { leanMonaco } from '../scripts/lib/lean-monaco.mjs';
import { ensureChromium, launchArgs } from '../scripts/lib/chromium.mjs';

const here = import.meta.dirname;

/** The stories as tests: each is drawn in Chromium, plays its checks, and is looked at by axe. */
export default defineConfig({
  root: dirname(here),
  plugins: [leanMonaco, await storybookTest({ configDir: here })],
  // Found before the first story: a package met on the way has the page loaded anew, and the run with it.
  optimizeDeps: {
    // Where it is "test", Fluent puts a deaf one in the place of the browser's ResizeObserver.
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"development"' } } },
    entries: ['src/{app,client,engine,stories,ui}/**/*.{ts,tsx}', 'widgets/**/*.{ts,tsx}', '!**/*.test.*'],
  },
  test: {
    name: 'storybook',
    testTimeout: 60_000,
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // Stories leave nothing behind: two pages for all files load the engine once each.
      isolate: false,
      provider: playwright({
        launchOptions: { executablePath: await ensureChromium(), args: launchArgs },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
