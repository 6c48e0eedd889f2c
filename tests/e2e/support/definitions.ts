import type { Locator, Page } from '@playwright/test';
import type { DefinitionReply } from '../../../src/contracts/definitions.ts';
import type { JsonObject } from '../../../src/contracts/json.ts';
import { unique, type Api } from './api.ts';
import { expect } from './test.ts';

/** Address of the list of definitions, and of the editor of the users list. */
export const definitions = '/admin-definition';
export const usersDefinition = '/admin-definition/screen/admin-user';

export const editor = (page: Page): Locator => page.locator('#definitionEditor');
export const preview = (page: Page): Locator => page.getByRole('region', { name: 'Pré-visualização' });
/** The reading routes of the data browser. */
export const routes = (page: Page): Locator =>
  page.getByRole('tree', { name: 'Rotas de leitura' }).getByRole('treeitem');

export const titleLine = (page: Page): Locator =>
  editor(page)
    .locator('.view-line', { hasText: /^\s*"title":\s/ })
    .first();

/** Publishes a small screen, whose editor is there sooner than that of a list of the product; returns the address of its editor. */
export async function publishScreen(admin: Api, title: string): Promise<{ id: string; address: string }> {
  const id = unique();
  const definition = {
    kind: 'screen',
    formatVersion: 2,
    id,
    path: `/${id}`,
    title,
    access: { session: true },
    body: [{ id: 'header', type: 'page-header', props: { title } }],
  };
  const saved = await admin.call<{ version: number }>('POST', '/adm/v2/def', { definition });
  const { version } = (saved.body as { data: { version: number } }).data;
  const { status } = await admin.call('POST', `/adm/v2/def/screen/${id}/publish`, { comment: 'x', version });
  expect(status).toBe(200);
  return { id, address: `/admin-definition/screen/${id}` };
}

/** Saves a draft with another person's change meanwhile. */
export async function saveMeanwhile(
  admin: Api,
  id: string,
  change: (document: JsonObject) => JsonObject,
): Promise<void> {
  const { definition, version } = await admin.get<DefinitionReply>(`/adm/v2/def/screen/${id}?draft=1`);
  const changed = change(definition as JsonObject);
  const { status } = await admin.call('PUT', `/adm/v2/def/screen/${id}`, { definition: changed, version });
  expect(status).toBe(200);
}

/** Pastes a text, which opens no suggestions and completes no quotes, as typing does. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

/** Replaces the line of the document's title by keyboard. */
export async function replaceTitle(page: Page, title: string): Promise<void> {
  await titleLine(page).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await paste(page, `"title": ${title},`);
}
