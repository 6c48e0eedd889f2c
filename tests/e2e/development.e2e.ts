import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDevServer } from '../../scripts/lib/dev-server.mjs';
import { enter, password } from './support/sign-in.ts';
import { expect as playwrightExpect, test as base } from '@playwright/test';

/** The development server, and the text of the users list that it serves. */
interface Development {
  url: string;
  users: { text(): string; write(text: string): void };
}

// A page asks for a thousand modules, which are compiled at their first request: a busy machine takes long for that.
const expect = playwrightExpect.configure({ timeout: 240_000 });

const test = base.extend<{ development: Development }>({
  development: [
    // Playwright reads the names of fixtures from the destructuring: none here.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { url, screens, stop } = await startDevServer();
      const file = join(screens, 'admin', 'user-list.screen.json');
      const users = {
        text: () => readFileSync(file, 'utf8'),
        write: (text: string) => writeFileSync(file, text),
      };
      await use({ url, users });
      await stop();
    },
    { timeout: 120_000 },
  ],
});

test.use({ actionTimeout: 240_000 });

test('a definition is changed, misspelt and corrected under the development server', async ({
  page,
  development: { url, users },
}) => {
  // Addresses of the product's own pages share prefixes with those of the server.
  await page.goto(`${url}/admin-user`);
  await enter(page, 'admin', password);
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  const rows = page.getByRole('row').filter({ hasText: 'Administração Acme' });
  await expect(rows).toBeVisible();

  const original = users.text();
  users.write(original.replaceAll('"$screens.users.title"', '"Gente da casa"'));
  await expect(title('Gente da casa')).toBeVisible();
  await expect(rows).toBeVisible();

  const notice = page.locator('vite-error-overlay');
  users.write(original.replace('"type": "table"', '"type": "tabel"'));
  await expect(notice).toContainText('unknown-type at /body/');
  await expect(notice).toContainText('user-list.screen.json');
  await expect(notice).toContainText('"type": "tabel"');

  users.write(original);
  await expect(title('Usuários')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(rows).toBeVisible();
});
