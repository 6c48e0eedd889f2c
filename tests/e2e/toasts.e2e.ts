import type { Locator, Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { openUsers, rowAction } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');

/** What a toast may not cover: the page's title and buttons, the filters, and the person's menu. */
async function covered(page: Page, toast: Locator): Promise<string[]> {
  const one = (await toast.boundingBox())!;
  const main = page.getByRole('main');
  const parts = [
    main.getByRole('heading', { level: 1 }),
    main.getByRole('button', { name: 'Atualizar' }),
    main.getByRole('button', { name: 'Usuário', exact: true }),
    main.getByRole('button', { name: /Filtros/ }),
    main.getByRole('button', { name: 'Aplicar' }),
    main.getByRole('searchbox', { name: 'Busca' }),
    page.getByRole('button', { name: /^Menu do usuário/ }),
  ];
  const hit: string[] = [];
  for (const part of parts) {
    for (const shown of await part.all()) {
      const box = await shown.boundingBox();
      if (!box) continue;
      const apart =
        one.x >= box.x + box.width ||
        box.x >= one.x + one.width ||
        one.y >= box.y + box.height ||
        box.y >= one.y + one.height;
      if (!apart) hit.push((await shown.textContent()) || (await shown.getAttribute('aria-label')) || '?');
    }
  }
  return hit;
}

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
] as const) {
  test(`toasts cover nothing at ${width} px: the second stands under the first`, async ({
    page,
    admin,
  }, info) => {
    const suffix = unique();
    const people = [
      await admin.createPerson({ name: `Ana ${suffix}` }),
      await admin.createPerson({ name: `Bia ${suffix}` }),
    ];
    await page.setViewportSize({ width, height });
    await openUsers(page, suffix);
    // From below: no other row takes the place of the first one.
    for (const { name } of people.toReversed()) {
      await rowAction(page, name, 'Desativar');
      await page.getByRole('dialog').getByRole('button', { name: 'Sim, confirmar' }).click();
      await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
      // The pointer on the newest one stops its time.
      await toasts(page).last().hover();
    }
    await expect(toasts(page)).toHaveCount(2);
    const [first, second] = [
      (await toasts(page).nth(0).boundingBox())!,
      (await toasts(page).nth(1).boundingBox())!,
    ];
    expect([first.y, first.height]).toEqual([4, 40]);
    expect(first.y + first.height).toBeLessThan(48);
    expect(second.y).toBe(52);
    for (const toast of await toasts(page).all()) expect(await covered(page, toast)).toEqual([]);
    await info.attach('toasts', { body: await page.screenshot(), contentType: 'image/png' });
    await toasts(page).nth(1).getByRole('button', { name: 'Desfazer' }).click();
    await expect(page.getByRole('row').filter({ hasText: people[0]!.name })).toHaveCount(1);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a toast stands at the bottom and covers nothing', async ({ page, admin }, info) => {
    const suffix = unique();
    const { id } = await admin.createPerson({ name: `Caio ${suffix}` });
    await page.goto(`/admin-user/${id}`);
    const name = page.getByRole('textbox', { name: /^Nome/ }).first();
    await name.fill(`Caio Lima ${suffix}`);
    await page.getByRole('button', { name: /^Salvar/ }).tap();
    await expect(toasts(page)).toHaveCount(1);
    const box = (await toasts(page).first().boundingBox())!;
    expect(box.y + box.height).toBe(844 - 16);
    expect([box.x, box.width]).toEqual([16, 390 - 32]);
    expect(await covered(page, toasts(page).first())).toEqual([]);
    await info.attach('toast-phone', { body: await page.screenshot(), contentType: 'image/png' });
  });
});
