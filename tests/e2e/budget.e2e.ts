import type { Page } from '@playwright/test';
import { filesLoaded } from '../../scripts/lib/files-loaded.mjs';
import type { DefinitionReply } from '../../src/contracts/definitions.ts';
import type { Success } from '../../src/contracts/errors.ts';
import type { JsonObject } from '../../src/contracts/json.ts';
import { weigh } from '../bench/lib/weight.mjs';
import { signInButton } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/**
 * The budgets of the scripts of first visits: their bytes, gzipped, and the requests for them. A page may pass its budget by the
 * slack. A budget is raised with a line in docs/performance.md that says why ("Bytes of a first visit"), and
 * lowered where room was won.
 */
const budgets = {
  login: { bytes: 146_000, requests: 9 },
  users: { bytes: 276_000, requests: 12 },
  /** Code that keeps a page fresh comes once it is there: the connection, the reader of its events, and the bell. */
  freshness: { bytes: 5_180, requests: 4 },
};
const slack = 1.03;
const keepsFresh = /\/(link|live-source|WatchedNode|Bell)-/;

test('a first visit to the sign-in page stays within its budget of script', async ({ openAs }) => {
  const page = await openAs(null);
  await expectScripts(page, ['login'], async () => {
    await page.goto('/login');
    await expect(signInButton(page)).toBeVisible();
  });
});

test('a first visit to a list stays within its budget of script, and a form loads the code of structured values only when it has one', async ({
  page,
}) => {
  await expectScripts(page, ['users', 'freshness'], async () => {
    await page.goto('/admin-user');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
  });

  const text: JsonObject = { type: 'string', title: 'Nome' };
  const list: JsonObject = { type: 'array', items: { type: 'object', properties: { name: text } } };
  const weight = weigh(page);
  await openForm(page, { name: text });
  await expect(page.getByRole('textbox', { name: 'Nome' })).toBeVisible();
  expect(await scriptsWith(page, weight, 'rjsf-array-item')).toEqual([]);
  await openForm(page, { list }, { list: [{ name: 'Ana' }] });
  await expect(page.getByRole('textbox', { name: 'Nome' })).toHaveValue('Ana');
  expect(await scriptsWith(page, weight, 'rjsf-array-item')).toHaveLength(1);
});

/** Opens a page whose only form has these properties, instead of the stored definition. */
async function openForm(page: Page, properties: JsonObject, value: JsonObject = {}): Promise<void> {
  const document = {
    kind: 'form',
    formatVersion: 2,
    id: 'budget-form',
    schema: { type: 'object', properties },
    ui: { sections: [{ id: 'main', fields: Object.keys(properties) }] },
  };
  const form = { id: 'budgetForm', type: 'form', props: { document, value } };
  // A reply of the page before may be on its way: it is waited for, else it would be answered twice.
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/adm/v2/def/screen?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as Success<DefinitionReply>;
    reply.data.definition = { ...(reply.data.definition as object), body: [form], dialogs: [] };
    reply.data.faults = [];
    await route.fulfill({ response, json: reply });
  });
  await page.goto('/admin-user');
  await filesLoaded(page);
}

/** The loaded scripts that hold a text. */
async function scriptsWith(page: Page, weight: ReturnType<typeof weigh>, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of weight.scripts()) {
    if ((await (await page.request.get(name)).text()).includes(text)) found.push(name);
  }
  return found;
}

/** Expects a visit to load scripts by the figures of these parts: of the page, and of what keeps it fresh. */
async function expectScripts(
  page: Page,
  parts: (keyof typeof budgets)[],
  visit: () => Promise<void>,
): Promise<void> {
  const weight = weigh(page);
  await visit();
  await filesLoaded(page);
  // The definition editor and the pattern engine load only for the screens that need them.
  expect(weight.scripts().filter(({ name }) => /editor|monaco|pattern-engine/i.test(name))).toEqual([]);
  for (const part of parts) {
    const scripts = weight.scripts().filter(({ name }) => keepsFresh.test(name) === (part === 'freshness'));
    const now = { bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0), requests: scripts.length };
    const list = scripts.map(({ name, bytes }) => `${name} ${bytes}`).join('\n');
    for (const unit of ['bytes', 'requests'] as const) {
      const figure = budgets[part][unit];
      expect(now[unit], `${unit} of ${part} pass the figure and its slack:\n${list}`).toBeLessThanOrEqual(
        figure * slack,
      );
      expect(now[unit], `${part} won room: lower its figure of ${unit}`).toBeGreaterThanOrEqual(
        figure / slack,
      );
    }
  }
}
