import type { Locator, Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { placeOf } from './support/place.ts';
import { openUsers, rowAction } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');

/** What a toast may not cover: the page's title and buttons, the filters, and the person's menu. */
async function covered(page: Page, toast: Locator): Promise<string[]> {
  const one = await placeOf(toast);
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

test('toasts cover nothing in a wide and in a narrow window: the second stands under the first', async ({
  page,
  admin,
}, info) => {
  const suffix = unique();
  const people = [
    await admin.createPerson({ name: `Ana ${suffix}` }),
    await admin.createPerson({ name: `Bia ${suffix}` }),
  ];
  await openUsers(page, suffix);
  // From below: no other row takes the place of the first one.
  for (const { name } of people.toReversed()) {
    await rowAction(page, name, 'Desativar');
    await page.getByRole('dialog').getByRole('button', { name: 'Sim, confirmar' }).click();
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
    // The pointer on the newest one stops its time.
    await toasts(page).last().hover();
  }
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await toasts(page).last().hover();
    await expect(toasts(page)).toHaveCount(2);
    const [first, second] = [await placeOf(toasts(page).nth(0)), await placeOf(toasts(page).nth(1))];
    expect([first.y, first.height]).toEqual([4, 40]);
    expect(first.y + first.height).toBeLessThan(48);
    expect(second.y).toBe(52);
    for (const toast of await toasts(page).all()) expect(await covered(page, toast)).toEqual([]);
    await info.attach(`toasts-${width}`, { body: await page.screenshot(), contentType: 'image/png' });
  }
  await toasts(page).nth(1).getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('row').filter({ hasText: people[0]!.name })).toHaveCount(1);
});

test('a long toast covers neither the title nor the counts of a form at 1024 px, and breaks between words only', async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/admin-user/create');
  await page.getByRole('switch', { name: 'É usuário do sistema' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  const count = page.getByRole('button', { name: '5 campos a corrigir' });
  await expect(count).toBeVisible();
  const toast = toasts(page).first();
  const place = await placeOf(toast);
  await expect(toast).toContainText('Nome, E-mail, Login, Senha, Confirmar senha');
  for (const part of [
    count,
    page.getByRole('heading', { level: 1 }),
    page.getByText('1 alteração não salva'),
  ])
    expect((await placeOf(part.first())).y).toBeGreaterThanOrEqual(place.y + place.height);
  await info.attach('toast-1024', { body: await page.screenshot(), contentType: 'image/png' });

  // Not at the hyphen of a word.
  await toast.hover();
  for (let width = 480; width > 360; width -= 8) {
    await page.setViewportSize({ width, height: 844 });
    const tops = await toast.evaluate((item) => {
      const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.nodeValue?.indexOf('E-mail') ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + 'E-mail'.length);
        return [...range.getClientRects()].map(({ top }) => Math.round(top));
      }
      return [];
    });
    expect(new Set(tops).size, `${width} px`).toBe(1);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a toast stands at the bottom and covers nothing', async ({ page, admin }, info) => {
    const suffix = unique();
    const { id } = await admin.createPerson({ name: `Caio ${suffix}` });
    await page.goto(`/admin-user/${id}`);
    const name = page.getByRole('textbox', { name: /^Nome/ }).first();
    await name.fill(`Caio Lima ${suffix}`);
    await page.getByRole('button', { name: /^Salvar(?! grupos)/ }).tap();
    await expect(toasts(page)).toHaveCount(1);
    const box = await placeOf(toasts(page).first());
    expect(box.y + box.height).toBe(844 - 16);
    expect([box.x, box.width]).toEqual([16, 390 - 32]);
    expect(await covered(page, toasts(page).first())).toEqual([]);
    await info.attach('toast-phone', { body: await page.screenshot(), contentType: 'image/png' });
  });
});

test.describe('a message without end', () => {
  test.use({ expectedErrors: [/422/] });

  test('stays in its window, however small, with its button in reach', async ({ page, admin }, info) => {
    const { id } = await admin.createPerson();
    await page.route(`**/adm/v2/sec/user/${id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 422,
            contentType: 'application/json',
            body: JSON.stringify({
              success: false,
              code: 'RULE_BROKEN',
              message: 'O servidor recusou a alteração desta pessoa. '.repeat(19).trim(),
            }),
          })
        : route.continue(),
    );
    await page.goto(`/admin-user/${id}`);
    await page.getByRole('textbox', { name: /^Nome/ }).first().fill('Outro nome');
    for (const [width, height] of [
      [1440, 900],
      [720, 450],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByRole('button', { name: /^Salvar(?! grupos)/ }).click();
      const toast = toasts(page).first();
      await expect(toast).toContainText('O servidor recusou');
      const lines = await toast.evaluate((item) => {
        const text = document.createRange();
        text.selectNodeContents(item);
        return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      });
      expect(lines).toBeGreaterThanOrEqual(11);
      await toast.hover();
      await expect(toast).toBeInViewport({ ratio: 1 });
      await info.attach(`toast-${width}`, { body: await page.screenshot(), contentType: 'image/png' });
      const close = toast.getByRole('button', { name: 'Fechar' });
      await expect(close).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // From elsewhere: the text unfolds under the pointer.
      await page.mouse.move(0, 0);
      await close.click();
      await expect(toasts(page)).toHaveCount(0);
    }
  });
});
