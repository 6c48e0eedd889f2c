import type { Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { closeToasts, openUsers, rowOf, toast, withoutEvents } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Nome', exact: true });
const saveOf = (page: Page) => page.getByRole('button', { name: /^Salvar(?! grupos)/ });

test('a person is edited: leaving with changes asks first, and of two tabs the second keeps its input, until it is discarded', async ({
  page,
  context,
  admin,
}) => {
  const suffix = unique();
  const person = await admin.createPerson({ name: `Rita ${suffix}` });
  await test.step('leaving with changes asks first', async () => {
    await openUsers(page, suffix);
    await rowOf(page, person.name).getByText(person.name).click();
    await expect(page.getByRole('heading', { name: person.name })).toBeVisible();
    await expect(nameOf(page)).toHaveValue(person.name);
    await nameOf(page).click();
    await nameOf(page).press('End');
    await nameOf(page).pressSequentially(' nova');
    await expect(page.getByText('1 alteração não salva')).toBeVisible();

    const question = page.getByRole('dialog', { name: 'Descartar alterações?' });
    await page.getByRole('navigation', { name: 'Trilha de navegação' }).getByText('Usuários').click();
    await expect(question).toBeVisible();
    // The icon has the tone of the button that discards: both are red.
    const discard = question.getByRole('button', { name: 'Descartar', exact: true });
    for (const [part, property] of [
      [discard, 'background-color'],
      [question.locator('svg').first(), 'color'],
    ] as const) {
      const color = await part.evaluate(
        (one, name) => getComputedStyle(one).getPropertyValue(name),
        property,
      );
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
      expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    }
    await question.getByRole('button', { name: 'Continuar editando' }).click();
    await expect(nameOf(page)).toHaveValue(`${person.name} nova`);
    await page.goBack();
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/admin-user/${person.id}$`));
    await expect(nameOf(page)).toHaveValue(`${person.name} nova`);

    // The browser's own dialog, before the page is left.
    const opening = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    const dialog = await opening;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(nameOf(page)).toHaveValue(`${person.name} nova`);

    await page.getByRole('button', { name: 'Cancelar' }).click();
    await discard.click();
    // The list is as it was left.
    await expect(page).toHaveURL(`/admin-user?text=${suffix}`);
    expect(await admin.get(`/adm/v2/sec/user/${person.id}`)).toMatchObject({ name: person.name });
  });

  const second = await context.newPage();
  await test.step('of two tabs that edit one person, the second keeps its input and overwrites on purpose', async () => {
    // It would load the first tab's change before anything is typed, and overwrite nothing.
    await withoutEvents(second);
    await rowOf(page, person.name).getByText(person.name).click();
    await second.goto(`/admin-user/${person.id}`);
    for (const tab of [page, second]) await expect(nameOf(tab)).toHaveValue(person.name);
    await nameOf(page).fill(`${person.name} da primeira`);
    await saveOf(page).click();
    await expect(toast(page, `Usuário ${person.name} da primeira foi editado com sucesso.`)).toBeVisible();

    await nameOf(second).fill(`${person.name} da segunda`);
    await second.getByRole('textbox', { name: 'CPF' }).fill('52998224725');
    await saveOf(second).click();
    const bar = second.getByRole('alert').filter({ hasText: 'Outra pessoa alterou este registro' });
    await expect(bar).toContainText(
      `Nome: o seu “${person.name} da segunda”, o salvo “${person.name} da primeira”`,
    );
    await expect(nameOf(second)).toHaveValue(`${person.name} da segunda`);
    expect((await admin.get<{ name: string }>(`/adm/v2/sec/user/${person.id}`)).name).toBe(
      `${person.name} da primeira`,
    );

    await bar.getByRole('button', { name: 'Manter o meu texto' }).click();
    await expect(bar).toHaveCount(0);
    await expect(nameOf(second)).toHaveValue(`${person.name} da segunda`);
    await saveOf(second).click();
    await expect(toast(second, `Usuário ${person.name} da segunda foi editado com sucesso.`)).toBeVisible();
    expect(await admin.get(`/adm/v2/sec/user/${person.id}`)).toMatchObject({
      name: `${person.name} da segunda`,
      cpf: '52998224725',
    });
  });

  await test.step('discarding the own changes loads the saved version, which is deleted after a warning', async () => {
    await second.close();
    await closeToasts(page);
    await expect(nameOf(page)).toHaveValue(`${person.name} da segunda`);
    await nameOf(page).fill('Meu texto');
    await admin.change(person.id, { name: `${person.name} salvo` });
    await saveOf(page).click();
    await page.getByRole('button', { name: 'Usar a versão atual' }).click();
    await expect(nameOf(page)).toHaveValue(`${person.name} salvo`);
    await saveOf(page).click();
    await expect(toast(page, 'Nenhum campo foi alterado!')).toBeVisible();

    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    const question = page.getByRole('dialog', { name: `Excluir ${person.name} salvo?` });
    await expect(question.getByRole('button', { name: 'Não, cancelar' })).toBeFocused();
    await question.getByRole('button', { name: 'Sim, deletar' }).click();
    await expect(toast(page, 'Usuário excluído com sucesso.')).toBeVisible();
    await expect(page).toHaveURL(`/admin-user?text=${suffix}`);
    expect((await admin.call('GET', `/adm/v2/sec/user/${person.id}`)).status).toBe(404);
  });
});
