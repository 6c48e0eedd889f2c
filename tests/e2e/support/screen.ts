import { expect, type Locator, type Page } from '@playwright/test';

/** Locates a toast at the top right. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Avisos' }).getByText(text);
}

/** Closes the notices that are shown, so that the next one with the same text is known from them. */
export async function closeToasts(page: Page): Promise<void> {
  const notices = page.getByRole('region', { name: 'Avisos' });
  // All at once: one may go by itself meanwhile.
  await notices
    .getByRole('button', { name: 'Fechar' })
    .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  await expect(notices.getByRole('listitem')).toHaveCount(0);
}

/** Keeps events of the server away: when they begin, sources load once more and recover without the button of a test. */
export async function withoutEvents(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  // A call that is never answered logs no error.
  await page.route('**/adm/v2/ws/ticket', () => undefined);
}

/** Locates the row of a name in the list of people. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

/** Opens the list of people, and searches if a text is given. */
export async function openUsers(page: Page, text = ''): Promise<void> {
  await page.goto('/admin-user');
  await expect(page.getByRole('heading', { name: 'Usuários' })).toBeVisible();
  if (text !== '') await search(page, text);
}

/** Fills in the list's search and applies it. */
export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Busca' }).fill(text);
  await page.getByRole('button', { name: 'Aplicar' }).click();
}

/** Presses one of the buttons that a row has under the pointer. */
export async function rowAction(page: Page, name: string, action: string): Promise<void> {
  const row = rowOf(page, name);
  await row.hover();
  await row.getByRole('button', { name: action, exact: true }).click();
}

/** Opens the header's user menu. */
export async function openUserMenu(page: Page, label = 'Menu do usuário'): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Returns the session values that the product stores in the browser, without its preferences (molde.pref.*). */
export async function sessionValues(page: Page): Promise<Record<string, string>> {
  const all = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => key.startsWith('molde.') && !key.startsWith('molde.pref.')),
  );
}

/** Calls the API from the page, with the page's token or the given one. */
export async function callFrom(
  page: Page,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<{ status: number; code: string | undefined }> {
  return page.evaluate(
    async ([verb, address, given, content]) => {
      const bearer = given ?? localStorage.getItem('molde.accessToken');
      const response = await fetch(address, {
        method: verb,
        headers: {
          ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
          ...(content !== null && { 'Content-Type': 'application/json' }),
        },
        ...(content !== null && { body: content }),
      });
      const reply = (await response.json()) as { code?: string };
      return { status: response.status, code: reply.code };
    },
    [method, path, token ?? null, body === undefined ? null : JSON.stringify(body)] as const,
  );
}

/** Chooses an option of a list of few. */
export async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
