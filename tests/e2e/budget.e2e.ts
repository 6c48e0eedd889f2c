import type { Page } from '@playwright/test';
import { filesLoaded } from '../../scripts/lib/files-loaded.mjs';
import type { DefinitionReply } from '../../src/contracts/definitions.ts';
import type { Success } from '../../src/contracts/errors.ts';
import type { JsonObject } from '../../src/contracts/json.ts';
import { weigh } from '../bench/lib/weight.mjs';
import { signInButton } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Largest size in bytes, gzipped, of the scripts that a first visit loads. */
const budget = { login: 170_000, users: 276_000 };
/** Code that keeps a page fresh comes once it is there, beside its budget: the connection, what reads its events, and the bell. */
const freshness = { names: /\/(link|live-source|WatchedNode|Bell)-/, most: 5_200 };

test('a first visit to the sign-in page stays within its budget of script', async ({ openAs }) => {
  const page = await openAs(null);
  await expectWithin(page, budget.login, async () => {
    await page.goto('/login');
    await expect(signInButton(page)).toBeVisible();
  });
});

test('a first visit to a list stays within its budget of script, and a form loads the code of structured values only when it has one', async ({
  page,
}) => {
  await expectWithin(page, budget.users, async () => {
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

async function expectWithin(page: Page, most: number, visit: () => Promise<void>): Promise<void> {
  const weight = weigh(page);
  await visit();
  await filesLoaded(page);
  // The definition editor and the pattern engine load only for the screens that need them.
  expect(weight.scripts().filter(({ name }) => /editor|monaco|pattern-engine/i.test(name))).toEqual([]);
  const fresh = bytesOf(weight.scripts().filter(({ name }) => freshness.names.test(name)));
  expect(fresh).toBeLessThanOrEqual(freshness.most);
  expect(weight.scriptBytes() - fresh, listing(weight.scripts())).toBeLessThanOrEqual(most);
}

const bytesOf = (scripts: { bytes: number }[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

function listing(scripts: { name: string; bytes: number }[]): string {
  return scripts.map(({ name, bytes }) => `${name} ${bytes}`).join('\n');
}
