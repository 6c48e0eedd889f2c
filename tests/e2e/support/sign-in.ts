import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { Api } from './api.ts';

export { password } from './api.ts';

/** The button of login and password. Where a provider is set, another one begins with the same word. */
export function signInButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Entrar', exact: true });
}

/** Fills in and submits the sign-in page, without waiting for the outcome. */
export async function enter(page: Page, login: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Usuário' }).fill(login);
  await page.getByRole('textbox', { name: 'Senha' }).fill(secret);
  await signInButton(page).click();
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Returns the storage of a browser in which this person is signed in: the session values of the specification. */
export function signedInBefore(url: string, { token, me }: Api, login: string): StorageState {
  const values = {
    accessToken: token,
    username: login,
    user: String(me.id),
    currentEnvironment: new URL(url).host,
    loggedUser: me.name,
    imageProfile: '',
  };
  const localStorage = Object.entries(values).map(([name, value]) => ({ name: `molde.${name}`, value }));
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}
