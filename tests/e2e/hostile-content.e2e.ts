import type { DefinitionReply } from '../../src/contracts/definitions.ts';
import type { Success } from '../../src/contracts/errors.ts';
import { hostileHtml } from '../../widgets/html/hostile.ts';
import { expect, test } from './support/test.ts';

const body = hostileHtml.flatMap((text, index) => [
  { id: `html${index}`, type: 'html', props: { html: text, label: `Carta ${index}`, height: 80 } },
  { id: `markdown${index}`, type: 'markdown', props: { text: text.slice(0, 5000) } },
]);

// Requests to other hosts and console errors, content security policy violations among them, fail every journey.
test('hostile HTML and Markdown run nothing, load nothing and violate no policy', async ({ page }) => {
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    window.addEventListener('securitypolicyviolation', (event) =>
      violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  await page.route('**/adm/v2/def/screen?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as Success<DefinitionReply>;
    reply.data.definition = { ...(reply.data.definition as object), body, dialogs: [] };
    reply.data.faults = [];
    await route.fulfill({ response, json: reply });
  });
  await page.goto('/admin-user');
  await expect(page.locator('#html0, #html1, #html2')).toHaveCount(3);
  await expect(page.locator(`#markdown${hostileHtml.length - 1}`)).toBeAttached();
  await expect(page.locator('iframe').first()).toBeAttached();
  for (const frame of page.frames().slice(1)) await frame.waitForLoadState('load');

  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  for (const frame of page.frames()) expect(await frame.evaluate('window.violations')).toEqual([]);
  expect(
    await page.locator('[id^="markdown"] :is(script, iframe, style, svg:not(.fui-Icon), form)').count(),
  ).toBe(0);
  await expect(page).toHaveURL(/\/admin-user$/);
});
