import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { startDemoServer } from '../../../scripts/lib/demo-server.mjs';
import { signInBeside, type Api } from './api.ts';
import { forget, watchChoices, type Choices } from './choices.ts';
import { watchErrors } from './page-errors.ts';
import { signedInBefore } from './sign-in.ts';
import { slowDown } from './slow-processor.ts';

interface WorkerFixtures {
  /** Address of a real built server with the demo tenants, one for each worker. */
  serverUrl: string;
  /** The administrator's calls, outside of the browser. */
  admin: Api;
  /** A session of a person, which the journeys of a worker share as long as it lasts. */
  sessionOf: (login: string) => Promise<Api>;
}

interface Fixtures {
  /** Login of the person signed in when the test begins; null for none. Set with `test.use({ login: 'leitor' })`. */
  login: string | null;
  /** Choices of persons in the test, which are taken back after it. */
  choices: Choices;
  /** Patterns of errors that the test causes on purpose. */
  expectedErrors: RegExp[];
  /** Opens a page in a browser of its own with another person signed in; null for none. */
  openAs: (login: string | null, settings?: { timezoneId?: string }) => Promise<Page>;
}

/**
 * The base of every journey: a page on a real server, with `login` signed in. Errors on the console, uncaught exceptions,
 * violations of the content security policy and requests to other hosts fail the test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serverUrl: [
    // Playwright reads the names of fixtures from the destructuring: none here.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startDemoServer();
      await use(server.url);
      await server.stop();
    },
    // Ample for a busy machine, where this worker waits for the samples that the other one makes.
    { scope: 'worker', timeout: 600_000 },
  ],
  admin: [
    async ({ serverUrl }, use) => use(await signInBeside(serverUrl, 'admin')),
    { scope: 'worker', timeout: 60_000 },
  ],
  sessionOf: [
    async ({ serverUrl }, use) => {
      const sessions = new Map<string, Api>();
      await use(async (login) => {
        const shared = sessions.get(login);
        // A journey may have ended it, by signing out or by changing the person.
        if (shared && (await shared.call('GET', '/adm/v2/sec/me')).status === 200) return shared;
        const session = await signInBeside(serverUrl, login);
        sessions.set(login, session);
        return session;
      });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ serverUrl }, use) => use(serverUrl),
  login: ['admin', { option: true }],
  expectedErrors: [[], { option: true }],
  // The first of a context's fixtures, so that it ends when no page is left.
  // oxlint-disable-next-line no-empty-pattern
  choices: async ({}, use) => {
    const choices: Choices = new Map();
    await use(choices);
    await forget(choices);
  },
  storageState: async ({ serverUrl, sessionOf, login }, use) => {
    await use(login === null ? undefined : signedInBefore(serverUrl, await sessionOf(login), login));
  },
  context: async ({ choices, context, expectedErrors }, use) => {
    const errors = watchErrors(context);
    watchChoices(context, choices);
    slowDown(context);
    await use(context);
    expectNone(errors, expectedErrors);
  },
  page: async ({ page }, use) => {
    await use(page);
    // An answer that a test still waits for is nobody's when the test has ended.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  openAs: async ({ choices, browser, serverUrl, sessionOf, expectedErrors }, use) => {
    const opened: { context: BrowserContext; errors: string[] }[] = [];
    await use(async (login, settings = {}) => {
      // A new context inherits the test's storage, so this person's storage replaces it.
      const storageState =
        login === null
          ? { cookies: [], origins: [] }
          : signedInBefore(serverUrl, await sessionOf(login), login);
      const context = await browser.newContext({ storageState, ...settings });
      watchChoices(context, choices);
      slowDown(context);
      opened.push({ context, errors: watchErrors(context) });
      return context.newPage();
    });
    for (const { context } of opened) await context.close();
    for (const { errors } of opened) expectNone(errors, expectedErrors);
  },
});

function expectNone(errors: string[], expected: RegExp[]): void {
  expect(errors.filter((error) => !expected.some((one) => one.test(error)))).toEqual([]);
}

export { expect };
