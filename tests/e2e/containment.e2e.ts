import type { JsonObject } from '../../src/contracts/json.ts';
import { openUsers, rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

// The browser and the error boundaries log the failures that these tests cause.
test.use({
  expectedErrors: [
    [
      /net::ERR_FAILED/,
      /^console: \S*#\S* TypeError: Failed to fetch dynamically imported module/,
      /^console: admin-user#crash /,
    ],
    // Playwright takes an array with an object at its second position for a value with options.
    { scope: 'test' },
  ],
});

test('an unknown widget and one that throws are contained, and logged once, with the position, never as an uncaught error', async ({
  page,
}) => {
  await page.route('**/adm/v2/def/screen?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: { definition: { body: JsonObject[] } } };
    // The browser trusts the server's validation: no text has such a format.
    for (const node of reply.data.definition.body) if (node['id'] === 'filters') node['type'] = 'hologram';
    reply.data.definition.body.unshift({ id: 'crash', type: 'text', props: { text: 'x', format: 'bomb' } });
    await route.fulfill({ response, json: reply });
  });
  const uncaught: Error[] = [];
  const logged: string[] = [];
  page.on('pageerror', (error) => uncaught.push(error));
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  await openUsers(page);
  await expect(page.getByText('Este componente parou de funcionar')).toBeVisible();
  await expect(page.getByText('O tipo "hologram" não existe.')).toBeVisible();
  await expect(rowOf(page, 'Administração Acme')).toBeVisible();
  expect(uncaught).toEqual([]);
  expect(logged).toEqual([expect.stringMatching(/^admin-user#crash TypeError/)]);
});

test('code that failed to load is loaded by a retry', async ({ page, admin }) => {
  const person = await admin.createPerson();
  await openUsers(page, person.name);
  await expect(rowOf(page, person.name)).toBeVisible();
  await page.route('**/assets/*.js', (route) => route.abort());
  await rowOf(page, person.name).getByText(person.name).click();
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible();
  // The people in the record, in the header, and the form.
  const retry = page.getByRole('button', { name: /^Tentar/ });
  await expect(retry).toHaveCount(2);
  await page.unroute('**/assets/*.js');
  await retry.last().click();
  await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue(person.name);
});
