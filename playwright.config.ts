import { defineConfig, devices } from '@playwright/test';
import { findChromium, testArgs } from './scripts/lib/chromium.mjs';

const executablePath = await findChromium();
const launchOptions = { args: testArgs, ...(executablePath && { executablePath }) };

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  // Each worker runs a server with a database of its own, and a browser. On two cores a third one saved no time (784 s in place of 779).
  workers: 2,
  // No journey depends on one before it: `--shuffle` changes their order too, as CI does.
  fullyParallel: true,
  forbidOnly: true,
  // Ample: they end what hangs, and must not judge how busy the machine is.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 90_000,
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Waiting for motion to end took a tenth of the journeys' time.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a third of a journey's time: ask for it with `npx playwright test --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
