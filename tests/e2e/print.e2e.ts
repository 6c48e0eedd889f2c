import type { Page } from '@playwright/test';
import type { JsonObject } from '../../src/contracts/json.ts';
import { expect, test } from './support/test.ts';

async function pagesOnPaper(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

const lines = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `line${at}`,
    type: 'text',
    props: { text: `Linha ${at + 1}.` },
  }));

const inTab: JsonObject = {
  id: 'tabs',
  type: 'tabs',
  props: { fill: true, items: [{ child: 'one', title: 'Um' }] },
  children: [{ id: 'one', type: 'section', children: lines(300) }],
};

test('300 nodes, in the body or in a tab that fills the screen, are printed on as many pages as they need', async ({
  page,
}) => {
  let body: JsonObject[] = [];
  await page.route('**/adm/v2/def/screen?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: { definition: { body: JsonObject[] } } };
    reply.data.definition.body = body;
    await route.fulfill({ response, json: reply });
  });
  for (body of [lines(300), [inTab]]) {
    await page.goto('/admin-user');
    await expect(page.getByText('Linha 300.')).toBeAttached();
    // An A4 page has room for less than 40 of these lines.
    expect(await pagesOnPaper(page)).toBeGreaterThanOrEqual(300 / 40);
  }
});
